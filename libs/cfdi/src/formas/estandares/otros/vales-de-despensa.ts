import { elemento, opc, varios, type Estandar } from '../../forma.js';
import { curpAntigua, fechaHora, fijo, importeMxn, rfcAntiguo, textoLibre } from '../../tipos.js';

export const valesDeDespensa: Estandar = {
  prefijo: 'valesdedespensa',
  espacio: 'http://www.sat.gob.mx/valesdedespensa',
  esquema: 'http://www.sat.gob.mx/sitio_internet/cfd/valesdedespensa/valesdedespensa.xsd',
  raiz: elemento(
    'ValesDeDespensa',
    {
      version: fijo('1.0'),
      tipoOperacion: fijo('monedero electrónico'),
      registroPatronal: opc(textoLibre(1, 20)),
      numeroDeCuenta: textoLibre(1, 20),
      total: importeMxn,
    },
    elemento(
      'Conceptos',
      {},
      varios(
        elemento('Concepto', {
          identificador: textoLibre(1, 20),
          fecha: fechaHora,
          rfc: rfcAntiguo,
          curp: curpAntigua,
          nombre: textoLibre(1, 100),
          numSeguridadSocial: opc(textoLibre(1, 15)),
          importe: importeMxn,
        }),
      ),
    ),
  ),
};
