import { elemento, type Estandar } from '../../forma.js';
import { fijo, importe, uno } from '../../tipos.js';

export const intereses: Estandar = {
  prefijo: 'intereses',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereses',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereses/intereses.xsd',
  raiz: elemento('Intereses', {
    Version: fijo('1.0'),
    SistFinanciero: uno('SI', 'NO'),
    RetiroAORESRetInt: uno('SI', 'NO'),
    OperFinancDerivad: uno('SI', 'NO'),
    MontIntNominal: importe,
    MontIntReal: importe,
    Perdida: importe,
  }),
};
