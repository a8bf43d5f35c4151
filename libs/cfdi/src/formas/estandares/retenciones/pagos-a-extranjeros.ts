import { elemento, talVez, type Estandar } from '../../forma.js';
import { clave, curpAntigua, fijo, forma, rfcAntiguo, textoLibre, uno, type Tipo } from '../../tipos.js';

/** c_Pais of Retenciones: two letters, and PIK; that of the CFDI has three. */
const pais: Tipo = { ...forma(/^[A-Z]{2,3}$/, 'c_Pais'), catalogo: 'c_Pais' };

export const pagosAExtranjeros: Estandar = {
  prefijo: 'pagosaextranjeros',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros/pagosaextranjeros.xsd',
  raiz: elemento(
    'Pagosaextranjeros',
    { Version: fijo('1.0'), EsBenefEfectDelCobro: uno('SI', 'NO') },
    talVez(
      elemento('NoBeneficiario', {
        PaisDeResidParaEfecFisc: pais,
        ConceptoPago: clave('c_TipoContribuyenteSujetoRetencion'),
        DescripcionConcepto: textoLibre(1, 255),
      }),
    ),
    talVez(
      elemento('Beneficiario', {
        RFC: rfcAntiguo,
        CURP: curpAntigua,
        NomDenRazSocB: textoLibre(1, 300),
        ConceptoPago: clave('c_TipoContribuyenteSujetoRetencion'),
        DescripcionConcepto: textoLibre(1, 255),
      }),
    ),
  ),
};
