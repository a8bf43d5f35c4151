import type { InvoiceDoc } from './client.js';

/** A receipt as answers show it, as far as these tests look. */
export interface ReceiptDoc {
  readonly id: string;
  readonly key: string;
  readonly status: 'open' | 'canceled' | 'invoiced_to_customer' | 'invoiced_globally';
  readonly invoice: string | null;
  readonly total: number;
}

type Invoiced = Pick<InvoiceDoc, 'id' | 'status' | 'total'>;

const cents = (amount: number): number => Math.round(amount * 100);

/** The ledger of every cent: each receipt has one valid invoice, and each invoice is of its receipts' sum. */
export function receiptComplaints(receipts: readonly ReceiptDoc[], invoices: readonly Invoiced[]): string[] {
  const valid = new Map(invoices.filter(({ status }) => status === 'valid').map((one) => [one.id, one]));
  const sums = new Map<string, number>();
  const complaints = receipts.flatMap(({ id, status, invoice, total }) => {
    if (status === 'canceled') return [];
    if (invoice === null || !valid.has(invoice))
      return [`receipt ${id} is ${status}, and has no valid invoice`];
    sums.set(invoice, (sums.get(invoice) ?? 0) + cents(total));
    return [];
  });
  const wrong = [...valid.values()].filter(({ id, total }) => cents(total) !== sums.get(id));
  return [
    ...complaints,
    ...wrong.map(
      ({ id, total }) => `invoice ${id} is of ${total}, its receipts of ${sums.get(id) ?? 0} cents`,
    ),
  ];
}
