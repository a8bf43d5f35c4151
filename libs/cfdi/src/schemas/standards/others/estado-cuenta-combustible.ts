import { element, optional, oneOrMore, type Standard } from '../../schema.js';
import { key, fechaH, fixedType, pattern, importe, rfc, freeText, one } from '../../types.js';

export const estadoCuentaCombustible: Standard = {
  prefix: 'ecc12',
  namespace: 'http://www.sat.gob.mx/EstadoDeCuentaCombustible12',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/EstadoDeCuentaCombustible/ecc12.xsd',
  root: element(
    'EstadoDeCuentaCombustible',
    {
      Version: fixedType('1.2'),
      TipoOperacion: fixedType('Tarjeta'),
      NumeroDeCuenta: freeText(1, 50),
      SubTotal: pattern(/^\d{1,14}\.\d{1,2}$/),
      Total: pattern(/^\d{1,14}\.\d{1,2}$/),
    },
    element(
      'Conceptos',
      {},
      oneOrMore(
        element(
          'ConceptoEstadoDeCuentaCombustible',
          {
            Identificador: freeText(1),
            Fecha: fechaH,
            Rfc: rfc,
            ClaveEstacion: freeText(1, 10),
            Cantidad: pattern(/^\d{1,14}\.\d{1,3}$/),
            TipoCombustible: key('c_ClaveTipoCombustible'),
            Unidad: optional(freeText(1, 25)),
            NombreCombustible: freeText(1, 300),
            FolioOperacion: freeText(1, 50),
            ValorUnitario: pattern(/^\d{1,14}\.\d{1,3}$/),
            Importe: pattern(/^\d{1,14}\.\d{1,2}$/),
          },
          element(
            'Traslados',
            {},
            oneOrMore(
              element('Traslado', {
                Impuesto: one('IVA', 'IEPS'),
                TasaOCuota: importe,
                Importe: pattern(/^\d{1,14}\.\d{1,2}$/),
              }),
            ),
          ),
        ),
      ),
    ),
  ),
};
