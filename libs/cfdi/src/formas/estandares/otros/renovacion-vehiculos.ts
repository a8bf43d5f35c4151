import { elemento, opc, talVez, varios, type Estandar } from '../../forma.js';
import { entero, fecha, fijo, importe, rfcAntiguo, textoLibre, uno } from '../../tipos.js';

export const renovacionVehiculos: Estandar = {
  prefijo: 'decreto',
  espacio: 'http://www.sat.gob.mx/renovacionysustitucionvehiculos',
  esquema:
    'http://www.sat.gob.mx/sitio_internet/cfd/renovacionysustitucionvehiculos/renovacionysustitucionvehiculos.xsd',
  raiz: elemento(
    'renovacionysustitucionvehiculos',
    { Version: fijo('1.0'), TipoDeDecreto: uno('01', '02') },
    talVez(
      elemento(
        'DecretoRenovVehicular',
        { VehEnaj: uno('01', '02') },
        varios(
          elemento('VehiculosUsadosEnajenadoPermAlFab', {
            PrecioVehUsado: importe,
            TipoVeh: uno('01', '02', '03', '04', '05', '06', '07', '08'),
            Marca: textoLibre(1, 50),
            TipooClase: textoLibre(1, 50),
            Año: entero({ min: 1900 }),
            Modelo: opc(textoLibre()),
            NIV: opc(textoLibre(1, 17)),
            NumSerie: opc(textoLibre(1, 17)),
            NumPlacas: textoLibre(1, 10),
            NumMotor: opc(textoLibre(1, 17)),
            NumFolTarjCir: textoLibre(1, 40),
            NumPedIm: opc(textoLibre(1, 40)),
            Aduana: opc(textoLibre(1)),
            FechaRegulVeh: opc(fecha),
            Foliofiscal: textoLibre(1, 36),
          }),
        ),
        elemento('VehiculoNuvoSemEnajenadoFabAlPerm', {
          Año: entero({ min: 1900 }),
          Modelo: opc(textoLibre()),
          NumPlacas: textoLibre(1, 10),
          RFC: opc(rfcAntiguo),
        }),
      ),
    ),
    talVez(
      elemento(
        'DecretoSustitVehicular',
        { VehEnaj: uno('01', '02') },
        elemento('VehiculoUsadoEnajenadoPermAlFab', {
          PrecioVehUsado: importe,
          TipoVeh: uno('01', '02', '03', '04', '05', '06'),
          Marca: textoLibre(1, 50),
          TipooClase: textoLibre(1, 50),
          Año: entero({ min: 1900 }),
          Modelo: opc(textoLibre()),
          NIV: opc(textoLibre(1, 17)),
          NumSerie: opc(textoLibre(1, 17)),
          NumPlacas: textoLibre(1, 10),
          NumMotor: opc(textoLibre(1, 17)),
          NumFolTarjCir: textoLibre(1, 40),
          NumFolAvisoint: textoLibre(1, 20),
          NumPedIm: textoLibre(1, 40),
          Aduana: textoLibre(1),
          FechaRegulVeh: fecha,
          Foliofiscal: textoLibre(1, 36),
        }),
        elemento('VehiculoNuvoSemEnajenadoFabAlPerm', {
          Año: entero({ min: 1900 }),
          Modelo: opc(textoLibre()),
          NumPlacas: textoLibre(1, 10),
          RFC: opc(rfcAntiguo),
        }),
      ),
    ),
  ),
};
