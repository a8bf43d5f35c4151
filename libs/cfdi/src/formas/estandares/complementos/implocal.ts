import { algunos, elemento, type Estandar } from '../../forma.js';
import { fijo, importeMxn, textoLibre } from '../../tipos.js';

export const implocal: Estandar = {
  prefijo: 'implocal',
  espacio: 'http://www.sat.gob.mx/implocal',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/implocal/implocal.xsd',
  raiz: elemento(
    'ImpuestosLocales',
    { version: fijo('1.0'), TotaldeRetenciones: importeMxn, TotaldeTraslados: importeMxn },
    algunos(
      elemento('RetencionesLocales', {
        ImpLocRetenido: textoLibre(),
        TasadeRetencion: importeMxn,
        Importe: importeMxn,
      }),
    ),
    algunos(
      elemento('TrasladosLocales', {
        ImpLocTrasladado: textoLibre(),
        TasadeTraslado: importeMxn,
        Importe: importeMxn,
      }),
    ),
  ),
};
