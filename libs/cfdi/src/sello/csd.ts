import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { ok, refuse, type Result } from '#kernel';

/** A digital seal certificate with its private key. */
export interface Csd {
  /** 20 digits: the ASCII bytes of the certificate's serial number. */
  readonly noCertificado: string;
  /** The DER certificate in base64, as the attribute Certificado carries it. */
  readonly certificado: string;
  readonly rfc: string;
  /** Holder as certified, with the régimen societario. */
  readonly nombre: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly privateKey: KeyObject;
}

/** What a certificate of the tax authority says. `fiel`: its holder's personal signature, not a seal. */
export type Certificado = Omit<Csd, 'privateKey'> & { readonly fiel: boolean; readonly publicKey: KeyObject };

/** Extended key usage that a FIEL has and a CSD has not: e-mail protection. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const MAX_FILE_BYTES = 16 * 1024;

/** Reads a certificate file (.cer, DER). Refuses certificate_invalid where it is none of the tax authority's. */
export function readCertificado(cer: Buffer): Result<Certificado> {
  if (cer.length === 0 || cer.length > MAX_FILE_BYTES) return refuse('certificate_invalid');
  let x509: X509Certificate;
  try {
    x509 = new X509Certificate(cer);
  } catch {
    return refuse('certificate_invalid');
  }
  const noCertificado = Buffer.from(x509.serialNumber, 'hex').toString('latin1');
  const subject = new Map(x509.subject.split('\n').map((line) => split(line)));
  const rfc = (subject.get('x500UniqueIdentifier') ?? '').split('/')[0]?.trim() ?? '';
  const nombre = subject.get('CN') ?? '';
  if (!/^\d{20}$/.test(noCertificado) || rfc === '' || nombre === '') return refuse('certificate_invalid');
  return ok({
    noCertificado,
    certificado: x509.raw.toString('base64'),
    rfc,
    nombre,
    validFrom: new Date(x509.validFrom),
    validTo: new Date(x509.validTo),
    // Node names this field after the basic usage, and fills it from the extended one.
    fiel: x509.keyUsage?.includes(EMAIL_PROTECTION) ?? false,
    publicKey: x509.publicKey,
  });
}

/** `CN=NAME\, S.A.`: OpenSSL escapes some characters of a value with a backslash. */
function split(line: string): [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1).replace(/\\(.)/g, '$1')];
}

export interface CsdFiles {
  /** The .cer file (DER). */
  readonly cer: Buffer;
  /** The .key file (PKCS#8 DER, encrypted). */
  readonly key: Buffer;
  readonly password: string;
  /** When it has to be valid; left out, validity is not judged (the caller has `validFrom` and `validTo`). */
  readonly at?: Date;
}

/**
 * Opens a CSD. Refuses certificate_invalid, csd_required (a FIEL), certificate_files_invalid (no private key),
 * private_key_password_incorrect, private_key_certificate_mismatch, certificate_not_yet_valid, certificate_expired.
 */
export function openCsd({ cer, key, password, at }: CsdFiles): Result<Csd> {
  const read = readCertificado(cer);
  if (!read.ok) return read;
  const { fiel, publicKey, ...certificado } = read.value;
  if (fiel) return refuse('csd_required');
  const opened = openKey(key, password);
  if (!opened.ok) return opened;
  if (!createPublicKey(opened.value).equals(publicKey)) return refuse('private_key_certificate_mismatch');
  if (at !== undefined && at < certificado.validFrom) return refuse('certificate_not_yet_valid');
  if (at !== undefined && at > certificado.validTo) return refuse('certificate_expired');
  return ok({ ...certificado, privateKey: opened.value });
}

/** Opens a .key file: PKCS#8 DER, encrypted (PBES2). OpenSSL tells a wrong password from a file that is no key. */
function openKey(key: Buffer, password: string): Result<KeyObject> {
  if (key.length === 0 || key.length > MAX_FILE_BYTES) return refuse('certificate_files_invalid');
  try {
    return ok(createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase: password }));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const wrong = code.includes('BAD_DECRYPT') || code.includes('CIPHER');
    return refuse(wrong ? 'private_key_password_incorrect' : 'certificate_files_invalid');
  }
}
