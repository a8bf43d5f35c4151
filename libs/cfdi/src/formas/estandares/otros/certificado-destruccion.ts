import { elemento, opc, talVez, type Estandar } from '../../forma.js';
import { entero, fecha, fijo, textoLibre, uno } from '../../tipos.js';

export const certificadoDestruccion: Estandar = {
  prefijo: 'destruccion',
  espacio: 'http://www.sat.gob.mx/certificadodestruccion',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/certificadodestruccion/certificadodedestruccion.xsd',
  raiz: elemento(
    'certificadodedestruccion',
    {
      Version: fijo('1.0'),
      Serie: uno('SERIE A', 'SERIE B', 'SERIE C', 'SERIE D', 'SERIE E'),
      NumFolDesVeh: textoLibre(1, 20),
    },
    elemento('VehiculoDestruido', {
      Marca: textoLibre(1, 50),
      TipooClase: textoLibre(1, 50),
      Año: entero({ min: 1900 }),
      Modelo: opc(textoLibre()),
      NIV: opc(textoLibre(1, 17)),
      NumSerie: opc(textoLibre(1, 17)),
      NumPlacas: textoLibre(1, 10),
      NumMotor: opc(textoLibre(1, 17)),
      NumFolTarjCir: textoLibre(1, 40),
    }),
    talVez(
      elemento('InformacionAduanera', { NumPedImp: textoLibre(1, 40), Fecha: fecha, Aduana: textoLibre(1) }),
    ),
  ),
};
