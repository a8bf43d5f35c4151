import { refuse, ok, type Result } from '#kernel';
import type { InvoiceDoc, InvoiceToCredit } from '#contracts';
import type { ContentScope } from '../../invoices/scope.js';

/** The invoice that has a receipt as a credit note against it needs it; refused where none can be made. */
export function toInvoiceToCredit(doc: InvoiceDoc, { defaultSeries }: ContentScope): Result<InvoiceToCredit> {
  const { id, uuid, customer, global } = doc;
  if (doc.status !== 'valid' || uuid === null || customer === null) return refuse('receipt_not_open');
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
