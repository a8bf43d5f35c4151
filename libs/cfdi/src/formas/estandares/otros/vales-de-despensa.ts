import { elemento, opc, varios, type Estandar } from '../../forma.js';
import { fechaHora, fijo, forma, importeMxn, textoLibre } from '../../tipos.js';

export const valesDeDespensa: Estandar = {
  prefijo: 'valesdedespensa',
  espacio: 'http://www.sat.gob.mx/valesdedespensa',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/valesdedespensa/valesdedespensa.xsd',
  raiz: elemento(
    'ValesDeDespensa',
    {
      version: fijo('1.0'),
      tipoOperacion: fijo('monedero electrónico'),
      registroPatronal: opc(textoLibre(1, 20)),
      numeroDeCuenta: textoLibre(1, 20),
      total: importeMxn,
    },
    elemento(
      'Conceptos',
      {},
      varios(
        elemento('Concepto', {
          identificador: textoLibre(1, 20),
          fecha: fechaHora,
          rfc: forma(/^[A-Z,Ñ,&]{3,4}\d{2}[0-1]\d[0-3]\d[A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?$/u),
          curp: forma(
            /^[A-Z][A,E,I,O,U,X][A-Z]{2}\d{2}[0-1]\d[0-3]\d[M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z]\d$/u,
          ),
          nombre: textoLibre(1, 100),
          numSeguridadSocial: opc(textoLibre(1, 15)),
          importe: importeMxn,
        }),
      ),
    ),
  ),
};
