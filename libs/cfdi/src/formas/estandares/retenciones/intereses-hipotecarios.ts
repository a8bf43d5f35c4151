import { elemento, opc, type Estandar } from '../../forma.js';
import { fijo, importe, textoLibre, uno } from '../../tipos.js';

export const interesesHipotecarios: Estandar = {
  prefijo: 'intereseshipotecarios',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios/intereseshipotecarios.xsd',
  raiz: elemento('Intereseshipotecarios', {
    Version: fijo('1.0'),
    CreditoDeInstFinanc: uno('SI', 'NO'),
    SaldoInsoluto: importe,
    PropDeducDelCredit: opc(importe),
    MontTotIntNominalesDev: opc(importe),
    MontTotIntNominalesDevYPag: opc(importe),
    MontTotIntRealPagDeduc: opc(importe),
    NumContrato: opc(textoLibre(1, 300)),
  }),
};
