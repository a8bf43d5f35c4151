import { elemento, opc, varios, type Estandar } from '../../forma.js';
import { clave, fechaH, fijo, forma, importe, rfc, textoLibre, uno } from '../../tipos.js';

export const estadoCuentaCombustible: Estandar = {
  prefijo: 'ecc12',
  espacio: 'http://www.sat.gob.mx/EstadoDeCuentaCombustible12',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/EstadoDeCuentaCombustible/ecc12.xsd',
  raiz: elemento(
    'EstadoDeCuentaCombustible',
    {
      Version: fijo('1.2'),
      TipoOperacion: fijo('Tarjeta'),
      NumeroDeCuenta: textoLibre(1, 50),
      SubTotal: forma(/^\d{1,14}\.\d{1,2}$/),
      Total: forma(/^\d{1,14}\.\d{1,2}$/),
    },
    elemento(
      'Conceptos',
      {},
      varios(
        elemento(
          'ConceptoEstadoDeCuentaCombustible',
          {
            Identificador: textoLibre(1),
            Fecha: fechaH,
            Rfc: rfc,
            ClaveEstacion: textoLibre(1, 10),
            Cantidad: forma(/^\d{1,14}\.\d{1,3}$/),
            TipoCombustible: clave('c_ClaveTipoCombustible'),
            Unidad: opc(textoLibre(1, 25)),
            NombreCombustible: textoLibre(1, 300),
            FolioOperacion: textoLibre(1, 50),
            ValorUnitario: forma(/^\d{1,14}\.\d{1,3}$/),
            Importe: forma(/^\d{1,14}\.\d{1,2}$/),
          },
          elemento(
            'Traslados',
            {},
            varios(
              elemento('Traslado', {
                Impuesto: uno('IVA', 'IEPS'),
                TasaOCuota: importe,
                Importe: forma(/^\d{1,14}\.\d{1,2}$/),
              }),
            ),
          ),
        ),
      ),
    ),
  ),
};
