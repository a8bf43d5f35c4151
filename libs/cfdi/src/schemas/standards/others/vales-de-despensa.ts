import { element, optional, oneOrMore, type Standard } from '../../schema.js';
import { oldCurp, fechaHora, fixedType, importeMxn, oldRfc, freeText } from '../../types.js';

export const valesDeDespensa: Standard = {
  prefix: 'valesdedespensa',
  namespace: 'http://www.sat.gob.mx/valesdedespensa',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/valesdedespensa/valesdedespensa.xsd',
  root: element(
    'ValesDeDespensa',
    {
      version: fixedType('1.0'),
      tipoOperacion: fixedType('monedero electrónico'),
      registroPatronal: optional(freeText(1, 20)),
      numeroDeCuenta: freeText(1, 20),
      total: importeMxn,
    },
    element(
      'Conceptos',
      {},
      oneOrMore(
        element('Concepto', {
          identificador: freeText(1, 20),
          fecha: fechaHora,
          rfc: oldRfc,
          curp: oldCurp,
          nombre: freeText(1, 100),
          numSeguridadSocial: optional(freeText(1, 15)),
          importe: importeMxn,
        }),
      ),
    ),
  ),
};
