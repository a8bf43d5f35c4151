import { sign, verify, type KeyObject } from 'node:crypto';
import { ok, refuse, type ErrorCode, type Result } from '#kernel';
import { readFile, rejectFile } from './files.js';
import { readCertificado, type Certificado } from './certificado.js';
import { openKey } from './key.js';

export { readCertificado, type Certificado };

/** A certificate with its private key. */
type WithKey = Omit<Certificado, 'fiel' | 'publicKey'> & { readonly privateKey: KeyObject };

/** A digital seal certificate (certificado de sello digital), which seals documents and signs cancellations. */
export type Csd = WithKey;
/** A taxpayer's advanced electronic signature (e.firma), which signs in the person's name. */
export type Fiel = WithKey;

export interface CsdFiles {
  /** The .cer file (DER or PEM). */
  readonly cer: Buffer;
  /** The .key file (PKCS#8, encrypted; DER or PEM). */
  readonly key: Buffer;
  readonly password: string;
  /** When it has to be valid; left out, validity is not judged (the caller has `validFrom` and `validTo`). */
  readonly at?: Date;
}

/**
 * Opens a CSD. Refuses certificate_invalid (no certificate of the tax authority), csd_required (a FIEL),
 * certificate_files_invalid (files exchanged, no private key, a damaged one), private_key_password_incorrect,
 * private_key_certificate_mismatch, certificate_not_yet_valid, certificate_expired; never throws.
 */
export const openCsd = (files: CsdFiles): Result<Csd> => openFiles(files, 'csd');

/**
 * Opens a FIEL. Refuses as {@link openCsd} does, with fiel_required for a CSD and fiel_invalid for what is no
 * certificate of the tax authority.
 */
export const openFiel = (files: CsdFiles): Result<Fiel> => openFiles(files, 'fiel');

const CODES = {
  csd: { ilegible: 'certificate_invalid', otro: 'csd_required' },
  fiel: { ilegible: 'fiel_invalid', otro: 'fiel_required' },
} as const satisfies Record<string, Record<string, ErrorCode>>;

function openFiles({ cer, key, password, at }: CsdFiles, type: 'csd' | 'fiel'): Result<WithKey> {
  if (readFile(cer).kind.startsWith('llave'))
    return rejectFile('certificate_files_invalid', 'cer', {
      es: 'El archivo de "cer" es una llave privada (.key), no un certificado (.cer).',
      en: 'The file in "cer" is a private key (.key), not a certificate (.cer).',
    });
  const parsed = readCertificado(cer);
  if (!parsed.ok || isWeak(parsed.value)) return refuse(CODES[type].ilegible);
  const { fiel, publicKey, ...certificado } = parsed.value;
  if (fiel !== (type === 'fiel')) return refuse(CODES[type].otro);
  const privateKey = openKey(key, password);
  if (!privateKey.ok) return privateKey;
  const test = signAndVerify(privateKey.value, publicKey);
  if (!test.ok) return test;
  if (at !== undefined && at < certificado.validFrom) return refuse('certificate_not_yet_valid');
  if (at !== undefined && at > certificado.validTo) return refuse('certificate_expired');
  return ok({ ...certificado, privateKey: privateKey.value });
}

/** Nothing is signed any more with keys below 2048 bits (Anexo 20). */
const isWeak = ({ publicKey }: Certificado): boolean =>
  (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048;

/**
 * Whether a private key makes what the certificate verifies. Comparing the public halves would let pass a damaged
 * file whose secret numbers are wrong.
 */
function signAndVerify(privateKey: KeyObject, publicKey: KeyObject): Result<undefined> {
  const [holderOfKey, own] = [privateKey.asymmetricKeyDetails, publicKey.asymmetricKeyDetails];
  // Signing with a giant key of another certificate would take seconds.
  if (privateKey.asymmetricKeyType !== 'rsa' || holderOfKey?.modulusLength !== own?.modulusLength)
    return refuse('private_key_certificate_mismatch');
  const text = Buffer.from('prueba');
  try {
    return verify('sha256', text, publicKey, sign('sha256', text, privateKey))
      ? ok(undefined)
      : refuse('private_key_certificate_mismatch');
  } catch {
    return refuse('certificate_files_invalid');
  }
}
