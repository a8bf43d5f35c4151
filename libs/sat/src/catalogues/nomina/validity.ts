import { rowsSince } from '../rows.js';

/** First day of Nómina 1.2; keys of its catalogues without a day of their own are valid since then. */
export const NOMINA_START = '2017-01-01';
export const nomina = rowsSince(NOMINA_START);
/** The catalogues of earnings and of frequencies came out two months before. */
export const nomina2016 = rowsSince('2016-11-01');
