import { sign as cryptoSign, verify, X509Certificate, type KeyObject } from 'node:crypto';
import type { Comprobante } from '../comprobante.js';
import { cadenaOriginal } from '../document/cadena.js';
import { comprobanteXml } from '../document/xml.js';
import type { Csd } from './csd.js';

/** RSA with SHA-256 over the UTF-8 cadena, in base64. Runs on libuv's threads, never on the main one. */
export function sign(cadena: string, privateKey: KeyObject): Promise<string> {
  return new Promise((resolve, reject) => {
    cryptoSign('sha256', Buffer.from(cadena), privateKey, (error, signature) => {
      if (error) reject(error);
      else resolve(signature.toString('base64'));
    });
  });
}

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
export async function sealComprobante(
  comprobante: Comprobante,
  { noCertificado, certificado, privateKey }: Pick<Csd, 'noCertificado' | 'certificado' | 'privateKey'>,
): Promise<Seal> {
  const cadena = cadenaOriginal(comprobante, noCertificado);
  const sello = await sign(cadena, privateKey);
  return {
    xml: comprobanteXml(comprobante, { noCertificado, certificado, sello }),
    sello,
    cadenaOriginal: cadena,
  };
}
