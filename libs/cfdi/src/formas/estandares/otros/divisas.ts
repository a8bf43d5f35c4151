import { elemento, type Estandar } from '../../forma.js';
import { fijo, uno } from '../../tipos.js';

export const divisas: Estandar = {
  prefijo: 'divisas',
  espacio: 'http://www.sat.gob.mx/divisas',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/divisas/divisas.xsd',
  raiz: elemento('Divisas', { version: fijo('1.0'), tipoOperacion: uno('compra', 'venta') }),
};
