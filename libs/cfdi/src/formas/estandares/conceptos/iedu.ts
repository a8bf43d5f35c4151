import { elemento, opc, type Estandar } from '../../forma.js';
import { fijo, forma, textoLibre, uno } from '../../tipos.js';

export const iedu: Estandar = {
  prefijo: 'iedu',
  espacio: 'http://www.sat.gob.mx/iedu',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/iedu/iedu.xsd',
  raiz: elemento('instEducativas', {
    version: fijo('1.0'),
    nombreAlumno: textoLibre(),
    CURP: forma(
      /^[A-Z][A,E,I,O,U,X][A-Z]{2}\d{2}[0-1]\d[0-3]\d[M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z]\d$/u,
    ),
    nivelEducativo: uno(
      'Preescolar',
      'Primaria',
      'Secundaria',
      'Profesional técnico',
      'Bachillerato o su equivalente',
    ),
    autRVOE: textoLibre(1),
    rfcPago: opc(forma(/^[A-Z,Ñ,&]{3,4}\d{2}[0-1]\d[0-3]\d[A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?$/u)),
  }),
};
