import { element, type Standard } from '../../schema.js';
import { fixedType, importe, one } from '../../types.js';

export const intereses: Standard = {
  prefix: 'intereses',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereses',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereses/intereses.xsd',
  root: element('Intereses', {
    Version: fixedType('1.0'),
    SistFinanciero: one('SI', 'NO'),
    RetiroAORESRetInt: one('SI', 'NO'),
    OperFinancDerivad: one('SI', 'NO'),
    MontIntNominal: importe,
    MontIntReal: importe,
    Perdida: importe,
  }),
};
