import { impuestos, isRateAllowed } from '#sat';
import { placeOf, rule, type Place, type Rule } from '../../rules/rule.js';
import { toMonedaDePago, ONE_TO_ONE } from './conversion.js';
import { ivaSuffixOf, retencionTotalOf } from './totales.js';
import type { RowDR, GroupP } from './view.js';

/** The summary of a payment's taxes, in its currency (CRP20262 to CRP20274). */

type RuleP = Rule<GroupP, unknown>;

const placeIn = ({ rows, pago }: GroupP, name?: string): Place =>
  rows[0] ? placeOf(rows[0].node, name) : placeOf(pago, 'ImpuestosP');

const writeOne = ({ rows }: GroupP): boolean => rows.length > 0;

/**
 * Whether the rows add up to what the documents have, each divided by its equivalencia. Of documents in the payment's
 * currency it is exact; each of the others may have been rounded or cut off in the sixth decimal.
 */
function addsUp({ rows, ofDocuments }: GroupP, what: 'base' | 'importe'): boolean {
  const from = (row: Pick<RowDR, 'base' | 'importe'>): bigint => row[what] ?? 0n;
  const written = rows.reduce((total, row) => total + from(row), 0n);
  const { num, den } = toMonedaDePago(
    ofDocuments.map(({ row, equivalencia }) => ({ importe: from(row), equivalencia })),
  );
  const converted = ofDocuments.filter(({ equivalencia }) => equivalencia !== ONE_TO_ONE).length;
  const difference = written * den - num;
  if (converted === 0) return difference === 0n;
  return (difference < 0n ? -difference : difference) < BigInt(converted) * den;
}

const key = (code: string): RuleP =>
  rule(
    code,
    'ImpuestoP no es una clave de c_Impuesto.',
    'ImpuestoP is no key of c_Impuesto.',
    // A tax that comes from a document is wrong there (CRP20250, CRP20256).
    (group) =>
      writeOne(group) &&
      group.ofDocuments.length === 0 &&
      !impuestos.has(group.impuesto) &&
      placeIn(group, 'ImpuestoP'),
  );

const missing: RuleP = rule(
  'CRP20999',
  'ImpuestosP no resume un impuesto de los documentos relacionados.',
  'ImpuestosP leaves out a tax of the related documents.',
  (group) => !writeOne(group) && placeIn(group),
);

/** Whether Totales has an attribute; without a name any of `others` will do. */
const hasAttribute = ({ totales }: GroupP, name: string | undefined, others: readonly string[]): boolean =>
  name === undefined
    ? others.some((other) => totales.attributes[other] !== undefined)
    : totales.attributes[name] !== undefined;

const RETENIDOS = ['TotalRetencionesIVA', 'TotalRetencionesISR', 'TotalRetencionesIEPS'];
const WITH_TASA = ['IVA16', 'IVA8', 'IVA0'];

export const retencionRulesP: readonly RuleP[] = [
  missing,
  key('CRP20262'),
  rule(
    'CRP20263',
    'Hay más de una retención del mismo impuesto en el resumen del pago.',
    'There is more than one withheld row of a tax in the summary of the payment.',
    ({ rows }) => rows[1] && placeOf(rows[1].node, 'ImpuestoP'),
  ),
  rule(
    'CRP20264',
    'Falta en Totales el total de un impuesto retenido.',
    'Totales lacks the total of a withheld tax.',
    (group) =>
      writeOne(group) &&
      !hasAttribute(group, retencionTotalOf(group.impuesto), RETENIDOS) &&
      placeIn(group, 'ImporteP'),
  ),
  rule(
    'CRP20265',
    'ImporteP no es la suma de lo retenido en los documentos, en la moneda del pago.',
    'ImporteP is not the sum of what the documents withhold, in the currency of the payment.',
    (group) => writeOne(group) && !addsUp(group, 'importe') && placeIn(group, 'ImporteP'),
  ),
];

export const trasladoRulesP: readonly RuleP[] = [
  missing,
  rule(
    'CRP20266',
    'Un traslado Exento solo debe tener BaseP, ImpuestoP y TipoFactorP.',
    'An exempt transfer must have only BaseP, ImpuestoP and TipoFactorP.',
    ({ rows }) => {
      const bad = rows.find(
        ({ tipoFactor, tasa, importe }) =>
          tipoFactor === 'Exento' && (tasa !== undefined || importe !== undefined),
      );
      return bad && placeOf(bad.node, bad.tasa === undefined ? 'ImporteP' : 'TasaOCuotaP');
    },
  ),
  rule(
    'CRP20267',
    'Falta en Totales la base de un IVA trasladado.',
    'Totales lacks the base of a transferred IVA.',
    (group) => {
      if (!writeOne(group) || group.impuesto !== '002') return false;
      const suffix = ivaSuffixOf(group);
      const others = [...WITH_TASA, 'IVAExento'].map((other) => `TotalTrasladosBase${other}`);
      return !hasAttribute(group, suffix && `TotalTrasladosBase${suffix}`, others) && placeIn(group, 'BaseP');
    },
  ),
  rule(
    'CRP20268',
    'BaseP no es la suma de las bases de los documentos, en la moneda del pago.',
    'BaseP is not the sum of the bases of the documents, in the currency of the payment.',
    (group) => writeOne(group) && !isOnlyExento(group) && !addsUp(group, 'base') && placeIn(group, 'BaseP'),
  ),
  rule(
    'CRP20269',
    'BaseP no es la suma de las bases exentas de los documentos, en la moneda del pago.',
    'BaseP is not the sum of the exempt bases of the documents, in the currency of the payment.',
    (group) => writeOne(group) && isOnlyExento(group) && !addsUp(group, 'base') && placeIn(group, 'BaseP'),
  ),
  key('CRP20270'),
  rule(
    'CRP20271',
    'Hay más de un traslado del mismo impuesto, factor y tasa en el resumen del pago.',
    'There is more than one transferred row of a tax, factor and rate in the summary of the payment.',
    ({ rows }) => rows[1] && placeOf(rows[1].node, 'ImpuestoP'),
  ),
  rule(
    'CRP20272',
    'TasaOCuotaP no es una tasa o cuota de c_TasaOCuota para el impuesto y el factor.',
    'TasaOCuotaP is no rate of c_TasaOCuota for the tax and the factor.',
    // A rate that comes from a document is wrong there (CRP20260).
    (group) =>
      writeOne(group) &&
      group.ofDocuments.length === 0 &&
      impuestos.has(group.impuesto) &&
      group.tipoFactor !== 'Exento' &&
      !isRateAllowed({ ...group, factor: group.tipoFactor, retencion: false }) &&
      placeIn(group, 'TasaOCuotaP'),
  ),
  rule(
    'CRP20273',
    'Falta en Totales el impuesto de un IVA trasladado.',
    'Totales lacks the amount of a transferred IVA.',
    (group) => {
      const { impuesto, tipoFactor, rows } = group;
      if (impuesto !== '002' || tipoFactor === 'Exento') return false;
      if (!rows.some(({ importe }) => importe !== undefined)) return false;
      const suffix = ivaSuffixOf(group);
      const others = WITH_TASA.map((other) => `TotalTrasladosImpuesto${other}`);
      return (
        !hasAttribute(group, suffix && `TotalTrasladosImpuesto${suffix}`, others) &&
        placeIn(group, 'ImporteP')
      );
    },
  ),
  rule(
    'CRP20274',
    'ImporteP no es la suma de lo trasladado en los documentos, en la moneda del pago.',
    'ImporteP is not the sum of what the documents transfer, in the currency of the payment.',
    (group) =>
      writeOne(group) &&
      group.tipoFactor !== 'Exento' &&
      (group.rows.some(({ importe }) => importe === undefined) || !addsUp(group, 'importe')) &&
      placeIn(group, 'ImporteP'),
  ),
];

const isOnlyExento = ({ tipoFactor, allExento }: GroupP): boolean => tipoFactor === 'Exento' && allExento;
