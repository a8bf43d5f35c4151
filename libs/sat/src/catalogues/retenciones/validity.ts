import { rowsSince } from '../rows.js';

/** First day of Retenciones 2.0. */
export const RETENCIONES_START = '2022-01-01';
export const retenciones = rowsSince(RETENCIONES_START);
/** Most keys are those of Retenciones 1.0. */
export const retenciones2015 = rowsSince('2015-05-22');
