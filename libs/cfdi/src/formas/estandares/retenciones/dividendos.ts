import { elemento, opc, talVez, type Estandar } from '../../forma.js';
import { clave, decimal, fijo, importe, uno } from '../../tipos.js';

export const dividendos: Estandar = {
  prefijo: 'dividendos',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos/dividendos.xsd',
  raiz: elemento(
    'Dividendos',
    { Version: fijo('1.0') },
    talVez(
      elemento('DividOUtil', {
        CveTipDivOUtil: clave('c_TipoDividendoOUtilidadDistribuida'),
        MontISRAcredRetMexico: importe,
        MontISRAcredRetExtranjero: importe,
        MontRetExtDivExt: opc(importe),
        TipoSocDistrDiv: uno('Sociedad Nacional', 'Sociedad Extranjera'),
        MontISRAcredNal: opc(importe),
        MontDivAcumNal: opc(importe),
        MontDivAcumExt: opc(importe),
      }),
    ),
    talVez(elemento('Remanente', { ProporcionRem: opc(decimal(6, { max: 9999999999 })) })),
  ),
};
