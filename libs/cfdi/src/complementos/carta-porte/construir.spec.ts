import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cartaPorte31 } from '../../formas/estandares/complementos/carta-porte-31.js';
import type { ElementoForma } from '../../formas/forma.js';
import { defectosDe } from '../../formas/revisar.js';
import type { Nodo } from '../../parsed.js';
import { comprobante } from '../../testing/muestras.js';
import { construirCartaPorte } from './construir.js';
import { hijo, hijos } from './reglas/vista.js';
import { documentoDe, fallasDe } from './testing/documento.js';
import { cartaPorteArbitraria, datosDe, TRANSPORTES } from './testing/index.js';
import { planCompleto, planMinimo } from './testing/plan.js';

const RUTA = 'complementos[0].datos';
type Datos = Record<string, unknown>;

/** The smallest one by road, with other fields. */
const datos = (over: Datos = {}): Datos => ({ ...datosDe(planMinimo('01')), ...over });
const mercancias = (over: Datos): Datos =>
  datos({ Mercancias: { ...(datos()['Mercancias'] as Datos), ...over } });

function nodoDe(dado: unknown): Nodo {
  const hecho = construirCartaPorte(dado, comprobante(), RUTA);
  if (!hecho.ok) throw new Error(JSON.stringify(hecho.refusal.details, null, 1));
  return hecho.value.nodo;
}

function rechazo(dado: unknown): string[] {
  const hecho = construirCartaPorte(dado, comprobante(), RUTA);
  if (hecho.ok) throw new Error('it was built');
  return (hecho.refusal.details ?? []).map(
    ({ path = '', code }) => `${path.replace(`${RUTA}.`, '')} ${code}`,
  );
}

const totales = (nodo: Nodo): Datos => ({ ...hijo(nodo, 'Mercancias')?.atributos });

describe('a Carta Porte from JSON', () => {
  it('has its version, and the totals that were left out', () => {
    const nodo = nodoDe(datos());
    expect(Object.entries(nodo.atributos)).toEqual([
      ['Version', '3.1'],
      ['IdCCP', 'CCC01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B'],
      ['TranspInternac', 'No'],
      ['TotalDistRec', '620.5'],
    ]);
    expect(totales(nodo)).toEqual({ PesoBrutoTotal: '12.5', UnidadPeso: 'KGM', NumTotalMercancias: '1' });
  });

  it.each(TRANSPORTES)(
    '%s: everything that is given comes out, and what may be computed is the same',
    (medio) => {
      const entero = datosDe(planCompleto(medio));
      const sin = { ...entero };
      const { PesoBrutoTotal, PesoNetoTotal, NumTotalMercancias, ...resto } = entero['Mercancias'] as Datos;
      expect([PesoBrutoTotal, PesoNetoTotal, NumTotalMercancias]).toEqual(['2100.75', '2100.72', 6]);
      expect(nodoDe({ ...sin, Mercancias: resto })).toEqual(nodoDe(entero));
    },
  );

  it('has no total of what was not measured', () => {
    expect(nodoDe(datosDe(planMinimo('02'))).atributos['TotalDistRec']).toBeUndefined();
    expect(rechazo(mercancias({ UnidadPeso: 'TNE' }))).toEqual(['Mercancias.PesoBrutoTotal required']);
    expect(rechazo(mercancias({ Mercancia: [] }))).toEqual([
      'Mercancias.PesoBrutoTotal required',
      'Mercancias.NumTotalMercancias required',
      'Mercancias.Mercancia required',
    ]);
  });

  it('keeps the totals that are given, for the rules to judge', () => {
    const nodo = nodoDe(mercancias({ PesoBrutoTotal: 99, NumTotalMercancias: '3' }));
    expect(totales(nodo)).toMatchObject({ PesoBrutoTotal: '99', NumTotalMercancias: '3' });
  });

  it.each([
    ['a list of keys', ['IMD', 'ITR']],
    ['a list of objects', [{ RegimenAduanero: 'IMD' }, { RegimenAduanero: 'ITR' }]],
    [
      'the group of objects',
      { RegimenAduaneroCCP: [{ RegimenAduanero: 'IMD' }, { RegimenAduanero: 'ITR' }] },
    ],
    ['the group of keys', { RegimenAduaneroCCP: ['IMD', 'ITR'] }],
  ])('takes the customs regimes as %s', (_forma, RegimenesAduaneros) => {
    const nodo = nodoDe(datos({ RegimenesAduaneros }));
    const regimenes = hijos(hijo(nodo, 'RegimenesAduaneros'), 'RegimenAduaneroCCP');
    expect(regimenes.map(({ atributos }) => atributos)).toEqual([
      { RegimenAduanero: 'IMD' },
      { RegimenAduanero: 'ITR' },
    ]);
  });

  it.each([
    { RegimenAduanero: 'IMD' },
    { RegimenAduaneroCCP: { RegimenAduanero: 'IMD' } },
    { RegimenAduaneroCCP: 'IMD' },
  ])('takes one customs regime alone: %j', (RegimenesAduaneros) => {
    const regimenes = hijo(nodoDe(datos({ RegimenesAduaneros })), 'RegimenesAduaneros');
    expect(regimenes?.hijos.map(({ atributos }) => atributos)).toEqual([{ RegimenAduanero: 'IMD' }]);
  });

  it('leaves empty groups out, and null', () => {
    const nodo = nodoDe({
      ...datosDe({ ...planMinimo('02') }),
      ...{ RegimenesAduaneros: [], FiguraTransporte: [], RegistroISTMO: null, UbicacionPoloOrigen: null },
    });
    expect(nodo.hijos.map(({ nombre }) => nombre)).toEqual(['Ubicaciones', 'Mercancias']);
  });

  it('writes booleans as Sí and No', () => {
    const [bien] = (datos()['Mercancias'] as { Mercancia: Datos[] }).Mercancia;
    const nodo = nodoDe({
      ...mercancias({
        LogisticaInversaRecoleccionDevolucion: false,
        Mercancia: [
          { ...bien, MaterialPeligroso: true },
          { ...bien, MaterialPeligroso: false },
        ],
      }),
      ...{ TranspInternac: true, RegistroISTMO: true },
    });
    expect(nodo.atributos).toMatchObject({ TranspInternac: 'Sí', RegistroISTMO: 'Sí' });
    expect(totales(nodo)['LogisticaInversaRecoleccionDevolucion']).toBeUndefined();
    expect(
      hijos(hijo(nodo, 'Mercancias'), 'Mercancia').map(({ atributos }) => atributos['MaterialPeligroso']),
    ).toEqual(['Sí', 'No']);
    expect(nodoDe(datos({ TranspInternac: false })).atributos['TranspInternac']).toBe('No');
  });

  it('names each wrong field', () => {
    const { IdCCP: _id, ...sinFolio } = datos();
    expect(rechazo(sinFolio)).toEqual(['IdCCP required']);
    expect(rechazo(datos({ IdCCP: 'ccc01A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B' }))).toEqual([
      'IdCCP invalid_format',
    ]);
    expect(rechazo(datos({ TranspInternac: 'Si', Inventado: 1 }))).toEqual([
      'Inventado unknown_field',
      'TranspInternac invalid_format',
    ]);
    expect(rechazo(datos({ Ubicaciones: (datos()['Ubicaciones'] as Datos[]).slice(0, 1) }))).toEqual([
      'Ubicaciones.Ubicacion required',
    ]);
    expect(rechazo(datos({ FiguraTransporte: [{ TipoFigura: 1 }] }))).toEqual([
      'FiguraTransporte[0].TipoFigura invalid_format',
      'FiguraTransporte[0].NombreFigura required',
    ]);
    const [bien] = (datos()['Mercancias'] as { Mercancia: Datos[] }).Mercancia;
    expect(rechazo(mercancias({ Mercancia: [{ ...bien, PesoEnKg: '1.2345', Cantidad: 'x' }] }))).toEqual([
      'Mercancias.Mercancia[0].Cantidad invalid_type',
      'Mercancias.Mercancia[0].PesoEnKg invalid_format',
    ]);
    expect(rechazo(mercancias({ Mercancia: [{ ...bien, Descripcion: 'a|b' }] }))).toEqual([
      'Mercancias.Mercancia[0].Descripcion invalid_value',
    ]);
  });

  it.each([undefined, null, 3, 'x', [], [[]], true])('refuses %j', (dado) => {
    const hecho = construirCartaPorte(dado, comprobante(), RUTA);
    expect(!hecho.ok && hecho.refusal.details?.[0]).toMatchObject({ path: RUTA, code: 'invalid_type' });
  });
});

/** JSON with the standard's names and values of any type. */
const cualquiera = (forma: ElementoForma): fc.Arbitrary<unknown> => {
  const campos: Record<string, fc.Arbitrary<unknown>> = {};
  for (const name of forma.atributos.keys())
    campos[name] = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('Sí', '1', 1, 'KGM', 'IMD'));
  for (const { elemento } of forma.hijos) {
    const uno = cualquiera(elemento);
    campos[elemento.nombre] = fc.oneof(uno, fc.array(uno, { maxLength: 2 }), fc.jsonValue({ maxDepth: 1 }));
  }
  return fc.record(campos, { requiredKeys: [] });
};

describe('whatever it is given', () => {
  it('it builds an element that the schema takes, or refuses with paths', () => {
    fc.assert(
      fc.property(fc.oneof(cualquiera(cartaPorte31.raiz), fc.jsonValue()), (dado) => {
        const hecho = construirCartaPorte(dado, comprobante(), RUTA);
        if (hecho.ok) expect(defectosDe(cartaPorte31.raiz, hecho.value.nodo)).toEqual([]);
        else for (const { path } of hecho.refusal.details ?? []) expect(path?.startsWith(RUTA)).toBe(true);
        expect(hecho.ok || (hecho.refusal.details ?? []).length > 0).toBe(true);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it('a valid one obeys the rules', () => {
    fc.assert(
      fc.property(cartaPorteArbitraria, (entrada) => {
        const { raiz, carta } = documentoDe(entrada);
        expect(fallasDe(raiz, carta)).toEqual([]);
      }),
      { numRuns: 100, seed: 6 },
    );
  });
});
