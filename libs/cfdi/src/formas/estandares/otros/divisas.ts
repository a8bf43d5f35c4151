import { element, type Standard } from '../../forma.js';
import { fixedType, one } from '../../tipos.js';

export const divisas: Standard = {
  prefix: 'divisas',
  namespace: 'http://www.sat.gob.mx/divisas',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/divisas/divisas.xsd',
  root: element('Divisas', { version: fixedType('1.0'), tipoOperacion: one('compra', 'venta') }),
};
