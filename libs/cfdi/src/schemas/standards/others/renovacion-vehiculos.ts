import { element, optional, optionalChild, oneOrMore, type Standard } from '../../schema.js';
import { writeWhole, fecha, fixedType, importe, oldRfc, freeText, one } from '../../types.js';

export const renovacionVehiculos: Standard = {
  prefix: 'decreto',
  namespace: 'http://www.sat.gob.mx/renovacionysustitucionvehiculos',
  schema:
    'http://www.sat.gob.mx/sitio_internet/cfd/renovacionysustitucionvehiculos/renovacionysustitucionvehiculos.xsd',
  root: element(
    'renovacionysustitucionvehiculos',
    { Version: fixedType('1.0'), TipoDeDecreto: one('01', '02') },
    optionalChild(
      element(
        'DecretoRenovVehicular',
        { VehEnaj: one('01', '02') },
        oneOrMore(
          element('VehiculosUsadosEnajenadoPermAlFab', {
            PrecioVehUsado: importe,
            TipoVeh: one('01', '02', '03', '04', '05', '06', '07', '08'),
            Marca: freeText(1, 50),
            TipooClase: freeText(1, 50),
            Año: writeWhole({ min: 1900 }),
            Modelo: optional(freeText()),
            NIV: optional(freeText(1, 17)),
            NumSerie: optional(freeText(1, 17)),
            NumPlacas: freeText(1, 10),
            NumMotor: optional(freeText(1, 17)),
            NumFolTarjCir: freeText(1, 40),
            NumPedIm: optional(freeText(1, 40)),
            Aduana: optional(freeText(1)),
            FechaRegulVeh: optional(fecha),
            Foliofiscal: freeText(1, 36),
          }),
        ),
        element('VehiculoNuvoSemEnajenadoFabAlPerm', {
          Año: writeWhole({ min: 1900 }),
          Modelo: optional(freeText()),
          NumPlacas: freeText(1, 10),
          RFC: optional(oldRfc),
        }),
      ),
    ),
    optionalChild(
      element(
        'DecretoSustitVehicular',
        { VehEnaj: one('01', '02') },
        element('VehiculoUsadoEnajenadoPermAlFab', {
          PrecioVehUsado: importe,
          TipoVeh: one('01', '02', '03', '04', '05', '06'),
          Marca: freeText(1, 50),
          TipooClase: freeText(1, 50),
          Año: writeWhole({ min: 1900 }),
          Modelo: optional(freeText()),
          NIV: optional(freeText(1, 17)),
          NumSerie: optional(freeText(1, 17)),
          NumPlacas: freeText(1, 10),
          NumMotor: optional(freeText(1, 17)),
          NumFolTarjCir: freeText(1, 40),
          NumFolAvisoint: freeText(1, 20),
          NumPedIm: freeText(1, 40),
          Aduana: freeText(1),
          FechaRegulVeh: fecha,
          Foliofiscal: freeText(1, 36),
        }),
        element('VehiculoNuvoSemEnajenadoFabAlPerm', {
          Año: writeWhole({ min: 1900 }),
          Modelo: optional(freeText()),
          NumPlacas: freeText(1, 10),
          RFC: optional(oldRfc),
        }),
      ),
    ),
  ),
};
