import { sign as cryptoSign, verify, X509Certificate, type KeyObject } from 'node:crypto';
import type { Comprobante } from '../comprobante.js';
import { cadenaOriginal } from '../document/cadena.js';
import { comprobanteXml } from '../document/xml.js';
import type { Csd } from './csd.js';

/** What is signed: documents with SHA-256, requests to cancel with SHA-1, as the authority's service asks. */
export type SignatureDigest = 'sha256' | 'sha1';

/** A private key that signs: at hand, or kept elsewhere by whoever signs with it. */
export type SigningKey =
  | { readonly privateKey: KeyObject }
  /** RSA (PKCS #1 v1.5) over the UTF-8 text, in base64. */
  | { readonly sign: (text: string, digest: SignatureDigest) => Promise<string> };

/** RSA over the UTF-8 text, in base64. Runs on libuv's threads, never on the main one. */
export function sign(
  text: string,
  privateKey: KeyObject,
  digest: SignatureDigest = 'sha256',
): Promise<string> {
  return new Promise((resolve, reject) => {
    cryptoSign(digest, Buffer.from(text), privateKey, (error, signature) => {
      if (error) reject(error);
      else resolve(signature.toString('base64'));
    });
  });
}

/** Signs with a key, wherever it is. */
export const signWith = (key: SigningKey, text: string, digest: SignatureDigest): Promise<string> =>
  'sign' in key ? key.sign(text, digest) : sign(text, key.privateKey, digest);

/** A certificate, as documents carry it, and the key that signs for it. */
export type Sealer = Pick<Csd, 'noCertificado' | 'certificado'> & SigningKey;

/**
 * Whether a sello (or SelloSAT) is a certificate's signature of a cadena. `certificado` is the DER file, or its
 * base64 as the document carries it; anything unreadable is false.
 */
export function verifySello(
  cadena: string,
  sello: string,
  certificado: string | Buffer | KeyObject,
): boolean {
  try {
    const key =
      typeof certificado === 'string' || Buffer.isBuffer(certificado)
        ? publicKeyOf(certificado)
        : certificado;
    return verify('sha256', Buffer.from(cadena), key, Buffer.from(sello, 'base64'));
  } catch {
    return false;
  }
}

/** The public key of a certificate, DER or its base64. Throws where it is none. */
export const publicKeyOf = (certificado: string | Buffer): KeyObject =>
  new X509Certificate(typeof certificado === 'string' ? Buffer.from(certificado, 'base64') : certificado)
    .publicKey;

export interface Seal {
  readonly xml: string;
  readonly sello: string;
  readonly cadenaOriginal: string;
}

/** Seals a comprobante with a CSD: cadena original, sello, and the XML that carries them. */
export async function sealComprobante(comprobante: Comprobante, csd: Sealer): Promise<Seal> {
  const { noCertificado, certificado } = csd;
  const cadena = cadenaOriginal(comprobante, noCertificado);
  const sello = await signWith(csd, cadena, 'sha256');
  return {
    xml: comprobanteXml(comprobante, { noCertificado, certificado, sello }),
    sello,
    cadenaOriginal: cadena,
  };
}
