import type { CancelMotive, InvoiceEvent, ReceiptInvoiceOutcome } from '#contracts';

type Canceled = Extract<ReceiptInvoiceOutcome, { kind: 'canceled' }>;

/** What the service of receipts hears of a cancellation: why, and which document is in the invoice's place. */
export function canceledBy({
  motive,
  substitution = null,
  substitution_invoice,
}: {
  readonly motive?: CancelMotive;
  readonly substitution?: string | null;
  readonly substitution_invoice?: string;
}): Canceled {
  const inPlace =
    substitution === null ? null : { uuid: substitution, invoice: substitution_invoice ?? null };
  return { kind: 'canceled', motive: motive ?? null, substitution: inPlace };
}

/** The same of an invoice that had no receipts when it was canceled: by its events. Nothing while it is not canceled. */
export function cancellationIn(events: readonly InvoiceEvent[]): Canceled | null {
  const canceled = events.find((event) => event.type === 'InvoiceCanceled');
  if (!canceled) return null;
  const asked = events.filter((event) => event.type === 'CancellationRequested').at(-1);
  // It was canceled at the tax authority, without us, if no request of ours has that number.
  return canceledBy(asked?.data.number === canceled.data.number ? asked.data : {});
}
