import { elemento, opc, type Estandar } from '../../forma.js';
import { fijo, importe, textoLibre } from '../../tipos.js';

export const arrendamientoEnFideicomiso: Estandar = {
  prefijo: 'arrendamientoenfideicomiso',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso',
  esquema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso/arrendamientoenfideicomiso.xsd',
  raiz: elemento('Arrendamientoenfideicomiso', {
    Version: fijo('1.0'),
    PagProvEfecPorFiduc: importe,
    RendimFideicom: importe,
    DeduccCorresp: importe,
    MontTotRet: opc(importe),
    MontResFiscDistFibras: opc(importe),
    MontOtrosConceptDistr: opc(importe),
    DescrMontOtrosConceptDistr: opc(textoLibre()),
  }),
};
