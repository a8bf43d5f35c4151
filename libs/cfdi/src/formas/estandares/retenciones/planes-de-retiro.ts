import { elemento, opc, type Estandar } from '../../forma.js';
import { fijo, importe, uno } from '../../tipos.js';

export const planesDeRetiro: Estandar = {
  prefijo: 'planesderetiro',
  espacio: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro',
  esquema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro/planesderetiro.xsd',
  raiz: elemento('Planesderetiro', {
    Version: fijo('1.0'),
    SistemaFinanc: uno('SI', 'NO'),
    MontTotAportAnioInmAnterior: opc(importe),
    MontIntRealesDevengAniooInmAnt: importe,
    HuboRetirosAnioInmAntPer: uno('SI', 'NO'),
    MontTotRetiradoAnioInmAntPer: opc(importe),
    MontTotExentRetiradoAnioInmAnt: opc(importe),
    MontTotExedenteAnioInmAnt: opc(importe),
    HuboRetirosAnioInmAnt: uno('SI', 'NO'),
    MontTotRetiradoAnioInmAnt: opc(importe),
  }),
};
