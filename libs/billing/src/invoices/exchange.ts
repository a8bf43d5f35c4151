import type { InvoiceContent } from '#contracts';

/** Currencies whose rate nobody needs to send: the peso is worth one peso, and XXX is no currency. */
const hasOwnRate = (currency: string): boolean => currency === 'MXN' || currency === 'XXX';

/**
 * The rate of a currency, in MXN for one unit, of what was sent for it. The default of 1 is MXN's alone: any other
 * currency without a rate has none (null), and is not ready to be stamped.
 */
export const exchangeOf = (currency: string, sent: string | null): string | null =>
  sent ?? (hasOwnRate(currency) ? '1' : null);

/**
 * A content after an edit. A rate belongs to its currency: one that changes without a rate of its own has the default
 * of the new currency, never the rate of the former.
 */
export function withChanges(before: InvoiceContent, changes: Partial<InvoiceContent>): InvoiceContent {
  const content = { ...before, ...changes };
  if (changes.exchange === undefined && content.currency === before.currency) return content;
  return { ...content, exchange: exchangeOf(content.currency, changes.exchange ?? null) };
}
