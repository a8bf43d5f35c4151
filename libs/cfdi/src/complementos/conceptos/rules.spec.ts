import { describe, expect, it } from '@jest/globals';
import { comprobanteToNode } from '../../document/node.js';
import type { ComprobanteInput, ConceptoInput } from '../../input.js';
import { violationToDetail, type Violation } from '../../rules/rule.js';
import { buildDocument } from '../../testing/build.js';
import { conceptosCodes } from './codes.js';
import { buildComplementoConcepto } from './build.js';
import { hidrocarburosRules, checkComplementoConcepto } from './rules.js';
import { combustible, comprobanteWithLines, hidrocarburos, iedu } from './testing/samples.js';

/** The rules that the line breaks, with the input's paths. */
function violationsOf(line: ConceptoInput, over: Partial<ComprobanteInput> = {}): Violation[] {
  const { complemento, ...rest } = line;
  if (!complemento) throw new Error('it has no complement');
  const made = buildComplementoConcepto(complemento, line, 'conceptos[0].complemento');
  if (!made.ok) throw new Error(JSON.stringify(made.refusal.details));
  const root = comprobanteToNode(buildDocument({ ...comprobanteWithLines(rest), ...over }), {
    ...{ ofComprobante: [], ofConceptos: new Map([[0, made.value]]) },
  });
  const concepto = root.children.find(({ name }) => name === 'Conceptos')?.children[0];
  if (!concepto) throw new Error('it has no line');
  const violations: Violation[] = [];
  checkComplementoConcepto(made.value.node, concepto, { root }, violations);
  return violations;
}
const withChanges = (over: Parameters<typeof hidrocarburos>[0]) =>
  combustible({ complemento: hidrocarburos(over) });

const cases: readonly (readonly [string, string, ConceptoInput, Partial<ComprobanteInput>?])[] = [
  ['HYP-TipoPermiso', 'complemento.tipoPermiso', withChanges({ tipoPermiso: 'PER99' })],
  ['HYP-NumeroPermiso', 'complemento.numeroPermiso', withChanges({ numeroPermiso: 'PL/12345/EXP/ES/201' })],
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
  ['HYP-SubProductoHYP', 'complemento.subProductoHyp', withChanges({ subProductoHyp: 'SP99' })],
  ['HYP-SubProductoHYP-ClaveHYP', 'complemento.subProductoHyp', withChanges({ subProductoHyp: 'SP17' })],
  ['HYP-ClaveUnidad', 'claveUnidad', combustible({ claveUnidad: 'H87' })],
];

describe('rules of Hidrocarburos y Petrolíferos', () => {
  it('hold in a line of fuel', () => expect(violationsOf(combustible())).toEqual([]));

  it.each(cases)('%s: a line that breaks just this one', (code, field, line) => {
    const violations = violationsOf(line);
    expect(violations.map((violation) => violation.code)).toEqual([code]);
    expect(violations.map((violation) => violationToDetail(violation).path)).toEqual([
      `conceptos[0].${field}`,
    ]);
  });

  it('hold from the day of the catalogues on', () => {
    const codes = violationsOf(combustible(), { fecha: '2026-04-23T10:00:00' }).map(({ code }) => code);
    expect(codes).toEqual(['HYP-TipoPermiso', 'HYP-ClaveHYP', 'HYP-SubProductoHYP']);
  });

  it('are not of other complements', () => {
    expect(violationsOf(combustible({ complemento: iedu() }))).toEqual([]);
  });

  it('are all tried, and all listed', () => {
    const rules = hidrocarburosRules.map(({ code }) => code);
    expect(cases.map(([code]) => code)).toEqual(rules);
    expect(conceptosCodes.filter(({ where }) => where === 'rule').map(({ code }) => code)).toEqual(rules);
  });
});
