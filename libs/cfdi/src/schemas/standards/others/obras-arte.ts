import { element, optional, type Standard } from '../../schema.js';
import { fecha, fixedType, importe, freeText, one } from '../../types.js';

export const obrasArte: Standard = {
  prefix: 'obrasarte',
  namespace: 'http://www.sat.gob.mx/arteantiguedades',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/arteantiguedades/obrasarteantiguedades.xsd',
  root: element('obrasarteantiguedades', {
    Version: fixedType('1.0'),
    TipoBien: one('01', '02', '03', '04'),
    OtrosTipoBien: optional(freeText(1, 255)),
    TituloAdquirido: one('01', '02', '03', '04', '05'),
    OtrosTituloAdquirido: optional(freeText(1, 255)),
    Subtotal: optional(importe),
    IVA: optional(importe),
    FechaAdquisicion: fecha,
    CaracterísticasDeObraoPieza: one('01', '02', '03', '04', '05', '06', '07'),
  }),
};
