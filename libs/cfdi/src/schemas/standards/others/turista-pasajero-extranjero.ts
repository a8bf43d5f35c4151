import { element, optional, type Standard } from '../../schema.js';
import { fechaHora, fixedType, freeText, one } from '../../types.js';

export const turistaPasajeroExtranjero: Standard = {
  prefix: 'tpe',
  namespace: 'http://www.sat.gob.mx/TuristaPasajeroExtranjero',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/TuristaPasajeroExtranjero/TuristaPasajeroExtranjero.xsd',
  root: element(
    'TuristaPasajeroExtranjero',
    { version: fixedType('1.0'), fechadeTransito: fechaHora, tipoTransito: one('Arribo', 'Salida') },
    element('datosTransito', {
      Via: one('Aérea', 'Marítima', 'Terrestre'),
      TipoId: freeText(1),
      NumeroId: freeText(1),
      Nacionalidad: freeText(1),
      EmpresaTransporte: freeText(),
      IdTransporte: optional(freeText()),
    }),
  ),
};
