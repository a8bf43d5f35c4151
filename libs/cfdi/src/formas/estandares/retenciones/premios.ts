import { elemento, type Estandar } from '../../forma.js';
import { clave, fijo, importe } from '../../tipos.js';

export const premios: Estandar = {
  prefijo: 'premios',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/premios',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/premios/premios.xsd',
  raiz: elemento('Premios', {
    Version: fijo('1.0'),
    EntidadFederativa: clave('c_EntidadesFederativas'),
    MontTotPago: importe,
    MontTotPagoGrav: importe,
    MontTotPagoExent: importe,
  }),
};
