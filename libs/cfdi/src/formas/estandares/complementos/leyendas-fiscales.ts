import { elemento, opc, varios, type Estandar } from '../../forma.js';
import { fijo, textoLibre } from '../../tipos.js';

export const leyendasFiscales: Estandar = {
  prefijo: 'leyendasFisc',
  espacio: 'http://www.sat.gob.mx/leyendasFiscales',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/leyendasFiscales/leyendasFisc.xsd',
  raiz: elemento(
    'LeyendasFiscales',
    { version: fijo('1.0') },
    varios(
      elemento('Leyenda', {
        disposicionFiscal: opc(textoLibre(1)),
        norma: opc(textoLibre(1)),
        textoLeyenda: textoLibre(1),
      }),
    ),
  ),
};
