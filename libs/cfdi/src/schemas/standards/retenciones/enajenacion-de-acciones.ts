import { element, type Standard } from '../../schema.js';
import { fixedType, importe, freeText } from '../../types.js';

export const enajenacionDeAcciones: Standard = {
  prefix: 'enajenaciondeacciones',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones/enajenaciondeacciones.xsd',
  root: element('EnajenaciondeAcciones', {
    Version: fixedType('1.0'),
    ContratoIntermediacion: freeText(1, 300),
    Ganancia: importe,
    Perdida: importe,
  }),
};
