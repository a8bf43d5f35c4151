import { element, optional, oneOrMore, type Standard } from '../../schema.js';
import { fixedType, freeText } from '../../types.js';

export const leyendasFiscales: Standard = {
  prefix: 'leyendasFisc',
  namespace: 'http://www.sat.gob.mx/leyendasFiscales',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/leyendasFiscales/leyendasFisc.xsd',
  root: element(
    'LeyendasFiscales',
    { version: fixedType('1.0') },
    oneOrMore(
      element('Leyenda', {
        disposicionFiscal: optional(freeText(1)),
        norma: optional(freeText(1)),
        textoLeyenda: freeText(1),
      }),
    ),
  ),
};
