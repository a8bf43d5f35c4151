import { element, type Standard } from '../../schema.js';
import { fixedType, pattern } from '../../types.js';

export const registroFiscal: Standard = {
  prefix: 'registrofiscal',
  namespace: 'http://www.sat.gob.mx/registrofiscal',
  schema: 'http://www.sat.gob.mx/sitio_internet/cfd/cfdiregistrofiscal/cfdiregistrofiscal.xsd',
  root: element('CFDIRegistroFiscal', { Version: fixedType('1.0'), Folio: pattern(/^\d{16}$/u) }),
};
