import type { Detail, Result } from '#kernel';
import type { TimbreFiscalDigital } from '../comprobante.js';
import type { ParsedComprobante, XmlNode } from '../parsed.js';
import { findDefects } from '../schemas/check.js';
import { detailsOf } from '../schemas/details.js';
import { timbre11 } from '../schemas/standards/cfdi/timbre-fiscal-digital.js';
import type { Certificado } from '../sello/certificado.js';
import { readWritten, type ReadsCertificado } from '../sello/written.js';
import { cadenaTfd } from '../timbre/timbre.js';
import { cadenaOriginalOf } from './cadena.js';
import { comprobanteOf, timbreOf } from './comprobante.js';
import { modelOfParsed, type ReadComprobante } from './model.js';
import { trimAttributes, readXml } from './nodes.js';
import { isRetencion } from './retencion.js';
import { timbresIn, verifySealed } from './verify.js';

/** A stamped CFDI 4.0 of somebody, whole, whose seal is its issuer's. */
export interface ReceivedComprobante extends ReadComprobante {
  readonly timbre: TimbreFiscalDigital;
  readonly parsed: ParsedComprobante;
  /** The certificate of the document itself: who issued it is not judged here. */
  readonly emisor: Certificado;
  /** What SelloSAT signs: cadena original of the stamp. The certificate that signs it has to be had by its number. */
  readonly cadenaTfd: string;
}

/** Why a document does not count. */
export type NotReceived =
  /** No XML 1.0 without a DOCTYPE, of bounded size and depth. */
  | 'unreadable'
  | 'not_cfdi'
  /** A CFDI of a version that was in force before 4.0. */
  | 'old_version'
  | 'retention'
  | 'not_stamped'
  | 'stamped_twice'
  /** It breaks the schema of Anexo 20, or carries what no standard says. */
  | 'structure'
  /** Its Sello is not the signature of its cadena original by its certificate, or NoCertificado is another's. */
  | 'seal'
  /** Its certificate is somebody else's, or was not in force at its Fecha. */
  | 'holder'
  /** SelloCFD is not its Sello: the stamp of another document. */
  | 'stamp_of_another';

export type Received =
  | { readonly ok: true; readonly value: ReceivedComprobante }
  | {
      readonly ok: false;
      readonly why: NotReceived;
      readonly details: readonly Detail[];
      /** As the stamp says it, where one could be read. */
      readonly uuid: string | null;
    };

const OLD = /^http:\/\/www\.sat\.gob\.mx\/cfd\/[23]$/;
const MAX_DEFECTS = 100;
const UUID = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i;

/**
 * Reads a stamped CFDI 4.0 of any issuer, once for all that is asked of it, and verifies what it can say for itself: structure,
 * Sello, and that the stamp is its own. Whether issuer and PAC are to be trusted is left to who has the authorities'
 * certificates ({@link ReceivedComprobante.emisor}, {@link ReceivedComprobante.cadenaTfd}). Never throws for what a document says.
 * @param readCertificado for who reads many: one that remembers
 */
export function readReceived(xml: string, readCertificado: ReadsCertificado = readWritten): Received {
  const read = readXml(xml);
  if (!read.ok) return refused('unreadable', null, read);
  const root = trimAttributes(read.value);
  if (isRetencion(root)) return refused('retention', null);
  if (root.name === 'Comprobante' && OLD.test(root.namespace)) return refused('old_version', null);
  const parsed = comprobanteOf(root);
  if (!parsed.ok) return refused('not_cfdi', null, parsed);
  const [stamp, ...others] = timbresIn(root);
  if (stamp === undefined) return refused('not_stamped', null);
  if (others.length > 0) return refused('stamped_twice', null);
  const uuid = uuidOf(stamp);
  const defects = findDefects(timbre11.root, stamp, MAX_DEFECTS);
  if (defects.length > 0 || uuid === null)
    return { ok: false, why: 'structure', details: detailsOf(defects), uuid };
  return readStamped(xml, parsed.value, { timbre: timbreOf(stamp), uuid, readCertificado });
}

interface StampedParts {
  readonly timbre: TimbreFiscalDigital;
  /** In upper case, as it is stored: the stamp's own spelling is what SelloSAT signs. */
  readonly uuid: string;
  readonly readCertificado: ReadsCertificado;
}

function readStamped(
  xml: string,
  parsed: ParsedComprobante,
  { timbre, uuid, readCertificado }: StampedParts,
): Received {
  const model = modelOfParsed(parsed, xml);
  if (!model.ok) return refused('structure', uuid, model);
  const cadena = cadenaOriginalOf(parsed);
  if (!cadena.ok) return refused('structure', uuid, cadena);
  const emisor = readCertificado(parsed.root.attributes['Certificado'] ?? '');
  if (emisor === undefined) return refused('seal', uuid);
  const verified = verifySealed({ root: parsed.root, cadena: cadena.value }, {}, emisor);
  if (!verified.sello || !verified.noCertificado) return refused('seal', uuid);
  if (!verified.timbre?.selloCfd) return refused('stamp_of_another', uuid);
  if (!isHolder(emisor, model.value)) return refused('holder', uuid);
  const stamped = { ...timbre, uuid };
  return {
    ok: true,
    value: { ...model.value, timbre: stamped, parsed, emisor, cadenaTfd: cadenaTfd(timbre) },
  };
}

const refused = (why: NotReceived, uuid: string | null, refusal?: Result<unknown>): Received => ({
  ...{ ok: false, why, uuid },
  details: refusal === undefined || refusal.ok ? [] : (refusal.refusal.details ?? []),
});

function uuidOf({ attributes }: XmlNode): string | null {
  const uuid = (attributes['UUID'] ?? '').trim();
  return UUID.test(uuid) ? uuid.toUpperCase() : null;
}

/** What clocks of a place of issue may differ from UTC, either way: the certificate's days are in UTC, Fecha is local. */
const ZONES_MS = 14 * 3_600_000;

/**
 * Whether the certificate is its issuer's, in force at Fecha (Anexo 20, CFDI40102 and the PAC's validations). A buyer that issues for
 * the seller (FacAtrAdquirente) seals with a certificate of its own.
 */
function isHolder({ rfc, validFrom, validTo }: Certificado, { comprobante }: ReadComprobante): boolean {
  const { emisor, fecha } = comprobante;
  if (emisor.facAtrAdquirente === undefined && rfc !== emisor.rfc) return false;
  const at = Date.parse(`${fecha}Z`);
  return at >= validFrom.getTime() - ZONES_MS && at <= validTo.getTime() + ZONES_MS;
}
