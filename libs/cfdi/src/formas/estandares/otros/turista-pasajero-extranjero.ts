import { elemento, opc, type Estandar } from '../../forma.js';
import { fechaHora, fijo, textoLibre, uno } from '../../tipos.js';

export const turistaPasajeroExtranjero: Estandar = {
  prefijo: 'tpe',
  espacio: 'http://www.sat.gob.mx/TuristaPasajeroExtranjero',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/TuristaPasajeroExtranjero/TuristaPasajeroExtranjero.xsd',
  raiz: elemento(
    'TuristaPasajeroExtranjero',
    { version: fijo('1.0'), fechadeTransito: fechaHora, tipoTransito: uno('Arribo', 'Salida') },
    elemento('datosTransito', {
      Via: uno('Aérea', 'Marítima', 'Terrestre'),
      TipoId: textoLibre(1),
      NumeroId: textoLibre(1),
      Nacionalidad: textoLibre(1),
      EmpresaTransporte: textoLibre(),
      IdTransporte: opc(textoLibre()),
    }),
  ),
};
