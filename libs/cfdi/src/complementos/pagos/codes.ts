import type { RuleCode } from '../../rules/code.js';
const OUTSIDE: readonly RuleCode[] = [
  {
    ...{ code: 'CRP20216', where: 'no' },
    note: 'asks for a Confirmacion where the exchange rate differs too much from the published one, which is not held',
  },
  {
    ...{ code: 'CRP20220', where: 'no' },
    note: 'asks for a Confirmacion above a limit of Monto that the tax authority has not published',
  },
  {
    ...{ code: 'CRP20222', where: 'no' },
    note: 'asks whether the RFC of the bank is registered; only the tax authority holds the list',
  },
  { ...{ code: 'CRP20249', where: 'structure' }, note: 'the schema has 0.000001 as the least BaseDR' },
  { ...{ code: 'CRP20251', where: 'structure' }, note: 'the form of c_TipoFactor lists its three keys' },
  { ...{ code: 'CRP20255', where: 'structure' }, note: 'the schema has 0.000001 as the least BaseDR' },
  { ...{ code: 'CRP20257', where: 'structure' }, note: 'the form of c_TipoFactor lists its three keys' },
  {
    ...{ code: 'CRP20275', where: 'no' },
    note: 'defines the limits of each ImpPagado, between which it always lies; CRP20276 judges their sum',
  },
  {
    ...{ code: 'CRP20277', where: 'no' },
    note: 'says how CRP20276 counts the decimals of an EquivalenciaDR of 1, and is obeyed there',
  },
];

const OUTSIDE_BY_CODE = new Map(OUTSIDE.map((one) => [one.code, one]));
const codes = (desde: number, until: number): readonly string[] =>
  Array.from({ length: until - desde + 1 }, (_, i) => `CRP${desde + i}`);

/** Every code of the error matrix of Pagos 2.0, revision B. */
export const pagosCodes: readonly RuleCode[] = [
  ...[...codes(20101, 20123), ...codes(20201, 20279)].map(
    (code): RuleCode => OUTSIDE_BY_CODE.get(code) ?? { code, where: 'rule' },
  ),
  {
    ...{ code: 'CRP20999', where: 'rule' },
    note: 'keys of c_FormaPago, c_Moneda and c_TipoCadenaPago, and taxes of documents that ImpuestosP leaves out',
  },
];
