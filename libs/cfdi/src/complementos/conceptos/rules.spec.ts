import { describe, expect, it } from '@jest/globals';
import { comprobanteToNode } from '../../document/node.js';
import type { ComprobanteInput, ConceptoInput } from '../../input.js';
import { violationToDetail, type Violation } from '../../rules/rule.js';
import { buildDocument } from '../../testing/build.js';
import { buildComprobante } from '../../document/build.js';
import { comprobante, concepto } from '../../testing/samples.js';
import { conceptosCodes } from './codes.js';
import { buildComplementoConcepto } from './build.js';
import { hidrocarburosRules, checkComplementoConcepto } from './rules.js';
import { combustible, comprobanteWithLines, hidrocarburos, iedu } from './testing/samples.js';

/** A product that is no fuel. */
const OTHER = '60131324';

/** The rules that the line breaks, with the input's paths. */
function violationsOf(line: ConceptoInput, over: Partial<ComprobanteInput> = {}): Violation[] {
  const { complemento, ...rest } = line;
  if (!complemento) throw new Error('it has no complement');
  const made = buildComplementoConcepto(complemento, line, 'conceptos[0].complemento');
  if (!made.ok) throw new Error(JSON.stringify(made.refusal.details));
  const { claveProdServ, claveUnidad } = rest;
  // The builder takes no fuel without a right complement: the line gets its keys afterwards.
  const built = buildDocument({ ...comprobanteWithLines({ ...rest, claveProdServ: OTHER }), ...over });
  const conceptos = built.conceptos.map((one) => ({ ...one, claveProdServ, claveUnidad }));
  const root = comprobanteToNode(
    { ...built, conceptos },
    { ofComprobante: [], ofConceptos: new Map([[0, made.value]]) },
  );
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
  ['CCHYP107', 'complemento.numeroPermiso', withChanges({ numeroPermiso: 'PL/12345/EXP/ES/201' })],
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
  ['CCHYP110', 'complemento.subProductoHyp', withChanges({ subProductoHyp: 'SP17' })],
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

describe('fuel that is sold or returned', () => {
  const { complemento: _, ...bare } = combustible();
  const refusalsOf = (line: ConceptoInput, over: Partial<ComprobanteInput> = {}): string[] => {
    const built = buildComprobante(comprobante({ conceptos: [concepto(), line], ...over }));
    return built.ok ? [] : (built.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
  };
  const PATH = 'conceptos[1].complemento';

  it.each(['15101505', '15101514', '15101515'])(
    'with %s needs its complement, in I and E',
    (claveProdServ) => {
      for (const tipo of ['I', 'E'] as const)
        expect(refusalsOf({ ...bare, claveProdServ }, { tipo })).toEqual([`${PATH} required`]);
    },
  );

  it('is refused with another complement, and says what is wrong with its own once', () => {
    expect(refusalsOf(combustible({ complemento: iedu() }))).toEqual([`${PATH} invalid_value`]);
    expect(refusalsOf(withChanges({ tipoPermiso: '?' }))).toEqual([`${PATH}.tipoPermiso invalid_value`]);
  });

  it('says in both languages what to do, with the code of the matrix', () => {
    const built = buildComprobante(comprobante({ conceptos: [bare] }));
    expect(built.ok ? [] : built.refusal.details).toMatchObject(
      [
        {
          message: {
            es: /15101514.*"numero_permiso".*\(CFDI40163\)$/,
            en: /"sub_producto_hyp".*\(CFDI40163\)$/,
          },
        },
      ].map(({ message: { es, en } }) => ({
        message: { es: expect.stringMatching(es), en: expect.stringMatching(en) },
      })),
    );
  });

  it('needs none before 2026-04-24, with a key of another fuel, or where it is only moved', () => {
    expect(refusalsOf(bare, { fecha: '2026-04-23T23:59:59' })).toEqual([]);
    expect(refusalsOf(bare, { fecha: '2026-04-24T00:00:00' })).toEqual([`${PATH} required`]);
    expect(refusalsOf({ ...bare, claveProdServ: '15101506' })).toEqual([]);
    const moved = { ...bare, precio: '0', objetoImp: '01', impuestos: [] };
    const {
      formaPago: _form,
      metodoPago: _method,
      ...traslado
    } = comprobante({
      ...{ tipo: 'T', moneda: 'XXX', decimalesMoneda: 0, conceptos: [moved] },
    });
    expect(buildComprobante(traslado).ok).toBe(true);
  });

  it('goes with its complement', () => expect(refusalsOf(combustible())).toEqual([]));
});
