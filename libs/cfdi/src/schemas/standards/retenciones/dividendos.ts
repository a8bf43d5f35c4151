import { element, optional, optionalChild, type Standard } from '../../schema.js';
import { key, decimal, fixedType, importe, one } from '../../types.js';

export const dividendos: Standard = {
  prefix: 'dividendos',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/dividendos/dividendos.xsd',
  root: element(
    'Dividendos',
    { Version: fixedType('1.0') },
    optionalChild(
      element('DividOUtil', {
        CveTipDivOUtil: key('c_TipoDividendoOUtilidadDistribuida'),
        MontISRAcredRetMexico: importe,
        MontISRAcredRetExtranjero: importe,
        MontRetExtDivExt: optional(importe),
        TipoSocDistrDiv: one('Sociedad Nacional', 'Sociedad Extranjera'),
        MontISRAcredNal: optional(importe),
        MontDivAcumNal: optional(importe),
        MontDivAcumExt: optional(importe),
      }),
    ),
    optionalChild(element('Remanente', { ProporcionRem: optional(decimal(6, { max: 9999999999 })) })),
  ),
};
