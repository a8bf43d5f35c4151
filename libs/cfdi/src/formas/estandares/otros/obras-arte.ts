import { elemento, opc, type Estandar } from '../../forma.js';
import { fecha, fijo, importe, textoLibre, uno } from '../../tipos.js';

export const obrasArte: Estandar = {
  prefijo: 'obrasarte',
  espacio: 'http://www.sat.gob.mx/arteantiguedades',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/arteantiguedades/obrasarteantiguedades.xsd',
  raiz: elemento('obrasarteantiguedades', {
    Version: fijo('1.0'),
    TipoBien: uno('01', '02', '03', '04'),
    OtrosTipoBien: opc(textoLibre(1, 255)),
    TituloAdquirido: uno('01', '02', '03', '04', '05'),
    OtrosTituloAdquirido: opc(textoLibre(1, 255)),
    Subtotal: opc(importe),
    IVA: opc(importe),
    FechaAdquisicion: fecha,
    CaracterísticasDeObraoPieza: uno('01', '02', '03', '04', '05', '06', '07'),
  }),
};
