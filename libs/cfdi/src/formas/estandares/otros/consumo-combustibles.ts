import { elemento, opc, varios, type Estandar } from '../../forma.js';
import { clave, fechaH, fijo, forma, importe, importeMxn, rfc, textoLibre, uno } from '../../tipos.js';

export const consumoCombustibles: Estandar = {
  prefijo: 'consumodecombustibles11',
  espacio: 'http://www.sat.gob.mx/ConsumoDeCombustibles11',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/consumodecombustibles/consumodeCombustibles11.xsd',
  raiz: elemento(
    'ConsumoDeCombustibles',
    {
      version: fijo('1.1'),
      tipoOperacion: fijo('monedero electrónico'),
      numeroDeCuenta: textoLibre(1),
      subTotal: opc(importeMxn),
      total: importeMxn,
    },
    elemento(
      'Conceptos',
      {},
      varios(
        elemento(
          'ConceptoConsumoDeCombustibles',
          {
            identificador: textoLibre(1),
            fecha: fechaH,
            rfc: rfc,
            claveEstacion: textoLibre(1, 10),
            tipoCombustible: clave('c_ClaveTipoCombustible'),
            cantidad: forma(/^\d{1,14}\.\d{3}$/),
            nombreCombustible: textoLibre(1, 300),
            folioOperacion: textoLibre(1),
            valorUnitario: importeMxn,
            importe: importeMxn,
          },
          elemento(
            'Determinados',
            {},
            varios(
              elemento('Determinado', {
                impuesto: uno('IVA', 'IEPS'),
                tasaOCuota: importe,
                importe: importeMxn,
              }),
            ),
          ),
        ),
      ),
    ),
  ),
};
