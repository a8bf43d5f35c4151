import { anyNumberOf, element, type Standard } from '../../schema.js';
import { fixedType, importeMxn, freeText } from '../../types.js';

export const implocal: Standard = {
  prefix: 'implocal',
  namespace: 'http://www.sat.gob.mx/implocal',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/implocal/implocal.xsd',
  root: element(
    'ImpuestosLocales',
    { version: fixedType('1.0'), TotaldeRetenciones: importeMxn, TotaldeTraslados: importeMxn },
    anyNumberOf(
      element('RetencionesLocales', {
        ImpLocRetenido: freeText(),
        TasadeRetencion: importeMxn,
        Importe: importeMxn,
      }),
    ),
    anyNumberOf(
      element('TrasladosLocales', {
        ImpLocTrasladado: freeText(),
        TasadeTraslado: importeMxn,
        Importe: importeMxn,
      }),
    ),
  ),
};
