import { elemento, opc, type Estandar } from '../../forma.js';
import { fijo, rfcAntiguo, textoLibre } from '../../tipos.js';

export const pfic: Estandar = {
  prefijo: 'pfic',
  espacio: 'http://www.sat.gob.mx/pfic',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/pfic/pfic.xsd',
  raiz: elemento('PFintegranteCoordinado', {
    version: fijo('1.0'),
    ClaveVehicular: textoLibre(1),
    Placa: textoLibre(1),
    RFCPF: opc(rfcAntiguo),
  }),
};
