import { element, type Standard } from '../../schema.js';
import { fixedType, importe } from '../../types.js';

export const operacionesConDerivados: Standard = {
  prefix: 'operacionesconderivados',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados',
  schema:
    'http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados/operacionesconderivados.xsd',
  root: element('Operacionesconderivados', {
    Version: fixedType('1.0'),
    MontGanAcum: importe,
    MontPerdDed: importe,
  }),
};
