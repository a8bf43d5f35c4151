import type { RuleCode } from '../../rules/code.js';

/** Where each rule of the complements of lines is checked. The codes are ours: no matrix of these is published. */
export const conceptosCodes: readonly RuleCode[] = [
  { code: 'HYP-TipoPermiso', where: 'rule' },
  { code: 'HYP-NumeroPermiso', where: 'rule' },
  { code: 'HYP-ClaveHYP', where: 'rule' },
  { code: 'HYP-ClaveHYP-ClaveProdServ', where: 'rule' },
  { code: 'HYP-SubProductoHYP', where: 'rule' },
  { code: 'HYP-SubProductoHYP-ClaveHYP', where: 'rule' },
  { code: 'HYP-ClaveUnidad', where: 'rule' },
  {
    code: 'HYP-Permiso-Vigente',
    where: 'no',
    note: 'Si el permiso existe y es del emisor lo sabe la autoridad que lo otorga; no hay registro público por consultar.',
  },
  {
    code: 'IEDU-CURP',
    where: 'structure',
    note: 'La forma es la de su XSD, más amplia que la de CFDI 4.0.',
  },
  { code: 'IEDU-nivelEducativo', where: 'structure' },
  { code: 'IEDU-rfcPago', where: 'structure', note: 'La forma es la de su XSD.' },
  {
    code: 'IEDU-autRVOE',
    where: 'no',
    note: 'Si la clave es de un plantel reconocido lo sabe la autoridad educativa.',
  },
];
