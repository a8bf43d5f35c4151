import { describe, expect, it } from '@jest/globals';
import { builtInCatalogues } from '#sat';
import { readXml } from '../../lectura/nodos.js';
import { detalleDeFalla, type Falla } from '../../reglas/regla.js';
import { codigosCartaPorte } from './codigos.js';
import { reglasCartaPorte, revisarCartaPorte } from './reglas/index.js';
import { cambiado } from './testing/casos/caso.js';
import { casosDeClaves } from './testing/casos/claves.js';
import { casosDeDocumento } from './testing/casos/documento.js';
import { casosDeMercancias } from './testing/casos/mercancias.js';
import { casosDeTransportes } from './testing/casos/transportes.js';
import { documentoDe, fallasDe } from './testing/documento.js';
import { grandesDePrueba } from './testing/grandes.js';
import { cartaPorteCompleta, cartaPorteMinima, comprobanteDe, TRANSPORTES } from './testing/index.js';
import { planCompleto } from './testing/plan.js';

const casos = [...casosDeDocumento, ...casosDeMercancias, ...casosDeTransportes, ...casosDeClaves];

describe('the rules of Carta Porte', () => {
  it.each(casos.map((uno, i) => [uno.codigo, i, uno] as const))(
    '%s (%i) alone is broken',
    (codigo, _i, uno) => {
      const { raiz, cartas } = cambiado(uno);
      const fallas = cartas.flatMap((carta) => fallasDe(raiz, carta, uno.grandes));
      expect(fallas.map((falla) => falla.codigo)).toEqual([codigo]);
      const [{ es, en, nodo }] = fallas as [Falla];
      expect([es, en].every((texto) => texto.endsWith('.'))).toBe(true);
      expect(nodo.atributos).toBeDefined();
    },
  );

  it('have a case each, and a code of their own', () => {
    const codigos = reglasCartaPorte.map(({ codigo }) => codigo);
    expect(new Set(codigos).size).toBe(codigos.length);
    expect([...new Set(casos.map(({ codigo }) => codigo))].sort()).toEqual([...codigos].sort());
  });

  it('and the list of codes hold each other', () => {
    const deRegla = codigosCartaPorte.filter(({ donde }) => donde === 'regla');
    expect(deRegla.map(({ codigo }) => codigo).sort()).toEqual(
      reglasCartaPorte.map(({ codigo }) => codigo).sort(),
    );
    expect(new Set(codigosCartaPorte.map(({ codigo }) => codigo)).size).toBe(codigosCartaPorte.length);
    for (const { donde, nota } of codigosCartaPorte) if (donde !== 'regla') expect(nota).toBeTruthy();
  });

  it.each(TRANSPORTES)(
    'hold for %s, with the large catalogues, while they are not loaded, and without',
    (transporte) => {
      for (const entrada of [
        ...(['I', 'T'] as const).flatMap((tipo) => [
          cartaPorteMinima(transporte, tipo),
          cartaPorteCompleta(transporte, tipo),
        ]),
        comprobanteDe({ ...planCompleto(transporte), internacional: 'Salida' }, 'I'),
        comprobanteDe({ ...planCompleto(transporte), internacional: 'No' }, 'I'),
      ]) {
        const { raiz, carta } = documentoDe(entrada);
        expect(fallasDe(raiz, carta)).toEqual([]);
        expect(fallasDe(raiz, carta, grandesDePrueba)).toEqual([]);
        expect(fallasDe(raiz, carta, builtInCatalogues)).toEqual([]);
      }
    },
  );

  it('stop at the limit', () => {
    const { raiz, carta } = documentoDe(cartaPorteMinima('01', 'I'));
    const roto = { ...raiz, atributos: { ...raiz.atributos, TipoDeComprobante: 'E' } };
    const fallas: Falla[] = [];
    revisarCartaPorte({ ...carta, hijos: [] }, { raiz: roto }, fallas, 2);
    expect(fallas).toHaveLength(2);
  });

  it('name the field of the input, and look at nothing else than the tree', () => {
    const entrada = cartaPorteMinima('01', 'I');
    const { raiz, carta } = documentoDe(entrada);
    (carta.hijos[1]?.atributos as Record<string, string>)['NumTotalMercancias'] = '7';
    const [falla] = fallasDe(raiz, carta) as [Falla];
    expect(detalleDeFalla(falla).path).toBe('complementos[0].datos.Mercancias.NumTotalMercancias');
  });

  it('never throw, whatever the tree', () => {
    const read = readXml(
      '<a><CartaPorte><Mercancias><Mercancia/><Autotransporte/></Mercancias></CartaPorte></a>',
    );
    if (!read.ok) throw new Error('it is XML');
    expect(() => fallasDe(read.value, read.value.hijos[0] ?? read.value, grandesDePrueba)).not.toThrow();
  });
});
