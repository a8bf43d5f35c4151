import { readCertificado, verifySello, type Certificado } from '#cfdi';
import { localClocks } from './place-of-issue.js';

/** The checks of certificate, seal and date that precede the error matrix. */

/** Why a document is refused: a code as real providers write it, a text in Spanish, and whose rule it is. */
export interface SealRefusal {
  readonly codigo: string;
  readonly texto: string;
  readonly origen: 'pac' | 'sat';
}

const pac = (code: string, text: string): SealRefusal => ({ codigo: code, texto: text, origen: 'pac' });
const sat = (code: string, text: string): SealRefusal => ({ codigo: code, texto: text, origen: 'sat' });

/** A document as its certificate, seal and date are judged. */
export interface SealedParts {
  readonly sello: string;
  readonly certificado: string;
  readonly noCertificado: string;
  /** The issuer. */
  readonly rfc: string | undefined;
  readonly nombre: string | undefined;
  /** Local time of the place of issue, and its postal code. */
  readonly fecha: string | undefined;
  readonly lugar: string | undefined;
  /** The codes that the matrix of the document's kind has. */
  readonly codes: { readonly certificado: string; readonly nombre: string; readonly sello: string };
}

/** Certificates read lately, by their text: one issuer sends the same one with every document. */
const read = new Map<string, Certificado | undefined>();
const CERTIFICATES_KEPT = 500;

function parse(base64: string): Certificado | undefined {
  const certificado = readCertificado(Buffer.from(base64, 'base64'));
  return certificado.ok ? certificado.value : undefined;
}

function certificado(base64: string): Certificado | undefined {
  if (!read.has(base64)) {
    if (read.size >= CERTIFICATES_KEPT) read.clear();
    // A copy: an attribute's text may be a slice that holds its whole document in memory.
    read.set(Buffer.from(base64).toString(), parse(base64));
  }
  return read.get(base64);
}

/** Words of a régimen societario: a certificate has it at the end of the name, the CFDI's Nombre does not. */
const SOCIETARIO = new Set(
  'S A C V R L P SA SC AC SL RL CV MI IP SAPI SAB SAS SNC SPR SCL SRL IAP IBP ABP SOFOM SOFIPO ENR ER DE EN POR'.split(
    ' ',
  ),
);

const isSameName = (holder: string, name: string): boolean =>
  holder === name ||
  (holder.startsWith(name) &&
    /^[ ,]/.test(holder.slice(name.length)) &&
    holder
      .slice(name.length)
      .replaceAll('.', '')
      .split(/[ ,]+/)
      .every((word) => word === '' || SOCIETARIO.has(word)));

const MAX_AGE_MS = 72 * 3_600_000;
const MAX_SKEW_MS = 5 * 60_000;
/** UTC-8: Baja California. */
const WESTMOST_MS = 8 * 3_600_000;

/** Fecha is a local time; a real provider allows 72 hours back (401) and no future. */
function fechaProblem({ fecha = '', lugar = '' }: SealedParts, now: Date): SealRefusal | undefined {
  const local = Date.parse(`${fecha}Z`);
  const { earliest, latest } = localClocks(lugar, now.getTime());
  if (local > latest + MAX_SKEW_MS)
    return pac('401', 'La Fecha es posterior a la hora local del lugar de expedición.');
  if (local < earliest - MAX_AGE_MS)
    return pac('401', 'La Fecha tiene más de 72 horas de antigüedad respecto del timbrado.');
  return undefined;
}

/**
 * Certificate and seal of a document whose structure is right: a CSD of the issuer, valid at Fecha, whose key
 * made the Sello over the cadena original (SHA-256 with RSA).
 * The sandbox takes CSDs of its own authority and any other of the issuer's RFC, the tax authority's public
 * test ones above all; no chain is asked for.
 */
export function sealProblem(
  document: SealedParts,
  cadenaOriginal: string,
  now: Date,
): SealRefusal | undefined {
  const { sello, noCertificado, codes } = document;
  const cer = certificado(document.certificado);
  if (!cer) return sat(codes.certificado, 'El Certificado no contiene un archivo .cer válido.');
  if (cer.noCertificado !== noCertificado)
    return sat(codes.certificado, 'El NoCertificado no es el del Certificado.');
  if (cer.fiel) return pac('306', 'El certificado no es de sello digital (CSD).');
  if (cer.rfc !== document.rfc) return pac('303', 'El certificado no corresponde al RFC del emisor.');
  // Fecha is local and the certificate's dates are UTC: at its beginning the widest difference is allowed.
  const fecha = Date.parse(`${document.fecha ?? ''}Z`);
  if (fecha + WESTMOST_MS < cer.validFrom.getTime() || fecha > cer.validTo.getTime())
    return pac('305', 'La Fecha no está dentro de la vigencia del certificado.');
  if (!isSameName(cer.nombre, document.nombre ?? ''))
    return sat(
      codes.nombre,
      'El Nombre del emisor no es el del titular del certificado, sin régimen societario.',
    );
  if (!verifySello(cadenaOriginal, sello, cer.publicKey))
    return sat(codes.sello, 'El Sello no corresponde a la cadena original del comprobante.');
  return fechaProblem(document, now);
}
