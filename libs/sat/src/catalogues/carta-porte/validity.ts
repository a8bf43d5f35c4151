import { rowsSince } from '../rows.js';

/** First day of Carta Porte 3.1; keys of its catalogues without a day of their own are valid since then. */
export const CARTA_PORTE_START = '2024-07-17';
export const cartaPorte = rowsSince(CARTA_PORTE_START);
