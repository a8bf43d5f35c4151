import type { RuleCode } from '../../rules/code.js';

/** Where each rule of the complements of lines is checked. Codes with hyphens are ours: of these matrices little is published. */
export const conceptosCodes: readonly RuleCode[] = [
  { code: 'HYP-TipoPermiso', where: 'rule' },
  {
    code: 'CCHYP107',
    where: 'rule',
    note: 'La nomenclatura de su tipo (revisión A: PER01 a PER11). Si está en la lista L_CNE lo sabe solo la autoridad.',
  },
  { code: 'HYP-ClaveHYP', where: 'rule' },
  { code: 'HYP-ClaveHYP-ClaveProdServ', where: 'rule' },
  { code: 'HYP-SubProductoHYP', where: 'rule' },
  { code: 'CCHYP110', where: 'rule' },
  { code: 'HYP-ClaveUnidad', where: 'rule' },
  {
    code: 'CCHYP106',
    where: 'no',
    note: 'La lista de complementos con los que puede coexistir no está publicada con su esquema. Con Carta Porte se admite (revisión A).',
  },
  {
    code: 'CCHYP108',
    where: 'no',
    note: 'Si el permiso existe y es del emisor lo dice la lista L_CNE, que no es pública.',
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
