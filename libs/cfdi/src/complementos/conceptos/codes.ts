import type { RuleCode } from '../../rules/code.js';

/** Where each rule of the complements of lines is checked. The codes are ours: no matrix of these is published. */
export const conceptosCodes: readonly RuleCode[] = [
  { code: 'HYP-TipoPermiso', where: 'regla' },
  { code: 'HYP-NumeroPermiso', where: 'regla' },
  { code: 'HYP-ClaveHYP', where: 'regla' },
  { code: 'HYP-ClaveHYP-ClaveProdServ', where: 'regla' },
  { code: 'HYP-SubProductoHYP', where: 'regla' },
  { code: 'HYP-SubProductoHYP-ClaveHYP', where: 'regla' },
  { code: 'HYP-ClaveUnidad', where: 'regla' },
  {
    code: 'HYP-Permiso-Vigente',
    where: 'no',
    note: 'Si el permiso existe y es del emisor lo sabe la autoridad que lo otorga; no hay registro público por consultar.',
  },
  {
    code: 'IEDU-CURP',
    where: 'estructura',
    note: 'La forma es la de su XSD, más amplia que la de CFDI 4.0.',
  },
  { code: 'IEDU-nivelEducativo', where: 'estructura' },
  { code: 'IEDU-rfcPago', where: 'estructura', note: 'La forma es la de su XSD.' },
  {
    code: 'IEDU-autRVOE',
    where: 'no',
    note: 'Si la clave es de un plantel reconocido lo sabe la autoridad educativa.',
  },
];
