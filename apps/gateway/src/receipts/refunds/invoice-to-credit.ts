import { refuse, ok, type Result } from '#kernel';
import type { InvoiceDoc, InvoiceToCredit } from '#contracts';
import type { ContentScope } from '../../invoices/scope.js';

/**
 * The invoice that has a receipt as a credit note against it needs it; refused where none can be made. One whose cancellation
 * is under way may be gone tomorrow, and its credit notes would stay: what was given back would count twice.
 */
export function toInvoiceToCredit(doc: InvoiceDoc, { defaultSeries }: ContentScope): Result<InvoiceToCredit> {
  const { id, uuid, customer, global } = doc;
  if (doc.status !== 'valid' || uuid === null || customer === null) return refuse('receipt_not_open');
  if (doc.cancellation_status === 'pending' || doc.cancellation_status === 'verifying')
    return refuse('invoice_cancellation_in_progress');
  return ok({
    ...{ id, uuid, customer, global },
    withholds_isr: withholdsIsr(doc),
    series: defaultSeries?.['E'] ?? null,
  });
}

/** Whether ISR of RESICO was withheld on it: on each line then that can have taxes at all. */
function withholdsIsr({ items }: InvoiceDoc): boolean {
  const taxed = items.filter(({ product }) => product.taxability === '02');
  return (
    taxed.length > 0 &&
    taxed.every(({ product }) => product.taxes.some(({ type, withholding }) => withholding && type === 'ISR'))
  );
}
