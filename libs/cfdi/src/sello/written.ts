import { LRUCache } from 'lru-cache';
import { base64 } from '../schemas/types.js';
import { readCertificado, type Certificado } from './certificado.js';

/** Reads the attribute Certificado of a document; undefined where it is not exactly one certificate. */
export type ReadsCertificado = (text: string) => Certificado | undefined;

/** Base64 as it is written once: no stray bits, no stray characters but white space. */
export const toExact = (text: string): string | undefined => {
  const junto = text.replace(/[ \t\r\n]/g, '');
  return base64.test(junto) ? junto : undefined;
};

/** The document's certificate: exactly one, with nothing after it. */
export const readWritten: ReadsCertificado = (text) => {
  const junto = toExact(text);
  const parsed = junto === undefined ? undefined : readCertificado(Buffer.from(junto, 'base64'));
  return parsed?.ok && parsed.value.certificado === junto ? parsed.value : undefined;
};

/** No certificate of the tax authority is longer; what is longer is read each time, and not kept. */
const LONGEST = 8_192;

/**
 * The same, for who reads many documents of the same issuers: to read a certificate takes longer than all the rest of a document.
 * The last `max` are kept by their whole text, each with one Certificado, for what else is to be known of it.
 */
export function rememberWritten(max: number): ReadsCertificado {
  const known = new LRUCache<string, { readonly read: Certificado | undefined }>({ max });
  return (text) => {
    const found = known.get(text);
    if (found) return found.read;
    const read = readWritten(text);
    if (text.length <= LONGEST) known.set(text, { read });
    return read;
  };
}
