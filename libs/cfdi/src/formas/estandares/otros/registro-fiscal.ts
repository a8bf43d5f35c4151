import { elemento, type Estandar } from '../../forma.js';
import { fijo, forma } from '../../tipos.js';

export const registroFiscal: Estandar = {
  prefijo: 'registrofiscal',
  espacio: 'http://www.sat.gob.mx/registrofiscal',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/cfdiregistrofiscal/cfdiregistrofiscal.xsd',
  raiz: elemento('CFDIRegistroFiscal', { Version: fijo('1.0'), Folio: forma(/^\d{16}$/u) }),
};
