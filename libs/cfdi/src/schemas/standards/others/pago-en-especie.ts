import { element, type Standard } from '../../schema.js';
import { fixedType, pattern, freeText } from '../../types.js';

export const pagoEnEspecie: Standard = {
  prefix: 'pagoenespecie',
  namespace: 'http://www.sat.gob.mx/pagoenespecie',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/pagoenespecie/pagoenespecie.xsd',
  root: element('PagoEnEspecie', {
    Version: fixedType('1.0'),
    CvePIC: pattern(
      /^(?:[A-ZÑ&]{3}\d{2}[0-1]\d[0-3]\d[A-Z0-9]{3}-(18|19|20)\d\d(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])-\d{3})$/u,
    ),
    FolioSolDon: pattern(/^PE-\d{2}-\d{5}$/u),
    PzaArtNombre: freeText(1),
    PzaArtTecn: freeText(1),
    PzaArtAProd: pattern(/^\d{4}$/u),
    PzaArtDim: freeText(1),
  }),
};
