import { element, type Standard } from '../../schema.js';
import { fixedType, one } from '../../types.js';

export const divisas: Standard = {
  prefix: 'divisas',
  namespace: 'http://www.sat.gob.mx/divisas',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/divisas/divisas.xsd',
  root: element('Divisas', { version: fixedType('1.0'), tipoOperacion: one('compra', 'venta') }),
};
