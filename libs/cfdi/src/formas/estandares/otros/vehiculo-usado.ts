import { algunos, elemento, opc, type Estandar } from '../../forma.js';
import { fecha, fijo, forma, importe, textoLibre } from '../../tipos.js';

export const vehiculoUsado: Estandar = {
  prefijo: 'vehiculousado',
  espacio: 'http://www.sat.gob.mx/vehiculousado',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/vehiculousado/vehiculousado.xsd',
  raiz: elemento(
    'VehiculoUsado',
    {
      Version: fijo('1.0'),
      montoAdquisicion: importe,
      montoEnajenacion: importe,
      claveVehicular: textoLibre(1, 7),
      marca: textoLibre(1, 50),
      tipo: textoLibre(1, 50),
      modelo: forma(/^\d{4}$/u),
      numeroMotor: opc(textoLibre(1, 17)),
      numeroSerie: opc(textoLibre(1, 17)),
      NIV: opc(textoLibre(1, 17)),
      valor: importe,
    },
    algunos(
      elemento('InformacionAduanera', { numero: textoLibre(1), fecha: fecha, aduana: opc(textoLibre(1)) }),
    ),
  ),
};
