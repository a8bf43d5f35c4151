import { elemento, type Estandar } from '../../forma.js';
import { fijo, importe, textoLibre } from '../../tipos.js';

export const enajenacionDeAcciones: Estandar = {
  prefijo: 'enajenaciondeacciones',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones/enajenaciondeacciones.xsd',
  raiz: elemento('EnajenaciondeAcciones', {
    Version: fijo('1.0'),
    ContratoIntermediacion: textoLibre(1, 300),
    Ganancia: importe,
    Perdida: importe,
  }),
};
