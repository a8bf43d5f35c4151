import { comprobanteInput, receiverUse } from '#billing';
import {
  buildComprobante,
  comprobanteXml,
  parseComprobante,
  type XmlNode,
  type ParsedComprobante,
} from '#cfdi';
import type { InvoiceContent, IssuerSnapshot, UnstampedDocument } from '#contracts';
import { localDateTime } from '#sat';
import type { InvoicePdfModel } from '#pdf';
import { linesOfDocument, linesOfItems, type LineAmounts } from './lines.js';
import { looseComplements } from './loose.js';

/** What the type of a document fixes in it, whatever its caller wrote: a payment has the currency XXX and the use CP01. */
type FixedFields = Pick<
  InvoicePdfModel,
  'currency' | 'exchange' | 'payment_form' | 'payment_method' | 'use' | 'export'
>;

/** The parts of a document that come from its XML and not from the API's answer. */
export interface DocumentParts {
  readonly fields: FixedFields;
  readonly lines: readonly LineAmounts[];
  readonly complementos: readonly XmlNode[];
  /** FechaTimbrado; null while it is not stamped. */
  readonly fechaTimbrado: string | null;
}

/** Those of a stamped document, its name and its amounts. */
export interface StampedParts extends DocumentParts {
  /** Serie and Folio as they are written: others' folios need be no numbers. */
  readonly name: { readonly series: string | null; readonly folio_number: string | null };
  readonly amounts: { readonly subtotal: string; readonly discount: string | null; readonly total: string };
}

const fieldsOf = ({ attributes, receptor }: ParsedComprobante): FixedFields => ({
  currency: attributes['Moneda'] ?? 'XXX',
  exchange: attributes['TipoCambio'] ?? null,
  payment_form: attributes['FormaPago'] ?? null,
  payment_method: attributes['MetodoPago'] ?? null,
  use: receptor['UsoCFDI'] ?? null,
  export: attributes['Exportacion'] ?? null,
});

const partsOf = (parsed: ParsedComprobante): DocumentParts => ({
  fields: fieldsOf(parsed),
  lines: linesOfDocument(parsed),
  complementos: parsed.complementos,
  fechaTimbrado: parsed.timbre?.fechaTimbrado ?? null,
});

/** The parts of a stamped document. */
export function readStampedParts(xml: string): StampedParts {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('a stored CFDI does not read');
  const { Serie = null, Folio = null } = parsed.value.attributes;
  const { SubTotal = '0', Descuento = null, Total = '0' } = parsed.value.attributes;
  return {
    ...partsOf(parsed.value),
    name: { series: Serie, folio_number: Folio },
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
    fields: draftFields(content),
    lines: linesOfItems(content.items, content.currency),
    complementos: looseComplements(content.complements ?? []),
    fechaTimbrado: null,
  };
}

/** Those of a document that can't be built yet. Payments and transfers will have no currency. */
const draftFields = (content: InvoiceContent): FixedFields => ({
  currency: content.type === 'P' || content.type === 'T' ? 'XXX' : content.currency,
  exchange: content.exchange,
  payment_form: content.payment_form,
  payment_method: content.payment_method,
  use: receiverUse(content),
  export: content.export,
});
