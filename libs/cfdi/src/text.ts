import type { Detail } from '#kernel';
import { field } from '#kernel';
import { invalidLength, required } from './details.js';

/** Text as an attribute carries it: collapsed white space (XSD), escaped for XML; and what may not be in it. */

/* eslint-disable no-control-regex -- control characters are what these look for */
const SPECIAL = /[&<>"'|\u0000-\u001f\ud800-\udfff\ufffe\uffff]/;
/** What XML 1.0 cannot carry (production Char): control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/* eslint-enable no-control-regex */
const SPACES = /[ \t\r\n]+/g;
const UNEVEN_SPACE = /^[ \t\r\n]|[\t\r\n]| {2}|[ \t\r\n]$/;

/**
 * Collapses white space as XSD `whiteSpace="collapse"` and XPath `normalize-space` do: space, tab, CR and LF only.
 * What is written this way reads the same in the XML and in the cadena original.
 */
export function collapse(text: string): string {
  if (!UNEVEN_SPACE.test(text)) return text;
  const single = text.replace(SPACES, ' ');
  return single.slice(single.startsWith(' ') ? 1 : 0, single.endsWith(' ') ? -1 : undefined);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes the text of an attribute. */
export const escapeXml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (c) => ENTITIES[c] as string) : text;

/**
 * Makes a text that was put together of many pieces one piece. V8 keeps the pieces until somebody reads the text, and the
 * pieces of thousands of lines cost its garbage collector more than writing them: measured, half of the whole.
 */
export const inOnePiece = (text: string): string => (text.charCodeAt(0) === 0 ? '' : text);

/** Characters (not UTF-16 units), as XSD counts lengths. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Why a text cannot be an attribute of 1 to `max` characters without "|", which separates the values of the cadena
 * original. White space counts collapsed.
 */
export function textProblem(text: string, path: string, max: number): Detail | undefined {
  const value = collapse(text);
  if (value.length === 0) return required(path);
  if (value.length > max && length(value) > max) return invalidLength(path, { min: 1, max });
  if (!SPECIAL.test(value)) return undefined;
  if (value.includes('|'))
    return field(path, 'invalid_value', {
      message: {
        es: 'El campo "{path}" no puede contener "|", el separador de la cadena original.',
        en: 'The field "{path}" cannot contain "|", the separator of the cadena original.',
      },
    });
  if (FORBIDDEN.test(value))
    return field(path, 'invalid_value', {
      message: {
        es: 'El campo "{path}" contiene caracteres que un XML no admite (de control o incompletos).',
        en: 'The field "{path}" contains characters that XML does not allow (control or incomplete ones).',
      },
    });
  return undefined;
}
