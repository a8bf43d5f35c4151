import { elemento, talVez, type Estandar } from '../../forma.js';
import { clave, curpAntigua, fijo, rfcAntiguo, textoLibre, uno } from '../../tipos.js';

export const pagosAExtranjeros: Estandar = {
  prefijo: 'pagosaextranjeros',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/pagosaextranjeros/pagosaextranjeros.xsd',
  raiz: elemento(
    'Pagosaextranjeros',
    { Version: fijo('1.0'), EsBenefEfectDelCobro: uno('SI', 'NO') },
    talVez(
      elemento('NoBeneficiario', {
        PaisDeResidParaEfecFisc: clave('c_Pais'),
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
