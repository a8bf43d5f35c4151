import { comprobanteInput } from '#billing';
import { buildComprobante, comprobanteXml, parseComprobante, type Nodo, type ParsedComprobante } from '#cfdi';
import type { OrganizationDoc } from '#contracts';
import { localDateTime } from '#sat';
import { contentOf, issuerOf, type InvoiceDoc } from './content.js';
import { linesOfDocument, linesOfItems, type LineAmounts } from './lines.js';
import { looseComplements } from './loose.js';

/** What of a document is read from its XML rather than from the API's answer. */
export interface DocumentParts {
  readonly lines: readonly LineAmounts[];
  readonly complementos: readonly Nodo[];
  /** FechaTimbrado; null while it is not stamped. */
  readonly fechaTimbrado: string | null;
}

const partsOf = (parsed: ParsedComprobante): DocumentParts => ({
  lines: linesOfDocument(parsed),
  complementos: parsed.complementos,
  fechaTimbrado: parsed.timbre?.fechaTimbrado ?? null,
});

/** The parts of a stamped document. */
export function stampedParts(xml: string): DocumentParts {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('a stored CFDI does not read');
  return partsOf(parsed.value);
}

/**
 * The parts of a document that is not stamped yet: those of the document that it would be, or, where something is
 * still missing for one, its lines and complements as far as they go.
 */
export function draftParts(
  invoice: InvoiceDoc,
  organization: OrganizationDoc,
  timezone: string,
): DocumentParts {
  const content = contentOf(invoice);
  const date = new Date((invoice['date'] ?? invoice['created_at'] ?? 0) as string | number);
  const issued = { series: null, folio_number: null, fecha: localDateTime(date, timezone) };
  const built = buildComprobante(comprobanteInput(content, issuerOf(organization), issued));
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
