import { algunos, conCadena, elemento, opc, talVezAlternativas, type Estandar } from '../../forma.js';
import { fecha, fijo, importe, textoLibre } from '../../tipos.js';

export const ventaVehiculos: Estandar = {
  prefijo: 'ventavehiculos',
  espacio: 'http://www.sat.gob.mx/ventavehiculos',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/ventavehiculos/ventavehiculos11.xsd',
  raiz: conCadena(
    talVezAlternativas(
      elemento(
        'VentaVehiculos',
        { version: fijo('1.1'), ClaveVehicular: textoLibre(1), Niv: textoLibre(1) },
        algunos(
          elemento('InformacionAduanera', {
            numero: textoLibre(1),
            fecha: fecha,
            aduana: opc(textoLibre(1)),
          }),
        ),
        algunos(
          elemento(
            'Parte',
            {
              cantidad: importe,
              unidad: opc(textoLibre(1)),
              noIdentificacion: opc(textoLibre(1)),
              descripcion: textoLibre(1),
              valorUnitario: opc(importe),
              importe: opc(importe),
            },
            algunos(
              elemento('InformacionAduanera', {
                numero: textoLibre(1),
                fecha: fecha,
                aduana: opc(textoLibre(1)),
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
