import { anyNumberOf, element, optional, type Standard } from '../../schema.js';
import { fecha, fixedType, pattern, importe, freeText } from '../../types.js';

export const vehiculoUsado: Standard = {
  prefix: 'vehiculousado',
  namespace: 'http://www.sat.gob.mx/vehiculousado',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/vehiculousado/vehiculousado.xsd',
  root: element(
    'VehiculoUsado',
    {
      Version: fixedType('1.0'),
      montoAdquisicion: importe,
      montoEnajenacion: importe,
      claveVehicular: freeText(1, 7),
      marca: freeText(1, 50),
      tipo: freeText(1, 50),
      modelo: pattern(/^\d{4}$/u),
      numeroMotor: optional(freeText(1, 17)),
      numeroSerie: optional(freeText(1, 17)),
      NIV: optional(freeText(1, 17)),
      valor: importe,
    },
    anyNumberOf(
      element('InformacionAduanera', { numero: freeText(1), fecha, aduana: optional(freeText(1)) }),
    ),
  ),
};
