import { element, between, optional, type Standard } from '../../schema.js';
import { key, fixedType, importe, rfc, freeText, one } from '../../types.js';

export const planesDeRetiro11: Standard = {
  prefix: 'planesderetiro11',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11',
  schema: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11/planesderetiro11.xsd',
  root: element(
    'Planesderetiro',
    {
      Version: fixedType('1.1'),
      SistemaFinanc: one('SI', 'NO'),
      MontTotAportAnioInmAnterior: optional(importe),
      MontIntRealesDevengAniooInmAnt: importe,
      HuboRetirosAnioInmAntPer: one('SI', 'NO'),
      MontTotRetiradoAnioInmAntPer: optional(importe),
      MontTotExentRetiradoAnioInmAnt: optional(importe),
      MontTotExedenteAnioInmAnt: optional(importe),
      HuboRetirosAnioInmAnt: one('SI', 'NO'),
      MontTotRetiradoAnioInmAnt: optional(importe),
      NumReferencia: optional(freeText(1, 300)),
    },
    between(
      0,
      3,
      element('AportacionesODepositos', {
        TipoAportacionODeposito: key('c_TipoAportODep'),
        MontAportODep: importe,
        RFCFiduciaria: optional(rfc),
      }),
    ),
  ),
};
