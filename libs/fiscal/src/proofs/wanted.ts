import { readXml, type XmlNode } from '#cfdi';
import { parseDecimal } from '#kernel';
import type { DocumentKind, MetadataRow } from '#pac';

/** A sealed document by what the tax authority's metadata says of documents. */
export interface Wanted {
  readonly rfcEmisor: string;
  /** Absent for a foreigner of a retention: its metadata has no RFC to compare. */
  readonly rfcReceptor: string | undefined;
  /** Decimal text: Total, of a retention MontoTotOperacion. */
  readonly total: string;
  /** Local time as the document has it, `2026-11-27T12:00:00`. */
  readonly fecha: string;
  readonly sello: string;
}

/** Reads a sealed document; undefined where it is none. */
export function wantedOf(kind: DocumentKind, xml: string): Wanted | undefined {
  const read = readXml(xml);
  if (!read.ok) return undefined;
  const { value: root } = read;
  const child = (name: string): Readonly<Record<string, string>> => childOf(root, name)?.attributes ?? {};
  const receptor = childOf(root, 'Receptor');
  const parts =
    kind === 'retencion'
      ? {
          ...{ fecha: root.attributes['FechaExp'], total: child('Totales')['MontoTotOperacion'] },
          ...{ rfcEmisor: child('Emisor')['RfcE'] },
          rfcReceptor: receptor && childOf(receptor, 'Nacional')?.attributes['RfcR'],
        }
      : {
          ...{ fecha: root.attributes['Fecha'], total: root.attributes['Total'] },
          ...{ rfcEmisor: child('Emisor')['Rfc'], rfcReceptor: receptor?.attributes['Rfc'] },
        };
  const { fecha, total, rfcEmisor, rfcReceptor } = parts;
  const sello = root.attributes['Sello'];
  if (!fecha || !total || !rfcEmisor || !sello) return undefined;
  return { fecha: fecha.slice(0, 19), total, rfcEmisor, rfcReceptor, sello };
}

const childOf = ({ children }: XmlNode, name: string): XmlNode | undefined =>
  children.find((child) => child.name === name);

/** Whether a row may be the document: issuer, receiver, date and total are its own. Its seal decides. */
export const mayBe = (row: MetadataRow, wanted: Wanted): boolean =>
  row.rfcEmisor === wanted.rfcEmisor &&
  (wanted.rfcReceptor === undefined || row.rfcReceptor === wanted.rfcReceptor) &&
  row.fechaEmision === wanted.fecha &&
  parseDecimal(row.monto) !== undefined &&
  parseDecimal(row.monto) === parseDecimal(wanted.total);

/** The SelloCFD of a stamped document; undefined where there is none. */
export function selloCfdOf(xml: string): string | undefined {
  const read = readXml(xml);
  const find = (node: XmlNode): string | undefined => {
    if (node.name === 'TimbreFiscalDigital') return node.attributes['SelloCFD'];
    for (const child of node.children) {
      const found = find(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return read.ok ? find(read.value) : undefined;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** PACs stamp until so long after Fecha. */
const STAMPED_WITHIN_MS = 72 * HOUR;
/** What was stamped is in the metadata so long afterwards, at the latest. */
const SHOWN_WITHIN_MS = 72 * HOUR;

/** The latest instant that a local time of Mexico can be: Baja California's winter. */
const latest = (fecha: string): number => Date.parse(`${fecha}-08:00`);

/** From when on the tax authority is asked. */
export const askedFrom = ({ fecha }: Wanted): Date => new Date(latest(fecha) + STAMPED_WITHIN_MS);

/** From when on metadata that lacks a document proves that it was never stamped. */
export const provenFrom = ({ fecha }: Wanted): Date =>
  new Date(latest(fecha) + STAMPED_WITHIN_MS + SHOWN_WITHIN_MS);

/** Until when what was stamped is for sure in metadata that is asked for at `at`. */
export const coveredUntil = (at: Date): Date => new Date(at.getTime() - SHOWN_WITHIN_MS);

/**
 * The period to be asked for, in local time: from the day before Fecha until all who could stamp it have, those too who got it later
 * than they take it, whichever of the two dates the service goes by; never in the future. Each attempt begins a second earlier, since the service takes no two requests
 * that are the same.
 */
export function periodOf(
  { fecha }: Wanted,
  { attempt, now, sentUntil }: { readonly attempt: number; readonly now: Date; readonly sentUntil?: Date },
): { from: string; until: string } {
  const local = Date.parse(`${fecha}Z`);
  const central = now.getTime() - 6 * HOUR - 60_000;
  const text = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
  const last = Math.max(local + 4 * DAY, (sentUntil?.getTime() ?? 0) + DAY);
  return { from: text(local - DAY - attempt * 1_000), until: text(Math.min(last, central)) };
}
