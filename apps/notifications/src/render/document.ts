import { comprobanteInput } from '#billing';
import {
  buildComprobante,
  comprobanteXml,
  parseComprobante,
  type XmlNode,
  type ParsedComprobante,
} from '#cfdi';
import type { IssuerSnapshot, UnstampedDocument } from '#contracts';
import { localDateTime } from '#sat';
import { linesOfDocument, linesOfItems, type LineAmounts } from './lines.js';
import { looseComplements } from './loose.js';

/** The parts of a document that come from its XML and not from the API's answer. */
export interface DocumentParts {
  readonly lines: readonly LineAmounts[];
  readonly complementos: readonly XmlNode[];
  /** FechaTimbrado; null while it is not stamped. */
  readonly fechaTimbrado: string | null;
}

/** Those of a stamped document, and its amounts. */
export interface StampedParts extends DocumentParts {
  readonly amounts: { readonly subtotal: string; readonly discount: string | null; readonly total: string };
}

const partsOf = (parsed: ParsedComprobante): DocumentParts => ({
  lines: linesOfDocument(parsed),
  complementos: parsed.complementos,
  fechaTimbrado: parsed.timbre?.fechaTimbrado ?? null,
});

/** The parts of a stamped document. */
export function readStampedParts(xml: string): StampedParts {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('a stored CFDI does not read');
  const { SubTotal = '0', Descuento = null, Total = '0' } = parsed.value.attributes;
  return {
    ...partsOf(parsed.value),
    amounts: { subtotal: SubTotal, discount: Descuento, total: Total },
  };
}

/**
 * The parts of a document that is not stamped yet: those of the document that it would be, or, where something is
 * still missing for one, its lines and complements as far as they go.
 */
export function draftParts(
  { content, date, created_at }: UnstampedDocument,
  issuer: IssuerSnapshot,
  timezone: string,
): DocumentParts {
  const fecha = localDateTime(new Date(date ?? created_at), timezone);
  const issued = { series: null, folio_number: null, fecha };
  const built = buildComprobante(comprobanteInput(content, issuer, issued));
  if (built.ok) {
    const xml = comprobanteXml(built.value, { noCertificado: '', certificado: '', sello: '' });
    const parsed = parseComprobante(xml);
    if (parsed.ok) return partsOf(parsed.value);
  }
  return {
    lines: linesOfItems(content.items, content.currency),
    complementos: looseComplements(content.complements ?? []),
    fechaTimbrado: null,
  };
}
