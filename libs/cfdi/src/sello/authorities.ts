import { X509Certificate } from 'node:crypto';

/** Certificates that issue others: the tax authority's own, as an operator configures them, and the sandbox's. */
export interface Authorities {
  readonly certificates: readonly X509Certificate[];
}

/** Why a file of authorities can't be used: a sentence for the operator. */
export interface UnusableAuthorities {
  readonly problem: string;
}

/** The authority has had fewer than twenty in its life. */
const MAX_AUTHORITIES = 200;
const MIN_BITS = 2048;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

/**
 * Reads a PEM file with one certificate after another; text around them is allowed. One that can't issue others, or
 * anything else between BEGIN and END, makes the whole file unusable: an operator who put the wrong file there has to
 * know at once.
 */
export function readAuthorities(pem: string): Authorities | UnusableAuthorities {
  const blocks = [...pem.matchAll(BLOCK)];
  if (blocks.length === 0) return { problem: 'has no certificate in PEM form' };
  if (blocks.length !== pem.split('-----BEGIN ').length - 1)
    return { problem: 'has a block that begins and does not end' };
  if (blocks.length > MAX_AUTHORITIES) return { problem: `has more than ${MAX_AUTHORITIES} certificates` };
  const certificates: X509Certificate[] = [];
  for (const [index, [, label = '', base64 = '']] of blocks.entries()) {
    const place = `block ${index + 1}`;
    if (label !== 'CERTIFICATE') return { problem: `has a ${label} in ${place}, which is no certificate` };
    const certificate = readAuthority(Buffer.from(base64, 'base64'));
    if (typeof certificate === 'string') return { problem: `has in ${place} ${certificate}` };
    certificates.push(certificate);
  }
  return { certificates };
}

/** One authority's certificate (DER), or what it is instead. */
export function readAuthority(der: Buffer): X509Certificate | string {
  try {
    const certificate = new X509Certificate(der);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
    if (!certificate.ca) return 'a certificate that may not issue others';
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS)
      return `an authority whose key is not RSA of at least ${MIN_BITS} bits`;
    return certificate;
  } catch {
    return 'something that is no X.509 certificate';
  }
}
