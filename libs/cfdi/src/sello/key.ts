import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ok, refuse, type Result } from '#kernel';
import { readFile, rejectFile } from './files.js';
import { DER, integerOf, readDer, oidOf, partsOf, type Der } from './der.js';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
/** des-ede3-cbc, which the tax authority uses, and AES in CBC; with the size of their blocks. */
const CIPHERS: Readonly<Record<string, number>> = {
  '1.2.840.113549.3.7': 8,
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 16,
  '2.16.840.1.101.3.4.1.42': 16,
};
/** HMAC with SHA-1 (the default, which the tax authority uses) and SHA-2: what OpenSSL derives keys with. */
const HMACS: ReadonlySet<string | undefined> = new Set(
  [7, 8, 9, 10, 11].map((number) => `1.2.840.113549.2.${number}`),
);
/** The tax authority's files ask for 2048; a file that asked for millions would hold up everyone. */
export const MAX_ROUNDS = 100_000;
/** A key of AES-256 has 32 bytes. */
const MAX_KEY_BYTES = 32;
/** OpenSSL's own limit. */
const MAX_PASSWORD = 1024;

/**
 * Opens a .key file: PKCS#8 EncryptedPrivateKeyInfo with PBES2 and PBKDF2 (RFC 5958, RFC 8018), DER or PEM. A password
 * with accents is tried as UTF-8 and as Latin-1. Refuses certificate_files_invalid (no such file) and
 * private_key_password_incorrect. A file that asks for more than {@link MAX_ROUNDS} is refused before one is done.
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
  if (file.kind !== 'llave') return refuse('certificate_files_invalid');
  const rounds = derivationOf(file.der);
  if (rounds === undefined) return rejectFile('certificate_files_invalid', 'key', UNKNOWN_CIPHER);
  if (rounds > MAX_ROUNDS) return rejectFile('certificate_files_invalid', 'key', TOO_MANY_ROUNDS);
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

/**
 * How many rounds of key derivation a .key file asks for: what opening it costs. Undefined where it can't be opened: no
 * .key file, or encrypted in a way that the tax authority's are not.
 */
export function roundsOf(key: Buffer): number | undefined {
  const file = readFile(key);
  return file.kind === 'llave' ? derivationOf(file.der) : undefined;
}

/** The rounds that a file asks for, if it asks for a way of decryption that is known here. Nothing is derived yet. */
function derivationOf(der: Buffer): number | undefined {
  const [algoritmo, encrypted] = partsOf(readDer(der)) ?? [];
  const [type, params] = partsOf(algoritmo) ?? [];
  const [derivacion, figure] = (partsOf(params) ?? []).map(partsOf);
  const [withWhat, how] = derivacion ?? [];
  const [salt, iterations, ...others] = partsOf(how) ?? [];
  const block = CIPHERS[oidOf(figure?.[0]) ?? ''];
  const known =
    oidOf(type) === PBES2 &&
    oidOf(withWhat) === PBKDF2 &&
    salt?.tag === DER.octetos &&
    others.every(isKnownParameter) &&
    block !== undefined &&
    figure?.[1]?.content.length === block &&
    encrypted !== undefined &&
    encrypted.content.length > 0 &&
    encrypted.content.length % block === 0;
  return known ? countOf(iterations) : undefined;
}

/** A number that is too large to be read is too large. */
function countOf(iterations: Der | undefined): number | undefined {
  if (iterations?.tag !== DER.entero || (iterations.content[0] ?? 0x80) >= 0x80) return undefined;
  const count = integerOf(iterations) ?? Infinity;
  return count >= 1 ? count : undefined;
}

/** What may follow salt and rounds: the length of the key, and the function that is repeated. */
function isKnownParameter(parameter: Der): boolean {
  if (parameter.tag === DER.entero) return (integerOf(parameter) ?? Infinity) <= MAX_KEY_BYTES;
  return HMACS.has(oidOf(partsOf(parameter)?.[0]));
}

const UNKNOWN_CIPHER = {
  es: 'La llave privada de "key" está cifrada de una forma que el SAT no usa, o el archivo está dañado: envíe el archivo .key como lo entrega el SAT.',
  en: 'The private key in "key" is encrypted in a way that the SAT does not use, or the file is damaged: send the .key file as the SAT hands it out.',
};

const TOO_MANY_ROUNDS = {
  es: `La llave privada de "key" pide más de ${MAX_ROUNDS} iteraciones para descifrarse: envíe el archivo .key como lo entrega el SAT.`,
  en: `The private key in "key" asks for more than ${MAX_ROUNDS} rounds to be decrypted: send the .key file as the SAT hands it out.`,
};
