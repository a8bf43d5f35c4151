import { AEREO } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { reglaPermiso } from './autotransporte.js';
import { reglasDeExtranjero, type ReglaCp } from './comun.js';

/** Transport by air. */
export const reglasAereo: readonly ReglaCp<Nodo>[] = [
  reglaPermiso('TransporteAereo', AEREO, 'de transporte aéreo', 'of transport by air'),
  ...reglasDeExtranjero('TransporteAereo', 'RFCEmbarcador', 'NumRegIdTribEmbarc', 'ResidenciaFiscalEmbarc'),
];
