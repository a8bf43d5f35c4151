import { cadenaTfd, readCertificado, readXml, verifySello, type XmlNode } from '#cfdi';
import type { NoCertificate, PacCertificates, Timbre } from './port.js';
import { isSameDocument, timbresOf } from './stamped-document.js';
import { readTimbre } from './timbre.js';

export interface StampToVerify {
  /** The sealed document that was sent. */
  readonly xml: string;
  /** What the provider handed out: the TimbreFiscalDigital node, or the document with it inside. */
  readonly answer: string;
  /** Who may have stamped: the provider's RFC (and that of the tax authority's test world, in a provider's own sandbox). */
  readonly rfcPac: readonly string[];
  readonly certificates: PacCertificates;
  readonly now: Date;
}

/** A stamp that counts, or why it does not: to an adapter the latter is `unknown`. */
export type VerifiedStamp =
  | { readonly kind: 'timbre'; readonly timbre: Timbre }
  | { readonly kind: 'doubt'; readonly why: StampDoubt; readonly reason: string };

export type StampDoubt =
  /** No whole TimbreFiscalDigital 1.1 in the answer. */
  | 'unreadable'
  /** The stamp of another document, or another document around it. */
  | 'other_document'
  /** Stamped by somebody else. */
  | 'other_pac'
  /** Its certificate cannot be had for now: asked again later. */
  | 'certificate_unavailable'
  | 'certificate'
  | 'sello_sat'
  /** Before the document was issued, or in time to come. */
  | 'date';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** FechaTimbrado is the time of central Mexico (TimbreFiscalDigitalv11.xsd), which has had no summer time since October 2022. */
const CENTRAL = '-06:00';
/** What clocks may differ: PACs take a Fecha up to five minutes ahead. */
const AHEAD_MS = 10 * MINUTE;
/** Fecha is the time of the place of issue, which is an hour ahead of central Mexico at most (Quintana Roo). */
const BEFORE_MS = HOUR + AHEAD_MS;

/**
 * Judges a provider's stamp before it counts: SelloCFD is ours, RfcProvCertif is the provider's, NoCertificadoSAT is a trusted
 * certificate, SelloSAT is its signature over the cadena original of the stamp, the date is plausible, and a document around
 * it is the one that was sent. Never throws.
 */
export async function verifyTimbre({
  xml,
  answer,
  rfcPac,
  certificates,
  now,
}: StampToVerify): Promise<VerifiedStamp> {
  const sent = readXml(xml);
  if (!sent.ok) return doubt('unreadable', 'the document that was sent cannot be read');
  const node = stampIn(answer, sent.value);
  if ('kind' in node) return node;
  const timbre = readTimbre(node);
  if (!timbre) return doubt('unreadable', 'the answer holds no whole TimbreFiscalDigital 1.1');
  if (timbre.selloCfd !== sent.value.attributes['Sello'])
    return doubt('other_document', 'the stamp is of another document: its SelloCFD is not ours');
  if (!rfcPac.includes(timbre.rfcProvCertif))
    return doubt('other_pac', `the stamp says that ${timbre.rfcProvCertif} made it`);
  const certificate = await certificates.byNumber(timbre.noCertificadoSat);
  if (typeof certificate === 'string') return withoutCertificate(certificate, timbre.noCertificadoSat);
  const read = readCertificado(certificate);
  if (!read.ok || read.value.noCertificado !== timbre.noCertificadoSat)
    return doubt('certificate', `the certificate ${timbre.noCertificadoSat} cannot be read`);
  const cadena = cadenaTfd({ ...timbre, uuid: node.attributes['UUID'] ?? '' });
  if (!verifySello(cadena, timbre.selloSat, read.value.publicKey))
    return doubt('sello_sat', 'SelloSAT is not the signature of the stamp');
  if (!isPlausible(timbre.fechaTimbrado, sent.value, now))
    return doubt(
      'date',
      `FechaTimbrado ${timbre.fechaTimbrado} is not plausible: the clocks of the PAC and ours are apart`,
    );
  return { kind: 'timbre', timbre };
}

type Doubt = Extract<VerifiedStamp, { kind: 'doubt' }>;

const doubt = (why: StampDoubt, reason: string): Doubt => ({ kind: 'doubt', why, reason });

/** The one stamp of an answer, alone or inside the document that was sent. */
function stampIn(answer: string, sent: XmlNode): XmlNode | Doubt {
  const read = readXml(answer.replace(/^\uFEFF?\s*/, ''));
  if (!read.ok) return doubt('unreadable', 'the answer holds no readable XML');
  if (read.value.name === 'TimbreFiscalDigital') return read.value;
  const [only, ...others] = timbresOf(read.value);
  if (!only || others.length > 0) return doubt('unreadable', 'the answer holds no stamp, or several');
  return isSameDocument(read.value, sent)
    ? only
    : doubt('other_document', 'the stamped document is not the one that was sent');
}

function withoutCertificate(why: NoCertificate, number: string): VerifiedStamp {
  if (why === 'unavailable')
    return doubt('certificate_unavailable', `certificate_unavailable: ${number} could not be had for now`);
  return doubt(
    'certificate',
    `the certificate ${number} is ${why === 'unknown' ? 'not known to the SAT' : 'not trusted'}`,
  );
}

function isPlausible(fechaTimbrado: string, { attributes }: XmlNode, now: Date): boolean {
  const stamped = Date.parse(`${fechaTimbrado}${CENTRAL}`);
  // Of a Comprobante, and of a document of retentions (which has an offset of its own).
  const fecha = attributes['Fecha'] ?? attributes['FechaExp'] ?? '';
  const issued = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(fecha) ? fecha : `${fecha}${CENTRAL}`);
  return stamped <= now.getTime() + AHEAD_MS && stamped >= issued - BEFORE_MS;
}
