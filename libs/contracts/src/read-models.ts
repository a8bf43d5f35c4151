import type { Detail, ErrorCode } from '#kernel';
import { INVOICE_STREAM } from './invoicing.js';
import type { CancellationStatus } from './invoice-issue.js';
import type { InvoiceType } from './invoice-content.js';
import { CUSTOMER_STREAM, type CustomerDoc } from './customers.js';
import type { InvoiceDoc, InvoiceIssueDoc, InvoiceStatus } from './invoice-doc.js';
import { ORGANIZATION_STREAM, USER_STREAM, type OrganizationDoc, type UserKey } from './organizations.js';
import type { LiveKey } from './organization-keys.js';
import type { Team } from './organization-team.js';
import { INBOUND_MAIL_STREAM, type InboundMailDoc } from './inbound-mail.js';
import { PRODUCT_STREAM, type ProductDoc } from './products.js';
import type { ReadModel } from './read-model.js';
import type { ReceiptDoc } from './receipt-doc.js';
import type { RetentionDoc, RetentionIssueDoc, RetentionStatus } from './retention-doc.js';
import { RETENTION_STREAM } from './retentions.js';
import { RECEIPT_STREAM, type ReceiptStatus } from './receipts.js';
import { SUPPLIER_STREAM, type SupplierDoc } from './suppliers.js';

/**
 * What the API reads: the gateway's own tables, each with the projection that keeps it and its rows. `doc` is the
 * answer of the API. Every query is scoped by organization_id and livemode. Projections keep the names that their
 * checkpoints have had since the tables were the services'.
 */

interface TenantColumns {
  readonly organization_id: string;
  readonly livemode: boolean;
}

// ---- organizations ----

/** One row an organization; `user_ids` are those who may act for it, `key_hashes` its keys in force. */
export const organizationsReadModel = {
  projection: 'organizations.organizations',
  table: 'gateway.organizations',
  stream: ORGANIZATION_STREAM,
} as const satisfies ReadModel;
export interface OrganizationRow {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  readonly search: string;
  readonly user_ids: readonly string[];
  readonly key_hashes: readonly string[];
  /** Null after its keys were revoked. */
  readonly test_key_id: string | null;
  readonly test_key_first_12: string | null;
  /** Hashes of the keys that its support address was mailed, the latest last. */
  readonly support_link_hashes: readonly string[];
  /** The id of the latest of those links, and until when it works; null where the address was changed since. */
  readonly support_link_id: string | null;
  readonly support_link_expires_at: Date | string | null;
  /** Hashes of the keys of its onboarding links, the latest last. */
  readonly onboarding_hashes: readonly string[];
  /** The link in force, by id, and until when it works; null once it is used. */
  readonly onboarding_id: string | null;
  readonly onboarding_expires_at: Date | string | null;
  /** While it is deleted: its keys and links, which work again once it is restored. */
  readonly closed: ClosedDoors | null;
  /** Those that were not ended, oldest first. */
  readonly live_keys: readonly LiveKey[];
  /** Names of its series of invoices, in the order in which they were added. */
  readonly series: readonly string[];
  /** Its people: `user_ids` are theirs. */
  readonly team: Team;
  /** Of the invitations in it: their ids, the hashes of their keys (of the latest that ended, too), and the addresses. */
  readonly invite_ids: readonly string[];
  readonly invite_hashes: readonly string[];
  readonly invite_emails: readonly string[];
  readonly doc: OrganizationDoc;
}

/** What opens an organization from outside: every column but those that name and show it. */
export type ClosedDoors = Omit<
  OrganizationRow,
  'id' | 'revision' | 'created_at' | 'search' | 'user_ids' | 'series' | 'team' | 'closed' | 'doc'
>;

/** One row a user; `key_hashes` are those of `keys`. */
export const usersReadModel = {
  projection: 'organizations.users',
  table: 'gateway.users',
  stream: USER_STREAM,
} as const satisfies ReadModel;
export interface UserRow {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  readonly email: string;
  readonly full_name: string;
  readonly key_hashes: readonly string[];
  /** Those in force, oldest first. */
  readonly keys: readonly UserKey[];
  /** Null for who is not suspended. */
  readonly suspended_at: Date | string | null;
}

// ---- customers ----

export const customersReadModel = {
  projection: 'customers.customers',
  table: 'gateway.customers',
  stream: CUSTOMER_STREAM,
} as const satisfies ReadModel;
export interface CustomerRow extends TenantColumns {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  /** legal_name and tax_id as searches compare them. */
  readonly search: string;
  /** Hashes of the keys of its edit links, the latest last. */
  readonly edit_link_hashes: readonly string[];
  readonly doc: CustomerDoc;
}

export const productsReadModel = {
  projection: 'customers.products',
  table: 'gateway.products',
  stream: PRODUCT_STREAM,
} as const satisfies ReadModel;
export interface ProductRow extends TenantColumns {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  /** description and sku as searches compare them. */
  readonly search: string;
  readonly sku: string | null;
  readonly doc: ProductDoc;
}

export const suppliersReadModel = {
  projection: 'gateway.suppliers',
  table: 'gateway.suppliers',
  stream: SUPPLIER_STREAM,
} as const satisfies ReadModel;
export interface SupplierRow extends TenantColumns {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  /** legal_name and tax_id as searches compare them. */
  readonly search: string;
  readonly doc: SupplierDoc;
}

// ---- invoicing ----

export const invoicesReadModel = {
  projection: 'invoices',
  table: 'gateway.invoices',
  stream: INVOICE_STREAM,
  /** The different values of organization_id, livemode and customer_search. */
  names: 'gateway.customer_names',
} as const satisfies ReadModel & { readonly names: string };

/** The state of the latest stamping or cancellation, for the waiting caller. */
export interface InvoiceOutcome {
  readonly of: 'stamp' | 'cancellation';
  /** Of the issue or of the cancellation request. */
  readonly number: number;
  readonly kind: 'requested' | 'done' | 'delayed' | 'failed' | 'refused';
  readonly code?: ErrorCode;
  readonly details?: readonly Detail[];
}

export interface InvoiceRow extends TenantColumns {
  readonly id: string;
  /** Revision of the stream that the row shows. */
  readonly revision: number;
  readonly status: InvoiceStatus;
  /** Refused before it ever existed: kept for the waiting caller, never shown. */
  readonly hidden: boolean;
  readonly type: InvoiceType;
  readonly issuer_type: string;
  readonly customer_id: string | null;
  readonly customer_tax_id: string | null;
  readonly payment_method: string | null;
  readonly payment_status: 'paid' | 'unpaid' | null;
  readonly amount_due: string | null;
  readonly total: string;
  /** Whole number as text, as bigint comes from the database. */
  readonly folio_number: string | null;
  readonly series: string | null;
  readonly external_id: string | null;
  readonly uuid: string | null;
  readonly cancellation_status: CancellationStatus;
  readonly created_at: Date | string;
  /** What lists order by: the invoice's date, or a draft's creation. */
  readonly sort_at: Date | string;
  /** The customer's name as searches compare it. */
  readonly customer_search: string | null;
  /** The descriptions, likewise. */
  readonly search: string;
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
  readonly receipt_key: string | null;
  readonly outcome: InvoiceOutcome | null;
  /** What a draft shows where an issued invoice shows its issue; null where there never was a draft. */
  readonly draft: InvoiceIssueDoc | null;
  readonly doc: InvoiceDoc;
}

// ---- retentions ----

export const retentionsReadModel = {
  projection: 'retentions',
  table: 'gateway.retentions',
  stream: RETENTION_STREAM,
} as const satisfies ReadModel;
export interface RetentionRow extends TenantColumns {
  readonly id: string;
  readonly revision: number;
  readonly status: RetentionStatus | 'refused';
  /** Refused before it ever existed: kept for the waiting caller, never shown. */
  readonly hidden: boolean;
  readonly cve_retenc: string | null;
  readonly customer_id: string | null;
  readonly customer_tax_id: string | null;
  readonly folio_int: string | null;
  readonly external_id: string | null;
  readonly uuid: string | null;
  readonly cancellation_status: CancellationStatus;
  readonly created_at: Date | string;
  /** What lists order by: when it was issued, or a draft's creation. */
  readonly sort_at: Date | string;
  /** The customer's name and tax id as searches compare them. */
  readonly search: string;
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
  readonly receipt_key: string | null;
  readonly outcome: InvoiceOutcome | null;
  /** What a draft shows where an issued retention shows its issue; null where there never was a draft. */
  readonly draft: RetentionIssueDoc | null;
  readonly doc: RetentionDoc;
}

// ---- receipts ----

export const receiptsReadModel = {
  projection: 'receipts',
  table: 'gateway.receipts',
  stream: RECEIPT_STREAM,
} as const satisfies ReadModel;
export interface ReceiptRow extends TenantColumns {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  /** When it was sold: what lists order by. */
  readonly date: Date | string;
  readonly status: ReceiptStatus;
  /** In upper case. */
  readonly key: string;
  /** Whole number as text, as bigint comes from the database. */
  readonly folio_number: string;
  readonly payment_form: string;
  readonly customer_id: string | null;
  readonly branch: string | null;
  readonly external_id: string | null;
  /** The id of the invoice that has it. */
  readonly invoice_id: string | null;
  readonly currency: string;
  readonly total: string;
  readonly expires_at: Date | string;
  /** The descriptions of its lines as searches compare them. */
  readonly search: string;
  readonly doc: ReceiptDoc;
}

// ---- reception ----

export const inboundMailsReadModel = {
  projection: 'inbound_mails',
  table: 'gateway.inbound_mails',
  stream: INBOUND_MAIL_STREAM,
} as const satisfies ReadModel;
export interface InboundMailRow extends TenantColumns {
  readonly id: string;
  readonly revision: number;
  readonly created_at: Date | string;
  readonly doc: InboundMailDoc;
}
