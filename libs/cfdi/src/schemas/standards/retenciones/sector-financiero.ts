import { element, optional, type Standard } from '../../schema.js';
import { fixedType, freeText } from '../../types.js';

export const sectorFinanciero: Standard = {
  prefix: 'sectorfinanciero',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero/sectorfinanciero.xsd',
  root: element('SectorFinanciero', {
    Version: fixedType('1.0'),
    IdFideicom: freeText(1, 20),
    NomFideicom: optional(freeText(1, 100)),
    DescripFideicom: freeText(1, 300),
  }),
};
