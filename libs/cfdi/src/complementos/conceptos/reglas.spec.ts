import { describe, expect, it } from '@jest/globals';
import { nodoDelComprobante } from '../../documento/nodo.js';
import type { ComprobanteInput, ConceptoInput } from '../../input.js';
import { detalleDeFalla, type Falla } from '../../reglas/regla.js';
import { construir } from '../../testing/construir.js';
import { codigosConceptos } from './codigos.js';
import { construirComplementoConcepto } from './construir.js';
import { reglasHidrocarburos, revisarComplementoConcepto } from './reglas.js';
import { combustible, conLineas, hidrocarburos, iedu } from './testing/muestras.js';

/** The rules that the line breaks, with the input's paths. */
function fallasDe(linea: ConceptoInput, over: Partial<ComprobanteInput> = {}): Falla[] {
  const { complemento, ...resto } = linea;
  if (!complemento) throw new Error('it has no complement');
  const hecho = construirComplementoConcepto(complemento, linea, 'conceptos[0].complemento');
  if (!hecho.ok) throw new Error(JSON.stringify(hecho.refusal.details));
  const raiz = nodoDelComprobante(construir({ ...conLineas(resto), ...over }), {
    ...{ deComprobante: [], deConceptos: new Map([[0, hecho.value]]) },
  });
  const concepto = raiz.hijos.find(({ nombre }) => nombre === 'Conceptos')?.hijos[0];
  if (!concepto) throw new Error('it has no line');
  const fallas: Falla[] = [];
  revisarComplementoConcepto(hecho.value.nodo, concepto, { raiz }, fallas);
  return fallas;
}
const con = (over: Parameters<typeof hidrocarburos>[0]) => combustible({ complemento: hidrocarburos(over) });

const casos: readonly (readonly [string, string, ConceptoInput, Partial<ComprobanteInput>?])[] = [
  ['HYP-TipoPermiso', 'complemento.tipoPermiso', con({ tipoPermiso: 'PER99' })],
  ['HYP-NumeroPermiso', 'complemento.numeroPermiso', con({ numeroPermiso: 'PL/12345/EXP/ES/201' })],
  [
    'HYP-ClaveHYP',
    'complemento.claveHyp',
    combustible({ claveProdServ: '15101500', complemento: hidrocarburos({ claveHyp: '15101500' }) }),
  ],
  [
    'HYP-ClaveHYP-ClaveProdServ',
    'complemento.claveHyp',
    combustible({ claveProdServ: '15101515', complemento: hidrocarburos({ claveHyp: '15101514' }) }),
  ],
  ['HYP-SubProductoHYP', 'complemento.subProductoHyp', con({ subProductoHyp: 'SP99' })],
  ['HYP-SubProductoHYP-ClaveHYP', 'complemento.subProductoHyp', con({ subProductoHyp: 'SP17' })],
  ['HYP-ClaveUnidad', 'claveUnidad', combustible({ claveUnidad: 'H87' })],
];

describe('rules of Hidrocarburos y Petrolíferos', () => {
  it('hold in a line of fuel', () => expect(fallasDe(combustible())).toEqual([]));

  it.each(casos)('%s: a line that breaks just this one', (codigo, campo, linea) => {
    const fallas = fallasDe(linea);
    expect(fallas.map((falla) => falla.codigo)).toEqual([codigo]);
    expect(fallas.map((falla) => detalleDeFalla(falla).path)).toEqual([`conceptos[0].${campo}`]);
  });

  it('hold from the day of the catalogues on', () => {
    const codigos = fallasDe(combustible(), { fecha: '2026-04-23T10:00:00' }).map(({ codigo }) => codigo);
    expect(codigos).toEqual(['HYP-TipoPermiso', 'HYP-ClaveHYP', 'HYP-SubProductoHYP']);
  });

  it('are not of other complements', () => {
    expect(fallasDe(combustible({ complemento: iedu() }))).toEqual([]);
  });

  it('are all tried, and all listed', () => {
    const reglas = reglasHidrocarburos.map(({ codigo }) => codigo);
    expect(casos.map(([codigo]) => codigo)).toEqual(reglas);
    expect(codigosConceptos.filter(({ donde }) => donde === 'regla').map(({ codigo }) => codigo)).toEqual(
      reglas,
    );
  });
});
