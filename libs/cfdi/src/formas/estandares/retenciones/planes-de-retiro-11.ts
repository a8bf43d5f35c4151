import { elemento, entre, opc, type Estandar } from '../../forma.js';
import { clave, fijo, importe, rfc, textoLibre, uno } from '../../tipos.js';

export const planesDeRetiro11: Estandar = {
  prefijo: 'planesderetiro11',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11/planesderetiro11.xsd',
  raiz: elemento(
    'Planesderetiro',
    {
      Version: fijo('1.1'),
      SistemaFinanc: uno('SI', 'NO'),
      MontTotAportAnioInmAnterior: opc(importe),
      MontIntRealesDevengAniooInmAnt: importe,
      HuboRetirosAnioInmAntPer: uno('SI', 'NO'),
      MontTotRetiradoAnioInmAntPer: opc(importe),
      MontTotExentRetiradoAnioInmAnt: opc(importe),
      MontTotExedenteAnioInmAnt: opc(importe),
      HuboRetirosAnioInmAnt: uno('SI', 'NO'),
      MontTotRetiradoAnioInmAnt: opc(importe),
      NumReferencia: opc(textoLibre(1, 300)),
    },
    entre(
      0,
      3,
      elemento('AportacionesODepositos', {
        TipoAportacionODeposito: clave('c_TipoAportODep'),
        MontAportODep: importe,
        RFCFiduciaria: opc(rfc),
      }),
    ),
  ),
};
