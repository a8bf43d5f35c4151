import { elemento, type Estandar } from '../../forma.js';
import { clave, fijo, textoLibre } from '../../tipos.js';

export const hidrocarburosPetroliferos: Estandar = {
  prefijo: 'hidrocarburospetroliferos',
  espacio: 'http://www.sat.gob.mx/hidrocarburospetroliferos',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/hidrocarburospetroliferos.xsd',
  raiz: elemento('HidroYPetro', {
    Version: fijo('1.0'),
    TipoPermiso: clave('c_TipoPermiso'),
    NumeroPermiso: textoLibre(15, 35),
    ClaveHYP: clave('c_ClaveHYP'),
    SubProductoHYP: clave('c_SubProductoHYP'),
  }),
};
