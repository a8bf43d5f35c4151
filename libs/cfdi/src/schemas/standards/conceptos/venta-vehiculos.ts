import {
  anyNumberOf,
  withCadena,
  element,
  optional,
  optionalOneOfChildren,
  type Standard,
} from '../../schema.js';
import { fecha, fixedType, importe, freeText } from '../../types.js';

export const ventaVehiculos: Standard = {
  prefix: 'ventavehiculos',
  namespace: 'http://www.sat.gob.mx/ventavehiculos',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/ventavehiculos/ventavehiculos11.xsd',
  root: withCadena(
    optionalOneOfChildren(
      element(
        'VentaVehiculos',
        { version: fixedType('1.1'), ClaveVehicular: freeText(1), Niv: freeText(1) },
        anyNumberOf(
          element('InformacionAduanera', {
            numero: freeText(1),
            fecha,
            aduana: optional(freeText(1)),
          }),
        ),
        anyNumberOf(
          element(
            'Parte',
            {
              cantidad: importe,
              unidad: optional(freeText(1)),
              noIdentificacion: optional(freeText(1)),
              descripcion: freeText(1),
              valorUnitario: optional(importe),
              importe: optional(importe),
            },
            anyNumberOf(
              element('InformacionAduanera', {
                numero: freeText(1),
                fecha,
                aduana: optional(freeText(1)),
              }),
            ),
          ),
        ),
      ),
      'InformacionAduanera',
      'Parte',
    ),
    'version ClaveVehicular Niv >InformacionAduanera >Parte/InformacionAduanera',
  ),
};
