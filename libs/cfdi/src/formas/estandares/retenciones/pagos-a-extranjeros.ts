import { elemento, talVez, type Estandar } from '../../forma.js';
import { clave, fijo, forma, textoLibre, uno } from '../../tipos.js';

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
        RFC: forma(/^[A-Z,Ñ,&]{3,4}\d{2}[0-1]\d[0-3]\d[A-Z,0-9][A-Z,0-9][0-9,A-Z]$/u),
        CURP: forma(
          /^[A-Z][A,E,I,O,U,X][A-Z]{2}\d{2}[0-1]\d[0-3]\d[M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z]\d$/u,
        ),
        NomDenRazSocB: textoLibre(1, 300),
        ConceptoPago: clave('c_TipoContribuyenteSujetoRetencion'),
        DescripcionConcepto: textoLibre(1, 255),
      }),
    ),
  ),
};
