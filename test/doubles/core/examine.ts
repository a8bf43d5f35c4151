import { X509Certificate } from 'node:crypto';
import { parseComprobante, parseRetencion, readCertificado, verifyDocument } from '#cfdi';
import type { DocumentKind } from '#pac';
import { localClocks } from '#pac/sandbox/place-of-issue';
import type { Settings } from './faults.js';

/**
 * What a PAC checks of a sealed document, by its sheets: its form, that it is sealed by a CSD of its issuer's that is in force and
 * trusted, and that Fecha is at most 72 hours old. The tax authority's matrix of errors is not checked: a test asks for one of its
 * codes by the fault `refuse`.
 */

export interface Facts {
  readonly kind: DocumentKind;
  readonly sello: string;
  readonly serie?: string;
  readonly folio?: string;
  readonly fecha: string;
  readonly total: string;
  readonly emisor: string;
  readonly emisorNombre: string;
  readonly receptor: string;
  readonly receptorNombre: string;
  readonly efecto: string;
  readonly stamped: boolean;
  readonly noCertificado: string;
}

export interface Problem {
  /** As SAT and PACs number them: 301 … 308, 401, 402. */
  readonly code: string;
  readonly message: string;
}

export interface Trusting {
  /** DER or PEM of the authorities whose CSDs are taken; any CSD, unless said. */
  readonly authorities?: readonly (Buffer | string)[];
}

const HOURS_72 = 72 * 3_600_000;
const MINUTES_5 = 5 * 60_000;

/** Reads what names a document, or says why it cannot. */
export function readFacts(xml: string): Facts | Problem {
  const comprobante = parseComprobante(xml);
  if (comprobante.ok) {
    const { attributes: a, emisor, receptor, sello, noCertificado, timbre } = comprobante.value;
    return {
      ...{ kind: 'comprobante', sello, noCertificado, stamped: timbre !== undefined },
      ...(a['Serie'] !== undefined && { serie: a['Serie'] }),
      ...(a['Folio'] !== undefined && { folio: a['Folio'] }),
      ...{ fecha: a['Fecha'] ?? '', total: a['Total'] ?? '', efecto: a['TipoDeComprobante'] ?? '' },
      ...{ emisor: emisor['Rfc'] ?? '', emisorNombre: emisor['Nombre'] ?? '' },
      ...{ receptor: receptor['Rfc'] ?? '', receptorNombre: receptor['Nombre'] ?? '' },
    };
  }
  const retencion = parseRetencion(xml);
  if (!retencion.ok)
    return { code: '301', message: 'La estructura del comprobante es incorrecta (XML mal formado).' };
  const { attributes: a, emisor, receptor, totales, sello, noCertificado, timbre } = retencion.value;
  return {
    ...{ kind: 'retencion', sello, noCertificado, stamped: timbre !== undefined },
    ...(a['FolioInt'] !== undefined && { folio: a['FolioInt'] }),
    ...{ fecha: a['FechaExp'] ?? '', total: totales['MontoTotOperacion'] ?? '', efecto: 'R' },
    ...{ emisor: emisor['RfcE'] ?? '', emisorNombre: emisor['NomDenRazSocE'] ?? '' },
    ...{ receptor: 'rfc' in receptor ? receptor.rfc : '', receptorNombre: '' },
  };
}

/** The first thing that stands in the way of a stamp; the age of Fecha is asked apart (`judgeDate`). */
export function judgeDocument(
  xml: string,
  facts: Facts,
  { notInLco, revoked }: Pick<Settings, 'notInLco' | 'revoked'>,
  { authorities }: Trusting,
): Problem | undefined {
  const attribute = /\sCertificado="([^"]*)"/.exec(xml)?.[1] ?? '';
  const read = readCertificado(Buffer.from(attribute, 'base64'));
  if (!read.ok) return { code: '306', message: 'El certificado no es de tipo CSD.' };
  const { rfc, fiel, certificado, validFrom, validTo, noCertificado } = read.value;
  if (fiel) return { code: '306', message: 'El certificado no es de tipo CSD.' };
  const { sello } = verifyDocument(xml);
  if (!sello) return { code: '302', message: 'El resultado de la digestión debe ser igual al sello.' };
  if (noCertificado !== facts.noCertificado)
    return { code: '712', message: 'El NoCertificado no corresponde al Certificado.' };
  if (rfc !== facts.emisor) return { code: '303', message: 'El sello no corresponde al emisor.' };
  if (revoked.includes(noCertificado))
    return { code: '304', message: 'El certificado está revocado o caduco.' };
  if (authorities && !isIssuedBy(Buffer.from(certificado, 'base64'), authorities))
    return { code: '308', message: 'El certificado no fue emitido por el SAT.' };
  const at = new Date(`${facts.fecha.slice(0, 19)}-06:00`);
  if (at < validFrom || at > validTo)
    return { code: '305', message: 'La fecha de emisión no está dentro de la vigencia del CSD.' };
  if (notInLco.includes(facts.emisor))
    return {
      code: '402',
      message: 'El RFC del emisor no está en la lista de contribuyentes con obligaciones.',
    };
  return undefined;
}

/** 72 hours at most, and five minutes ahead at most, by the clocks of the place of issue. */
export function judgeDate(xml: string, { fecha }: Facts, now: Date): Problem | undefined {
  const place = /\s(?:LugarExpedicion|LugarExpRetenc)="(\d{5})"/.exec(xml)?.[1] ?? '06000';
  const written = Date.parse(`${fecha.slice(0, 19)}Z`);
  const { earliest, latest } = localClocks(place, now.getTime());
  const inRange = written >= earliest - HOURS_72 && written <= latest + MINUTES_5;
  return inRange ? undefined : { code: '401', message: 'Fecha y hora de generación fuera de rango' };
}

function isIssuedBy(der: Buffer, authorities: readonly (Buffer | string)[]): boolean {
  const leaf = new X509Certificate(der);
  return authorities.some((authority) => leaf.verify(new X509Certificate(authority).publicKey));
}
