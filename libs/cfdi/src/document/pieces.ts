import { escapeXml } from '../text.js';

/** What the generated writers say of an attribute that may be missing. */

/** A value that needs no escaping. */
export const attr = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value}"`;

export const text = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeXml(value)}"`;

/** In the cadena original. */
export const opt = (value: string | undefined): string => (value === undefined ? '' : `|${value}`);
