import { element, optional, type Standard } from '../../schema.js';
import { fixedType, importe, freeText, one } from '../../types.js';

export const interesesHipotecarios: Standard = {
  prefix: 'intereseshipotecarios',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios/intereseshipotecarios.xsd',
  root: element('Intereseshipotecarios', {
    Version: fixedType('1.0'),
    CreditoDeInstFinanc: one('SI', 'NO'),
    SaldoInsoluto: importe,
    PropDeducDelCredit: optional(importe),
    MontTotIntNominalesDev: optional(importe),
    MontTotIntNominalesDevYPag: optional(importe),
    MontTotIntRealPagDeduc: optional(importe),
    NumContrato: optional(freeText(1, 300)),
  }),
};
