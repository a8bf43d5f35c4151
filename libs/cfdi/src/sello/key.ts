import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ok, refuse, type Result } from '#kernel';
import { readFile, rejectFile } from './files.js';
import { DER, integerOf, readDer, oidOf, partsOf } from './der.js';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
/** des-ede3-cbc, which the tax authority uses, and AES in CBC; with the size of their blocks. */
const CIPHERS: Readonly<Record<string, number>> = {
  '1.2.840.113549.3.7': 8,
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 16,
  '2.16.840.1.101.3.4.1.42': 16,
};
/** The tax authority's files ask for 2048; a file that asked for millions would hold up everyone. */
const MAX_ITERATIONS = 100_000;
/** OpenSSL's own limit. */
const MAX_PASSWORD = 1024;

/**
 * Opens a .key file: PKCS#8 EncryptedPrivateKeyInfo with PBES2 and PBKDF2 (RFC 5958, RFC 8018), DER or PEM. A password
 * with accents is tried as UTF-8 and as Latin-1. Refuses certificate_files_invalid (no such file) and
 * private_key_password_incorrect.
 */
export function openKey(key: Buffer, password: string): Result<KeyObject> {
  const file = readFile(key);
  if (file.kind === 'certificado')
    return rejectFile('certificate_files_invalid', 'key', {
      es: 'El archivo de "key" es un certificado (.cer), no una llave privada (.key).',
      en: 'The file in "key" is a certificate (.cer), not a private key (.key).',
    });
  if (file.kind === 'llave sin cifrar')
    return rejectFile('certificate_files_invalid', 'key', {
      es: 'La llave privada no está cifrada: envíe el archivo .key como lo entrega el SAT.',
      en: 'The private key is not encrypted: send the .key file as the SAT hands it out.',
    });
  if (file.kind !== 'llave' || !isDescifrable(file.der)) return refuse('certificate_files_invalid');
  const attempts = [Buffer.from(password, 'utf8'), Buffer.from(password, 'latin1')];
  for (const password of attempts[0]?.equals(attempts[1] as Buffer) ? attempts.slice(1) : attempts) {
    const key = decrypt(file.der, password);
    if (key) return ok(key);
  }
  return refuse('private_key_password_incorrect');
}

function decrypt(der: Buffer, password: Buffer): KeyObject | undefined {
  if (password.length > MAX_PASSWORD) return undefined;
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase: password });
  } catch {
    // The outside of the file is sound. One wrong password of 256 ends in a right padding and gets as far as ASN.1.
    return undefined;
  }
}

/** Whether the file asks for a way of decryption that is known here, and for no more work than is fair. */
function isDescifrable(der: Buffer): boolean {
  const [algoritmo, encrypted] = partsOf(readDer(der)) ?? [];
  const [type, params] = partsOf(algoritmo) ?? [];
  const [derivacion, figure] = (partsOf(params) ?? []).map(partsOf);
  const [withWhat, how] = derivacion ?? [];
  const [salt, iterations] = partsOf(how) ?? [];
  const count = integerOf(iterations) ?? 0;
  const block = CIPHERS[oidOf(figure?.[0]) ?? ''];
  return (
    oidOf(type) === PBES2 &&
    oidOf(withWhat) === PBKDF2 &&
    salt?.tag === DER.octetos &&
    count >= 1 &&
    count <= MAX_ITERATIONS &&
    block !== undefined &&
    figure?.[1]?.content.length === block &&
    encrypted !== undefined &&
    encrypted.content.length > 0 &&
    encrypted.content.length % block === 0
  );
}
