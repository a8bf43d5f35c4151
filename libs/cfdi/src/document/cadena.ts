import type { Comprobante } from '../comprobante.js';
import { comprobante } from './generated/cadena.js';

/**
 * The cadena original of a comprobante: the values that the tax authority's stylesheet for CFDI 4.0 takes, in its
 * order, each preceded by "|", between "|" and "||". Values are those of the XML, white space already collapsed.
 */
export const cadenaOriginal = (c: Comprobante, noCertificado: string): string =>
  `|${comprobante(c, { noCertificado })}||`;
