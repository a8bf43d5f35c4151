import { elemento, opc, type Estandar } from '../../forma.js';
import { fijo, textoLibre } from '../../tipos.js';

export const sectorFinanciero: Estandar = {
  prefijo: 'sectorfinanciero',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/sectorfinanciero/sectorfinanciero.xsd',
  raiz: elemento('SectorFinanciero', {
    Version: fijo('1.0'),
    IdFideicom: textoLibre(1, 20),
    NomFideicom: opc(textoLibre(1, 100)),
    DescripFideicom: textoLibre(1, 300),
  }),
};
