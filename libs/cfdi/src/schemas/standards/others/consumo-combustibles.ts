import { element, optional, oneOrMore, type Standard } from '../../schema.js';
import { key, fechaH, fixedType, pattern, importe, importeMxn, rfc, freeText, one } from '../../types.js';

export const consumoCombustibles: Standard = {
  prefix: 'consumodecombustibles11',
  namespace: 'http://www.sat.gob.mx/ConsumoDeCombustibles11',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/consumodecombustibles/consumodeCombustibles11.xsd',
  root: element(
    'ConsumoDeCombustibles',
    {
      version: fixedType('1.1'),
      tipoOperacion: fixedType('monedero electrónico'),
      numeroDeCuenta: freeText(1),
      subTotal: optional(importeMxn),
      total: importeMxn,
    },
    element(
      'Conceptos',
      {},
      oneOrMore(
        element(
          'ConceptoConsumoDeCombustibles',
          {
            identificador: freeText(1),
            fecha: fechaH,
            rfc,
            claveEstacion: freeText(1, 10),
            tipoCombustible: key('c_ClaveTipoCombustible'),
            cantidad: pattern(/^\d{1,14}\.\d{3}$/),
            nombreCombustible: freeText(1, 300),
            folioOperacion: freeText(1),
            valorUnitario: importeMxn,
            importe: importeMxn,
          },
          element(
            'Determinados',
            {},
            oneOrMore(
              element('Determinado', {
                impuesto: one('IVA', 'IEPS'),
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
