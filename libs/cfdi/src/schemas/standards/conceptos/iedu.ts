import { element, optional, type Standard } from '../../schema.js';
import { oldCurp, fixedType, oldRfc, freeText, one } from '../../types.js';

export const iedu: Standard = {
  prefix: 'iedu',
  namespace: 'http://www.sat.gob.mx/iedu',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/iedu/iedu.xsd',
  root: element('instEducativas', {
    version: fixedType('1.0'),
    nombreAlumno: freeText(),
    CURP: oldCurp,
    nivelEducativo: one(
      'Preescolar',
      'Primaria',
      'Secundaria',
      'Profesional técnico',
      'Bachillerato o su equivalente',
    ),
    autRVOE: freeText(1),
    rfcPago: optional(oldRfc),
  }),
};
