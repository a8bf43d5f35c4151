import { element, type Standard } from '../../schema.js';
import { key, fixedType, freeText } from '../../types.js';

export const hidrocarburosPetroliferos: Standard = {
  prefix: 'hidrocarburospetroliferos',
  namespace: 'http://www.sat.gob.mx/hidrocarburospetroliferos',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/hidrocarburospetroliferos.xsd',
  root: element('HidroYPetro', {
    Version: fixedType('1.0'),
    TipoPermiso: key('c_TipoPermiso'),
    NumeroPermiso: freeText(15, 35),
    ClaveHYP: key('c_ClaveHYP'),
    SubProductoHYP: key('c_SubProductoHYP'),
  }),
};
