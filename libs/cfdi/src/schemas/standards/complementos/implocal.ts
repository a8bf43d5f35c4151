import { anyNumberOf, element, type Standard } from '../../schema.js';
import { decimalByValue, fixedType, freeText } from '../../types.js';

/** Two decimals, by value: 3.000 is 3.00. */
const importe = decimalByValue(2);

export const implocal: Standard = {
  prefix: 'implocal',
  namespace: 'http://www.sat.gob.mx/implocal',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/implocal/implocal.xsd',
  root: element(
    'ImpuestosLocales',
    { version: fixedType('1.0'), TotaldeRetenciones: importe, TotaldeTraslados: importe },
    anyNumberOf(
      element('RetencionesLocales', {
        ImpLocRetenido: freeText(),
        TasadeRetencion: importe,
        Importe: importe,
      }),
    ),
    anyNumberOf(
      element('TrasladosLocales', {
        ImpLocTrasladado: freeText(),
        TasadeTraslado: importe,
        Importe: importe,
      }),
    ),
  ),
};
