import type { InvoiceContent, IssuerSnapshot } from './invoice-content.js';
import type { InvoiceDoc } from './invoice-doc.js';
import type { InvoiceTotals } from './invoice-issue.js';
import type { OrganizationDoc } from './organizations.js';
import type { ReceiptDoc } from './receipt-doc.js';
import type { RetentionDoc } from './retention-doc.js';
import type { UnstampedRetention } from './retentions.js';

/** A stamped document: its lines, complements and amounts are read from its XML. */
export interface StampedDocument {
  /** The invoice as the API answers it. */
  readonly invoice: InvoiceDoc;
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
  readonly receipt_key: string | null;
}

/** A stamped retention: its document is read from its XML. */
export interface StampedRetention {
  /** The retention as the API answers it. */
  readonly retention: RetentionDoc;
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
  readonly receipt_key: string | null;
}

/** What an invoice without a stamp says: every amount decimal text, as the caller wrote it. */
export interface InvoiceWords {
  readonly content: InvoiceContent;
  /** null: they can't be computed yet. */
  readonly totals: InvoiceTotals | null;
  /** null: nobody has issued it yet, and the organization as it is will. */
  readonly issuer: IssuerSnapshot | null;
}

/** A document that has no stamp, or not yet: a draft, a preview, an invoice on its way. */
export interface UnstampedDocument extends InvoiceWords {
  readonly status: 'preview' | 'draft' | 'pending' | 'failed';
  readonly livemode: boolean;
  readonly series: string | null;
  readonly folio_number: number | null;
  /** Instants, ISO 8601 in UTC. `date`: of its issue, once it has one. */
  readonly date: string | null;
  readonly created_at: string;
}

/** A receipt as it is printed. */
export interface PrintedReceipt {
  readonly receipt: ReceiptDoc;
  /** Where its customer makes an invoice of it. */
  readonly self_invoice_url: string;
  /** Whether the time for that is over, by the organization's clock. */
  readonly is_expired: boolean;
}

/** What a document is rendered from. */
export type RenderData = {
  /** Base name of the files, without extension. */
  readonly file_name: string;
  readonly organization: OrganizationDoc;
} & (
  | ({ readonly format: 'pdf' | 'zip' | 'receipt-pdf' } & StampedDocument)
  | { readonly format: 'pdf'; readonly unstamped: UnstampedDocument }
  | ({ readonly format: 'pdf' | 'zip' | 'receipt-pdf' } & StampedRetention)
  | { readonly format: 'pdf'; readonly unstamped_retention: UnstampedRetention }
  | ({ readonly format: 'receipt-ticket' | 'receipt-letter' } & PrintedReceipt)
  | ({ readonly format: 'receipt-text' | 'receipt-escpos'; readonly columns: 32 | 48 } & PrintedReceipt)
);

/** Where the rendered file is: the caller takes it out of the content store, once. */
export interface Rendered {
  readonly content_key: string;
}
