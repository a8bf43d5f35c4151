import type { CodigoDeRegla } from '../../reglas/codigo.js';

/** Where each rule of the complements of lines is checked. The codes are ours: no matrix of these is published. */
export const codigosConceptos: readonly CodigoDeRegla[] = [
  { codigo: 'HYP-TipoPermiso', donde: 'regla' },
  { codigo: 'HYP-NumeroPermiso', donde: 'regla' },
  { codigo: 'HYP-ClaveHYP', donde: 'regla' },
  { codigo: 'HYP-ClaveHYP-ClaveProdServ', donde: 'regla' },
  { codigo: 'HYP-SubProductoHYP', donde: 'regla' },
  { codigo: 'HYP-SubProductoHYP-ClaveHYP', donde: 'regla' },
  { codigo: 'HYP-ClaveUnidad', donde: 'regla' },
  {
    codigo: 'HYP-Permiso-Vigente',
    donde: 'no',
    nota: 'Si el permiso existe y es del emisor lo sabe la autoridad que lo otorga; no hay registro público por consultar.',
  },
  {
    codigo: 'IEDU-CURP',
    donde: 'estructura',
    nota: 'La forma es la de su XSD, más amplia que la de CFDI 4.0.',
  },
  { codigo: 'IEDU-nivelEducativo', donde: 'estructura' },
  { codigo: 'IEDU-rfcPago', donde: 'estructura', nota: 'La forma es la de su XSD.' },
  {
    codigo: 'IEDU-autRVOE',
    donde: 'no',
    nota: 'Si la clave es de un plantel reconocido lo sabe la autoridad educativa.',
  },
];
