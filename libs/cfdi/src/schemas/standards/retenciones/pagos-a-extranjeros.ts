import { element, optionalChild, type Standard } from '../../schema.js';
import { key, oldCurp, fixedType, pattern, oldRfc, freeText, one, type SimpleType } from '../../types.js';

/** c_Pais of Retenciones: two letters, and PIK; that of the CFDI has three. */
const pais: SimpleType = { ...pattern(/^[A-Z]{2,3}$/, 'c_Pais'), catalogue: 'c_Pais' };

export const pagosAExtranjeros: Standard = {
  prefix: 'pagosaextranjeros',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros/pagosaextranjeros.xsd',
  root: element(
    'Pagosaextranjeros',
    { Version: fixedType('1.0'), EsBenefEfectDelCobro: one('SI', 'NO') },
    optionalChild(
      element('NoBeneficiario', {
        PaisDeResidParaEfecFisc: pais,
        ConceptoPago: key('c_TipoContribuyenteSujetoRetencion'),
        DescripcionConcepto: freeText(1, 255),
      }),
    ),
    optionalChild(
      element('Beneficiario', {
        RFC: oldRfc,
        CURP: oldCurp,
        NomDenRazSocB: freeText(1, 300),
        ConceptoPago: key('c_TipoContribuyenteSujetoRetencion'),
        DescripcionConcepto: freeText(1, 255),
      }),
    ),
  ),
};
