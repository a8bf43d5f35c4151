import type { Detail } from '#kernel';
import type { PreviewDoc } from './invoice-doc.js';
import type { InvoiceTotals } from './invoice-issue.js';

/** The amounts of a line as the document would carry them: decimal text. */
export interface PreviewLine {
  readonly unit_value: string;
  /** Quantity by unit value, before the discount. */
  readonly amount: string;
  readonly discount: string;
  readonly taxes: readonly {
    readonly type: string;
    readonly factor: string;
    readonly rate: string | null;
    readonly base: string;
    readonly amount: string | null;
    readonly withholding: boolean;
  }[];
}

export interface InvoicePreview {
  /** The invoice as it would be answered, without what only a stored one has; its status is `preview`. */
  readonly invoice: PreviewDoc;
  /** Its amounts as decimal text; null, and no lines, where they can't be computed. */
  readonly totals: InvoiceTotals | null;
  readonly lines: readonly PreviewLine[];
  /** What `POST /invoices` would refuse. */
  readonly problems: readonly Detail[];
  /** What a certification provider would find beyond that, by the codes of the error matrices. */
  readonly found: readonly Detail[];
}
