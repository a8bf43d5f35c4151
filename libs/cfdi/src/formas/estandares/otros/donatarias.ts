import { elemento, type Estandar } from '../../forma.js';
import { fecha, fijo, textoLibre } from '../../tipos.js';

export const donatarias: Estandar = {
  prefijo: 'donat',
  espacio: 'http://www.sat.gob.mx/donat',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/donat/donat11.xsd',
  raiz: elemento('Donatarias', {
    version: fijo('1.1'),
    noAutorizacion: textoLibre(),
    fechaAutorizacion: fecha,
    leyenda: textoLibre(),
  }),
};
