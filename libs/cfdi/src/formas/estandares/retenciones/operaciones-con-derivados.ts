import { elemento, type Estandar } from '../../forma.js';
import { fijo, importe } from '../../tipos.js';

export const operacionesConDerivados: Estandar = {
  prefijo: 'operacionesconderivados',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados',
  esquema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados/operacionesconderivados.xsd',
  raiz: elemento('Operacionesconderivados', {
    Version: fijo('1.0'),
    MontGanAcum: importe,
    MontPerdDed: importe,
  }),
};
