import { element, type Standard } from '../../schema.js';
import { fecha, fixedType, freeText } from '../../types.js';

export const donatarias: Standard = {
  prefix: 'donat',
  namespace: 'http://www.sat.gob.mx/donat',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/donat/donat11.xsd',
  root: element('Donatarias', {
    version: fixedType('1.1'),
    noAutorizacion: freeText(),
    fechaAutorizacion: fecha,
    leyenda: freeText(),
  }),
};
