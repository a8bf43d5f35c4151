import { AEREO } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { permisoRule } from './autotransporte.js';
import { extranjeroRules, type CpRule } from './common.js';

/** Transport by air. */
export const aereoRules: readonly CpRule<XmlNode>[] = [
  permisoRule('TransporteAereo', AEREO, 'de transporte aéreo', 'of transport by air'),
  ...extranjeroRules(['CP189', 'CP190'], 'RFCEmbarcador', 'NumRegIdTribEmbarc', 'ResidenciaFiscalEmbarc'),
];
