import { createHash } from 'node:crypto';
import type { Tenant } from '#kernel';
import type { InvoiceContent } from './invoice-content.js';
import type { CancellationStatus, EfosStanding, InvoiceIssue, InvoiceStamp } from './invoice-issue.js';

/**
 * A CFDI that this installation did not issue, as it is imported: the organization's own past (its RFC is the Emisor's), or what
 * it received (its RFC is the Receptor's).
 */

export const INVOICE_SOURCES = ['upload', 'email', 'download'] as const;
export type InvoiceSource = (typeof INVOICE_SOURCES)[number];

/** What the tax authority's status service said of a document; null: it was not asked yet, or did not answer. */
export type SatStatus = 'valid' | 'canceled' | 'not_found' | null;

/** How a document stands at the tax authority. */
export interface SatStanding {
  readonly status: SatStatus;
  /** Instant of the answer, ISO 8601 in UTC; null: there was none. */
  readonly checked_at: string | null;
  /** Whether its issuer is on the list of article 69-B; null: the service does not say. */
  readonly efos: EfosStanding | null;
  /** How a cancellation of it stands; absent: none is known. */
  readonly cancellation?: Exclude<CancellationStatus, 'none'>;
}

/** Whether the list of article 69-B speaks of its issuer, or of the third party that it issued for. */
export const isListed = (efos: EfosStanding | null): boolean =>
  efos === 'listed' || efos === 'third_party_listed';

/** How many documents may be asked for at once (`cancellation.query-status`). */
export const MAX_STANDINGS = 20;

/** What a payment (type P) pays, by the UUID in its complement (Pagos 2.0, DoctoRelacionado), once for each UUID. */
export interface PaidDocument {
  /** In upper case. */
  readonly uuid: string;
  /** In the currency of the paid document: ImpPagado, summed where the complement names it more than once. */
  readonly amount: string;
}

/** The other party of a received document, as its supplier is known here. */
export interface SupplierSnapshot {
  readonly id: string;
  readonly legal_name: string;
  readonly tax_id: string;
}

export interface ImportedInvoice {
  readonly issuer_type: 'issuing' | 'receiving';
  readonly source: InvoiceSource;
  /** What the XML says. `customer` is the Receptor as it is printed; its id is null unless it is a customer of ours. */
  readonly content: InvoiceContent;
  /** `number` is 0: it was issued elsewhere. */
  readonly issue: InvoiceIssue;
  /** `xml_key`: where the whole XML is kept, byte for byte; `timbre_xml` is empty, as the stamp is in it. */
  readonly stamp: InvoiceStamp;
  /** Of a received document. */
  readonly supplier: SupplierSnapshot | null;
  readonly sat: SatStanding;
  /** Of a payment; otherwise empty. */
  readonly pays: readonly PaidDocument[];
}

/** How an imported document ended. `duplicate`: the tenant has this UUID already, as the invoice of this id. */
export interface ImportOutcome {
  readonly status: 'imported' | 'duplicate';
  readonly id: string;
}

/** An invoice by its UUID, which is in upper case. */
export interface FoundInvoice {
  readonly uuid: string;
  readonly id: string;
}

/** The id of an imported invoice: 24 hexadecimal digits that follow from its tenant and UUID, so that importing twice meets itself. */
export const importedInvoiceId = ({ organizationId, livemode }: Tenant, uuid: string): string =>
  createHash('sha256')
    .update(`${organizationId} ${livemode} ${uuid.toUpperCase()}`)
    .digest('hex')
    .slice(0, 24);
