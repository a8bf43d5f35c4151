import { field, ok, refuseFields, type Refused, type Result } from '#kernel';
import { readXml } from '../reading/nodes.js';
import type { XmlNode } from '../parsed.js';
import { findCancelacionCode, type Effect } from './codes.js';
import { DSIG } from './signature.js';
import { UUID } from './model.js';

/** What the authority said of one folio. */
export interface FolioAcuse {
  /** In upper case. */
  readonly uuid: string;
  /** As it was written: 201, 1202. */
  readonly estatusUuid: string;
  /** What it means; undefined for a code that is not known. */
  readonly efecto: Effect | undefined;
}

/** The authority's receipt of a cancellation request. */
export interface Acuse {
  /** Empty where the authority did not know whose request it was. */
  readonly rfcEmisor: string;
  /** Local time of central Mexico, as it was written (some have fractions of a second). */
  readonly fecha: string;
  /** The request's own code, where there is one: 301, 303... */
  readonly codEstatus?: string;
  readonly folios: readonly FolioAcuse[];
  /** SignatureValue of the authority's own signature in the receipt, where it has one. */
  readonly sello?: string;
  /**
   * The XML document that the receipt came in, unchanged, to be kept: the authority signs with a secret of its own
   * (HMAC with SHA-512), so nobody else can verify it, and any change would take its worth.
   */
  readonly xml: string;
}

const MAX_CHARS = 1024 * 1024;
/** A provider's SOAP answer holds the authority's as text, which may hold the receipt as text again. */
const MAX_INSIDE = 3;

/**
 * Reads a receipt: `Acuse`, or the authority's SOAP answer (`CancelaCFDResult` and the like), by itself or as text
 * (escaped or CDATA) inside a provider's answer. Refuses (invalid_request, path `xml`) what has none, several, or a
 * receipt without RFC, date, folios or code.
 */
export function parseAcuse(xml: string): Result<Acuse> {
  const acuses = findAcuses(xml, MAX_INSIDE);
  if (!acuses.ok) return acuses;
  const [only, ...others] = acuses.value;
  if (!only || others.length > 0)
    return refuseUnreadable('no tiene un acuse, o tiene varios.', 'it has no receipt, or several.');
  return readAcuse(only.node, only.xml);
}

const refuseUnreadable = (es: string, en: string): Refused =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: { es: `El acuse no puede leerse: ${es}`, en: `The receipt cannot be read: ${en}` },
    }),
  ]);

interface FoundAcuse {
  readonly node: XmlNode;
  readonly xml: string;
}

function findAcuses(xml: string, inside: number): Result<readonly FoundAcuse[]> {
  if (xml.length > MAX_CHARS) return refuseUnreadable('es demasiado grande.', 'it is too large.');
  const parsed = readXml(xml.replace(/^\s+/, ''));
  if (!parsed.ok) return parsed;
  const found: FoundAcuse[] = [];
  const pending: XmlNode[] = [parsed.value];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.namespace === DSIG) continue;
    if (isAcuse(node)) found.push({ node, xml });
    else pending.push(...node.children);
    if (inside === 0 || !/^\s*</.test(node.text ?? '')) continue;
    // Text that only looks like XML, such as a message of the provider's, is no receipt.
    const interior = findAcuses(node.text ?? '', inside - 1);
    if (interior.ok) found.push(...interior.value);
  }
  return ok(found);
}

/** The element has another name in each service; what it says of itself it has in attributes. */
const isAcuse = ({ name, attributes }: XmlNode): boolean =>
  /^(?:Acuse|Cancela[A-Za-z]*Result)$/.test(name) &&
  ('RfcEmisor' in attributes || 'CodEstatus' in attributes);

function readAcuse({ attributes, children }: XmlNode, xml: string): Result<Acuse> {
  const { RfcEmisor = '', Fecha = '', CodEstatus = '' } = attributes;
  const folios = foliosOf(children);
  if (folios === undefined)
    return refuseUnreadable('un UUID no tiene su EstatusUUID.', 'a UUID has not its EstatusUUID.');
  const withFolios = folios.length > 0 && RfcEmisor !== '' && /^\d{4}-\d\d-\d\dT/.test(Fecha);
  if (!withFolios && CodEstatus === '')
    return refuseUnreadable('le faltan el RFC, la fecha o los folios.', 'RFC, date or folios are missing.');
  const signature = children.find(isDsig('Signature'));
  const sello = signature?.children.find(isDsig('SignatureValue'))?.text?.trim();
  return ok({
    ...{ rfcEmisor: RfcEmisor, fecha: Fecha, folios, xml },
    ...(CodEstatus !== '' && { codEstatus: CodEstatus }),
    ...(sello && { sello }),
  });
}

const isDsig = (name: string) => (node: XmlNode) => node.name === name && node.namespace === DSIG;

/** `<Folios><UUID/><EstatusUUID/></Folios>`, one for each folio or several pairs in one. */
function foliosOf(children: readonly XmlNode[]): readonly FolioAcuse[] | undefined {
  const folios: FolioAcuse[] = [];
  for (const group of children.filter(({ name }) => name === 'Folios')) {
    const texts = (name: string): readonly string[] =>
      group.children.filter((child) => child.name === name).map(({ text = '' }) => text.trim());
    const uuids = texts('UUID');
    const estatus = texts('EstatusUUID');
    if (uuids.length !== estatus.length) return undefined;
    for (const [i, uuid] of uuids.entries()) {
      const estatusUuid = estatus[i] ?? '';
      if (!UUID.test(uuid) || !/^[A-Za-z]{0,4}\d{1,6}$/.test(estatusUuid)) return undefined;
      const efecto = findCancelacionCode(estatusUuid)?.efecto;
      folios.push({ uuid: uuid.toUpperCase(), estatusUuid, efecto });
    }
  }
  return folios;
}
