import { X509Certificate } from 'node:crypto';
import type { Bilingual, Result } from '#kernel';
import { buildCadena } from '../schemas/cadena.js';
import { timbre11 } from '../schemas/standards/cfdi/timbre-fiscal-digital.js';
import type { XmlNode } from '../parsed.js';
import { readCertificado, type Certificado } from '../sello/csd.js';
import { verifySello } from '../sello/sello.js';
import { readWritten, toExact } from '../sello/written.js';
import { cadenaOriginalOf } from './cadena.js';
import { comprobanteOf, isTimbre } from './comprobante.js';
import { readXml } from './nodes.js';
import { writeCadenaRetencion, isRetencion } from './retencion.js';

export interface Verification {
  /** The sello is the signature of the cadena original by the document's certificate. */
  readonly sello: boolean;
  /** NoCertificado is the number of that certificate. */
  readonly noCertificado: boolean;
  /** The certificate was signed by one of the given authorities; absent where none were given. */
  readonly certificado?: boolean;
  /** Of a stamped document: SelloCFD is the document's sello; SelloSAT is the signature of the stamp's cadena. */
  readonly timbre?: { readonly selloCfd: boolean; readonly selloSat: boolean | 'sin certificado' };
  /** Why nothing could be verified. */
  readonly motivo?: Bilingual;
}

/** Certificates, as DER or its base64. */
export interface VerificationMaterial {
  /** Of the provider that stamped: NoCertificadoSAT says which one is needed. */
  readonly certificadoSat?: string | Buffer | undefined;
  /** Certificates of the tax authority, which issues those of taxpayers. */
  readonly autoridades?: readonly (string | Buffer)[] | undefined;
}

const der = (certificado: string | Buffer): Buffer =>
  typeof certificado === 'string' ? Buffer.from(certificado, 'base64') : certificado;

/**
 * Verifies the seal of a CFDI 4.0 or of a document of retentions 2.0, and its stamp (Anexo 20: RSA with SHA-256 over
 * the cadena original). What the cadena leaves out is not covered: the addenda, addresses of schemas, the order of
 * elements of different names. The sello covers the certificate's key and, with NoCertificado, its number; the rest of
 * it is what `autoridades` vouch for.
 */
export function verifyDocument(
  xml: string,
  { certificadoSat, autoridades }: VerificationMaterial = {},
): Verification {
  const parsed = readSealed(xml);
  return parsed.ok ? verifySealed(parsed.value, { certificadoSat, autoridades }) : notVerified(parsed);
}

/** A document that was read, with its cadena original. */
export interface SealedRoot {
  readonly root: XmlNode;
  readonly cadena: string;
}

/** The same of a document that was read already, and its certificate. */
export function verifySealed(
  { root, cadena }: SealedRoot,
  { certificadoSat, autoridades }: VerificationMaterial = {},
  certificado = readWritten(root.attributes['Certificado'] ?? ''),
): Verification {
  const { Sello = '', NoCertificado = '' } = root.attributes;
  const [timbre, ...others] = timbresIn(root);
  return {
    sello: certificado !== undefined && sign(cadena, Sello, certificado.publicKey),
    noCertificado: certificado?.noCertificado === NoCertificado,
    ...(autoridades && {
      certificado: certificado !== undefined && isIssuedBy(certificado, autoridades),
    }),
    // A document has one stamp: of two nobody knows which one counts.
    ...(timbre && {
      timbre:
        others.length > 0
          ? { selloCfd: false, selloSat: false }
          : verifyTimbre(timbre, Sello, certificadoSat),
    }),
  };
}

const notVerified = ({ refusal }: Extract<Result<unknown>, { ok: false }>): Verification => {
  const message = refusal.details?.[0]?.message;
  return {
    ...{ sello: false, noCertificado: false },
    ...(typeof message === 'object' && { motivo: message }),
  };
};

/** The root of either document with its cadena original. */
function readSealed(xml: string): Result<SealedRoot> {
  const read = readXml(xml);
  if (!read.ok) return read;
  const root = read.value;
  if (isRetencion(root)) return withChanges(root, writeCadenaRetencion(root));
  const parsed = comprobanteOf(root);
  return parsed.ok ? withChanges(root, cadenaOriginalOf(parsed.value)) : parsed;
}

const withChanges = (root: XmlNode, cadena: Result<string>): Result<SealedRoot> =>
  cadena.ok ? { ok: true, value: { root, cadena: cadena.value } } : cadena;

const sign = (cadena: string, sello: string, certificado: Parameters<typeof verifySello>[2]): boolean => {
  const junto = toExact(sello);
  return junto !== undefined && verifySello(cadena, junto, certificado);
};

function isIssuedBy({ certificado }: Certificado, autoridades: readonly (string | Buffer)[]): boolean {
  const own = new X509Certificate(der(certificado));
  return autoridades.some((autoridad) => {
    try {
      return own.verify(new X509Certificate(der(autoridad)).publicKey);
    } catch {
      return false;
    }
  });
}

export const timbresIn = (root: XmlNode): readonly XmlNode[] =>
  root.children
    .filter(({ name, namespace }) => name === 'Complemento' && namespace === root.namespace)
    .flatMap(({ children }) => children)
    .filter(isTimbre);

function verifyTimbre(
  timbre: XmlNode,
  sello: string,
  certificadoSat: string | Buffer | undefined,
): NonNullable<Verification['timbre']> {
  const { SelloCFD, SelloSAT = '', NoCertificadoSAT } = timbre.attributes;
  const selloCfd = SelloCFD === sello;
  if (certificadoSat === undefined) return { selloCfd, selloSat: 'sin certificado' };
  const parsed = readCertificado(der(certificadoSat));
  const own = parsed.ok && parsed.value.noCertificado === NoCertificadoSAT;
  const cadena = `|${buildCadena(timbre11.root, timbre)}||`;
  return { selloCfd, selloSat: own && sign(cadena, SelloSAT, parsed.value.publicKey) };
}
