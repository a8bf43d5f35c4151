import { decimal } from '#kernel';
import type { InvoiceTotals, ReceiptContent } from '#contracts';

/** A receipt as an invoice takes it. */
export interface ReceiptToInvoice {
  readonly id: string;
  readonly key: string;
  readonly folio_number: number;
  /** Its items are those that are left, after what was given back. */
  readonly content: ReceiptContent;
  readonly totals: InvoiceTotals;
  /** Instant, ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** Whether any of its lines withholds a tax: such a sale has a receiver, so a global invoice can't have it. */
export const withholds = ({ items }: Pick<ReceiptContent, 'items'>): boolean =>
  items.some(
    ({ product }) =>
      product.taxes.some(({ withholding }) => withholding) ||
      product.local_taxes.some(({ withholding }) => withholding),
  );

/** The receipt with the highest total, whose payment form an invoice of several has; the first of equals. */
export const largestReceipt = (receipts: readonly ReceiptToInvoice[]): ReceiptToInvoice | undefined => {
  let largest: ReceiptToInvoice | undefined;
  let most = -1n;
  for (const receipt of receipts) {
    const total = inPesos(receipt);
    if (total > most) [largest, most] = [receipt, total];
  }
  return largest;
};

/** Its total in MXN, in 10^-12: receipts of several currencies are compared by what they are worth. */
const inPesos = ({ totals, content }: ReceiptToInvoice): bigint =>
  decimal(totals.total) * decimal(content.exchange);

/** Of a receipt without a line. */
export const NOTHING_LEFT = {
  es: 'Todo lo que se vendió con el recibo fue devuelto: no hay qué facturar.',
  en: 'Everything that was sold on the receipt was given back: there is nothing to invoice.',
};
