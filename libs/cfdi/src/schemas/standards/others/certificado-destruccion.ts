import { element, optional, optionalChild, type Standard } from '../../schema.js';
import { writeWhole, fecha, fixedType, freeText, one } from '../../types.js';

export const certificadoDestruccion: Standard = {
  prefix: 'destruccion',
  namespace: 'http://www.sat.gob.mx/certificadodestruccion',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/certificadodestruccion/certificadodedestruccion.xsd',
  root: element(
    'certificadodedestruccion',
    {
      Version: fixedType('1.0'),
      Serie: one('SERIE A', 'SERIE B', 'SERIE C', 'SERIE D', 'SERIE E'),
      NumFolDesVeh: freeText(1, 20),
    },
    element('VehiculoDestruido', {
      Marca: freeText(1, 50),
      TipooClase: freeText(1, 50),
      Año: writeWhole({ min: 1900 }),
      Modelo: optional(freeText()),
      NIV: optional(freeText(1, 17)),
      NumSerie: optional(freeText(1, 17)),
      NumPlacas: freeText(1, 10),
      NumMotor: optional(freeText(1, 17)),
      NumFolTarjCir: freeText(1, 40),
    }),
    optionalChild(
      element('InformacionAduanera', { NumPedImp: freeText(1, 40), Fecha: fecha, Aduana: freeText(1) }),
    ),
  ),
};
