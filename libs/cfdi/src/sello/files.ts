import { field, refuse, type Bilingual, type ErrorCode, type Refused } from '#kernel';
import { DER, readDer, oidOf, partsOf } from './der.js';

/** The two files that the tax authority hands out, .cer and .key: told apart by what they hold, not by their names. */

/** Real ones have 1.0 to 1.6 kB. */
const MAX_BYTES = 16 * 1024;

export type KeyOrCertificateFile =
  | { readonly kind: 'certificado'; readonly der: Buffer }
  /** PKCS#8 EncryptedPrivateKeyInfo. */
  | { readonly kind: 'llave'; readonly der: Buffer }
  /** PKCS#8 or PKCS#1 without encryption: nothing that the tax authority hands out. */
  | { readonly kind: 'llave sin cifrar' }
  | { readonly kind: 'otro' };

const OTHER: KeyOrCertificateFile = { kind: 'otro' };

/** The DER inside of a PEM; of several, the first. */
const PEM = /^\s*-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/;

function stripPem(bytes: Buffer): Buffer {
  const [, , base64] = PEM.exec(bytes.toString('latin1')) ?? [];
  return base64 === undefined ? bytes : Buffer.from(base64, 'base64');
}

/** What a file holds, DER or PEM. Anything empty, too large, truncated or with something after its end is `otro`. */
export function readFile(bytes: Buffer): KeyOrCertificateFile {
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return OTHER;
  const der = bytes[0] === DER.secuencia ? bytes : stripPem(bytes);
  const partes = partsOf(readDer(der));
  const [first, second, third] = (partes ?? []).map(({ tag }) => tag);
  if (partes?.length === 3 && first === DER.secuencia && third === DER.bits)
    return { kind: 'certificado', der };
  if (partes?.length === 2 && first === DER.secuencia && second === DER.octetos)
    return oidOf(partsOf(partes[0])?.[0]) === undefined ? OTHER : { kind: 'llave', der };
  return partes !== undefined && partes.length >= 3 && first === DER.entero
    ? { kind: 'llave sin cifrar' }
    : OTHER;
}

/** Refuses a file with the reason, at the name of the multipart field. */
export const rejectFile = (code: ErrorCode, fieldName: 'cer' | 'key', message: Bilingual): Refused =>
  refuse(code, {
    path: fieldName,
    location: 'files',
    details: [field(fieldName, 'invalid_value', { location: 'files', message })],
  });
