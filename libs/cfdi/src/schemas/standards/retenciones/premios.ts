import { element, type Standard } from '../../schema.js';
import { key, fixedType, importe } from '../../types.js';

export const premios: Standard = {
  prefix: 'premios',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/premios',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/premios/premios.xsd',
  root: element('Premios', {
    Version: fixedType('1.0'),
    EntidadFederativa: key('c_EntidadesFederativas'),
    MontTotPago: importe,
    MontTotPagoGrav: importe,
    MontTotPagoExent: importe,
  }),
};
