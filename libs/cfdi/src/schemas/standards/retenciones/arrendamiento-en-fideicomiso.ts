import { element, optional, type Standard } from '../../schema.js';
import { fixedType, importe, freeText } from '../../types.js';

export const arrendamientoEnFideicomiso: Standard = {
  prefix: 'arrendamientoenfideicomiso',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso',
  schema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/arrendamientoenfideicomiso/arrendamientoenfideicomiso.xsd',
  root: element('Arrendamientoenfideicomiso', {
    Version: fixedType('1.0'),
    PagProvEfecPorFiduc: importe,
    RendimFideicom: importe,
    DeduccCorresp: importe,
    MontTotRet: optional(importe),
    MontResFiscDistFibras: optional(importe),
    MontOtrosConceptDistr: optional(importe),
    DescrMontOtrosConceptDistr: optional(freeText()),
  }),
};
