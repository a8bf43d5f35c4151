import { field, refuse, type Bilingual, type ErrorCode, type Refused } from '#kernel';
import { DER, leerDer, oidDe, partesDe } from './der.js';

/** The two files that the tax authority hands out, .cer and .key: told apart by what they hold, not by their names. */

/** Real ones have 1.0 to 1.6 kB. */
const MAX_BYTES = 16 * 1024;

export type Archivo =
  | { readonly clase: 'certificado'; readonly der: Buffer }
  /** PKCS#8 EncryptedPrivateKeyInfo. */
  | { readonly clase: 'llave'; readonly der: Buffer }
  /** PKCS#8 or PKCS#1 without encryption: nothing that the tax authority hands out. */
  | { readonly clase: 'llave sin cifrar' }
  | { readonly clase: 'otro' };

const OTRO: Archivo = { clase: 'otro' };

/** The DER inside of a PEM; of several, the first. */
const PEM = /^\s*-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/;

function sinPem(bytes: Buffer): Buffer {
  const [, , base64] = PEM.exec(bytes.toString('latin1')) ?? [];
  return base64 === undefined ? bytes : Buffer.from(base64, 'base64');
}

/** What a file holds, DER or PEM. Anything empty, too large, truncated or with something after its end is `otro`. */
export function leerArchivo(bytes: Buffer): Archivo {
  if (bytes.length === 0 || bytes.length > MAX_BYTES) return OTRO;
  const der = bytes[0] === DER.secuencia ? bytes : sinPem(bytes);
  const partes = partesDe(leerDer(der));
  const [primera, segunda, tercera] = (partes ?? []).map(({ etiqueta }) => etiqueta);
  if (partes?.length === 3 && primera === DER.secuencia && tercera === DER.bits)
    return { clase: 'certificado', der };
  if (partes?.length === 2 && primera === DER.secuencia && segunda === DER.octetos)
    return oidDe(partesDe(partes[0])?.[0]) === undefined ? OTRO : { clase: 'llave', der };
  return partes !== undefined && partes.length >= 3 && primera === DER.entero
    ? { clase: 'llave sin cifrar' }
    : OTRO;
}

/** Refuses a file with the reason, at the name of the multipart field. */
export const rechazarArchivo = (code: ErrorCode, campo: 'cer' | 'key', message: Bilingual): Refused =>
  refuse(code, {
    path: campo,
    location: 'files',
    details: [field(campo, 'invalid_value', { location: 'files', message })],
  });
