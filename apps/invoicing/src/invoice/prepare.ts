import type { Detail, Result } from '#kernel';
import { computeAmounts, type Comprobante } from '#cfdi';
import type { InvoiceContent, InvoiceTotals, IssuerSnapshot } from '#contracts';
import { builtInCatalogues, localDateTime, type LargeCatalogues } from '#sat';
import { OLDEST_DATE_MS, comprobanteInput, judgeInvoice, totalsOf, type Prepared } from '#billing';
import { Judgements } from '../document/built-documents.js';

const DEFAULT_ZONE = 'America/Mexico_City';

const judgements = new Judgements<InvoiceContent, Prepared>(judgeInvoice);

/** What {@link judgeInvoice} says of a content, which it says once. */
export const prepare = (
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large?: LargeCatalogues,
): Result<Prepared> => judgements.of(content, issuer, now, large);

/** The document of a content that is issued now. */
export const takeComprobante = (content: InvoiceContent): Comprobante | undefined =>
  judgements.take(content)?.comprobante;

/** A date that has grown too old for the tax authority while a draft lay about gives way to the present. */
export function withFreshDate(content: InvoiceContent, now: Date): InvoiceContent {
  const { date } = content;
  const stale = date !== null && now.getTime() - Date.parse(date) > OLDEST_DATE_MS;
  return stale ? { ...content, date: null } : content;
}

/** What a draft shows: its amounts where they can be computed, and what is missing for stamping. */
export function preview(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): { totals: InvoiceTotals | null; problems: readonly Detail[] } {
  // Drafts stay in memory for a while; their documents need not.
  const prepared = judgeInvoice(withFreshDate(content, now), issuer, now, large);
  if (prepared.ok) return { totals: prepared.value.totals, problems: [] };
  const fecha = localDateTime(now, DEFAULT_ZONE);
  const input = comprobanteInput(content, issuer, { series: null, folio_number: null, fecha });
  const sells = content.type === 'I' || content.type === 'E';
  const computed = sells && content.items.length > 0 ? computeAmounts(input) : undefined;
  return { totals: computed?.ok ? totalsOf(computed.value) : null, problems: prepared.refusal.details ?? [] };
}
