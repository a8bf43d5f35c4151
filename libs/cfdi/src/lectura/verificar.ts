import { X509Certificate } from 'node:crypto';
import type { Bilingual, Result } from '#kernel';
import { cadenaDe } from '../formas/cadena.js';
import { timbre11 } from '../formas/estandares/cfdi/timbre-fiscal-digital.js';
import { base64 } from '../formas/tipos.js';
import type { Nodo } from '../parsed.js';
import { readCertificado, type Certificado } from '../sello/csd.js';
import { verifySello } from '../sello/sello.js';
import { cadenaOriginalOf } from './cadena.js';
import { comprobanteDe, isTimbre } from './comprobante.js';
import { readXml } from './nodos.js';
import { cadenaDeRetencion, esRetencion } from './retencion.js';

export interface Verificacion {
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
export interface ConQueVerificar {
  /** Of the provider that stamped: NoCertificadoSAT says which one is needed. */
  readonly certificadoSat?: string | Buffer;
  /** Certificates of the tax authority, which issues those of taxpayers. */
  readonly autoridades?: readonly (string | Buffer)[];
}

const der = (certificado: string | Buffer): Buffer =>
  typeof certificado === 'string' ? Buffer.from(certificado, 'base64') : certificado;

/**
 * Verifies the seal of a CFDI 4.0 or of a document of retentions 2.0, and its stamp (Anexo 20: RSA with SHA-256 over
 * the cadena original). What the cadena leaves out is not covered: the addenda, addresses of schemas, the order of
 * elements of different names. The sello covers the certificate's key and, with NoCertificado, its number; the rest of
 * it is what `autoridades` vouch for.
 */
export function verificarDocumento(
  xml: string,
  { certificadoSat, autoridades }: ConQueVerificar = {},
): Verificacion {
  const leido = leer(xml);
  if (!leido.ok) return sinVerificar(leido);
  const { raiz, cadena } = leido.value;
  const { Sello = '', Certificado = '', NoCertificado = '' } = raiz.atributos;
  const certificado = certificadoDe(Certificado);
  const [timbre, ...otros] = timbresDe(raiz);
  return {
    sello: certificado !== undefined && firma(cadena, Sello, certificado.publicKey),
    noCertificado: certificado?.noCertificado === NoCertificado,
    ...(autoridades && {
      certificado: certificado !== undefined && emitido(certificado, autoridades),
    }),
    // A document has one stamp: of two nobody knows which one counts.
    ...(timbre && {
      timbre:
        otros.length > 0
          ? { selloCfd: false, selloSat: false }
          : verificarTimbre(timbre, Sello, certificadoSat),
    }),
  };
}

const sinVerificar = ({ refusal }: Extract<Result<unknown>, { ok: false }>): Verificacion => {
  const message = refusal.details?.[0]?.message;
  return {
    ...{ sello: false, noCertificado: false },
    ...(typeof message === 'object' && { motivo: message }),
  };
};

/** The root of either document with its cadena original. */
function leer(xml: string): Result<{ readonly raiz: Nodo; readonly cadena: string }> {
  const read = readXml(xml);
  if (!read.ok) return read;
  const raiz = read.value;
  if (esRetencion(raiz)) return con(raiz, cadenaDeRetencion(raiz));
  const parsed = comprobanteDe(raiz);
  return parsed.ok ? con(raiz, cadenaOriginalOf(parsed.value)) : parsed;
}

const con = (raiz: Nodo, cadena: Result<string>): Result<{ readonly raiz: Nodo; readonly cadena: string }> =>
  cadena.ok ? { ok: true, value: { raiz, cadena: cadena.value } } : cadena;

/** Base64 as it is written once: no stray bits, no stray characters but white space. */
const exacto = (texto: string): string | undefined => {
  const junto = texto.replace(/[ \t\r\n]/g, '');
  return base64.prueba(junto) ? junto : undefined;
};

/** The document's certificate: exactly one, with nothing after it. */
function certificadoDe(texto: string): Certificado | undefined {
  const junto = exacto(texto);
  const leido = junto === undefined ? undefined : readCertificado(der(junto));
  return leido?.ok && leido.value.certificado === junto ? leido.value : undefined;
}

const firma = (cadena: string, sello: string, certificado: Parameters<typeof verifySello>[2]): boolean => {
  const junto = exacto(sello);
  return junto !== undefined && verifySello(cadena, junto, certificado);
};

function emitido({ certificado }: Certificado, autoridades: readonly (string | Buffer)[]): boolean {
  const propio = new X509Certificate(der(certificado));
  return autoridades.some((autoridad) => {
    try {
      return propio.verify(new X509Certificate(der(autoridad)).publicKey);
    } catch {
      return false;
    }
  });
}

const timbresDe = (raiz: Nodo): readonly Nodo[] =>
  raiz.hijos
    .filter(({ nombre, espacio }) => nombre === 'Complemento' && espacio === raiz.espacio)
    .flatMap(({ hijos }) => hijos)
    .filter(isTimbre);

function verificarTimbre(
  timbre: Nodo,
  sello: string,
  certificadoSat: string | Buffer | undefined,
): NonNullable<Verificacion['timbre']> {
  const { SelloCFD, SelloSAT = '', NoCertificadoSAT } = timbre.atributos;
  const selloCfd = SelloCFD === sello;
  if (certificadoSat === undefined) return { selloCfd, selloSat: 'sin certificado' };
  const leido = readCertificado(der(certificadoSat));
  const suyo = leido.ok && leido.value.noCertificado === NoCertificadoSAT;
  const cadena = `|${cadenaDe(timbre11.raiz, timbre)}||`;
  return { selloCfd, selloSat: suyo && firma(cadena, SelloSAT, leido.value.publicKey) };
}
