import { element, optional, type Standard } from '../../schema.js';
import { fixedType, oldRfc, freeText } from '../../types.js';

export const pfic: Standard = {
  prefix: 'pfic',
  namespace: 'http://www.sat.gob.mx/pfic',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/pfic/pfic.xsd',
  root: element('PFintegranteCoordinado', {
    version: fixedType('1.0'),
    ClaveVehicular: freeText(1),
    Placa: freeText(1),
    RFCPF: optional(oldRfc),
  }),
};
