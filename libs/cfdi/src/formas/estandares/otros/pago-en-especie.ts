import { elemento, type Estandar } from '../../forma.js';
import { fijo, forma, textoLibre } from '../../tipos.js';

export const pagoEnEspecie: Estandar = {
  prefijo: 'pagoenespecie',
  espacio: 'http://www.sat.gob.mx/pagoenespecie',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/pagoenespecie/pagoenespecie.xsd',
  raiz: elemento('PagoEnEspecie', {
    Version: fijo('1.0'),
    CvePIC: forma(
      /^(?:[A-ZÑ&]{3}\d{2}[0-1]\d[0-3]\d[A-Z0-9]{3}-(18|19|20)\d\d(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])-\d{3})$/u,
    ),
    FolioSolDon: forma(/^PE-\d{2}-\d{5}$/u),
    PzaArtNombre: textoLibre(1),
    PzaArtTecn: textoLibre(1),
    PzaArtAProd: forma(/^\d{4}$/u),
    PzaArtDim: textoLibre(1),
  }),
};
