import { element, optionalChild, oneOrMore, type Standard } from '../../schema.js';
import { fixedType, importe, freeText } from '../../types.js';

export const aerolineas: Standard = {
  prefix: 'aerolineas',
  namespace: 'http://www.sat.gob.mx/aerolineas',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/aerolineas/aerolineas.xsd',
  root: element(
    'Aerolineas',
    { Version: fixedType('1.0'), TUA: importe },
    optionalChild(
      element(
        'OtrosCargos',
        { TotalCargos: importe },
        oneOrMore(element('Cargo', { CodigoCargo: freeText(1, 8), Importe: importe })),
      ),
    ),
  ),
};
