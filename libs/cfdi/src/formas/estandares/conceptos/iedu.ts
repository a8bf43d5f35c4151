import { elemento, opc, type Estandar } from '../../forma.js';
import { curpAntigua, fijo, rfcAntiguo, textoLibre, uno } from '../../tipos.js';

export const iedu: Estandar = {
  prefijo: 'iedu',
  espacio: 'http://www.sat.gob.mx/iedu',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/iedu/iedu.xsd',
  raiz: elemento('instEducativas', {
    version: fijo('1.0'),
    nombreAlumno: textoLibre(),
    CURP: curpAntigua,
    nivelEducativo: uno(
      'Preescolar',
      'Primaria',
      'Secundaria',
      'Profesional técnico',
      'Bachillerato o su equivalente',
    ),
    autRVOE: textoLibre(1),
    rfcPago: opc(rfcAntiguo),
  }),
};
