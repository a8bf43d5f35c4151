import type { CodigoDeRegla } from '../../reglas/codigo.js';
const FUERA: readonly CodigoDeRegla[] = [
  {
    ...{ codigo: 'CRP20216', donde: 'no' },
    nota: 'asks for a Confirmacion where the exchange rate differs too much from the published one, which is not held',
  },
  {
    ...{ codigo: 'CRP20220', donde: 'no' },
    nota: 'asks for a Confirmacion above a limit of Monto that the tax authority has not published',
  },
  {
    ...{ codigo: 'CRP20222', donde: 'no' },
    nota: 'asks whether the RFC of the bank is registered; only the tax authority holds the list',
  },
  { ...{ codigo: 'CRP20249', donde: 'estructura' }, nota: 'the schema has 0.000001 as the least BaseDR' },
  { ...{ codigo: 'CRP20251', donde: 'estructura' }, nota: 'the form of c_TipoFactor lists its three keys' },
  { ...{ codigo: 'CRP20255', donde: 'estructura' }, nota: 'the schema has 0.000001 as the least BaseDR' },
  { ...{ codigo: 'CRP20257', donde: 'estructura' }, nota: 'the form of c_TipoFactor lists its three keys' },
  {
    ...{ codigo: 'CRP20275', donde: 'no' },
    nota: 'defines the limits of each ImpPagado, between which it always lies; CRP20276 judges their sum',
  },
  {
    ...{ codigo: 'CRP20277', donde: 'no' },
    nota: 'says how CRP20276 counts the decimals of an EquivalenciaDR of 1, and is obeyed there',
  },
];

const FUERA_POR_CODIGO = new Map(FUERA.map((uno) => [uno.codigo, uno]));
const codigos = (desde: number, hasta: number): readonly string[] =>
  Array.from({ length: hasta - desde + 1 }, (_, i) => `CRP${desde + i}`);

/** Every code of the error matrix of Pagos 2.0, revision B. */
export const codigosPagos: readonly CodigoDeRegla[] = [
  ...[...codigos(20101, 20123), ...codigos(20201, 20279)].map(
    (codigo): CodigoDeRegla => FUERA_POR_CODIGO.get(codigo) ?? { codigo, donde: 'regla' },
  ),
  {
    ...{ codigo: 'CRP20999', donde: 'regla' },
    nota: 'keys of c_FormaPago, c_Moneda and c_TipoCadenaPago, and taxes of documents that ImpuestosP leaves out',
  },
];
