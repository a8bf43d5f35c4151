import type { Detail, ErrorCode } from '#kernel';
import type { CancellationStatus } from './invoicing.js';
import type { CustomerDoc } from './customers.js';
import type { OrganizationDoc } from './organizations.js';
import type { ProductDoc } from './products.js';

/**
 * Read models: the projection that keeps each, its table, and the rows that others may read. `doc` is the
 * answer of the API as JSON text. Every query is scoped by organization_id and livemode.
 */

interface TenantColumns {
  readonly organization_id: string;
  readonly livemode: boolean;
}

// ---- organizations ----

/** One row an organization; `user_ids` are those who may act for it, `key_hashes` its keys in force. */
export const organizationsReadModel = {
  projection: 'organizations.organizations',
  table: 'organizations.organizations',
} as const;
export interface OrganizationRow {
  readonly id: string;
  readonly created_at: Date | string;
  readonly search: string;
  readonly user_ids: readonly string[];
  readonly key_hashes: readonly string[];
  readonly test_key_id: string;
  readonly test_key_first_12: string;
  readonly doc: OrganizationDoc;
}

/** One row a user. */
export const usersReadModel = { projection: 'organizations.users', table: 'organizations.users' } as const;
export interface UserRow {
  readonly id: string;
  readonly created_at: Date | string;
  readonly email: string;
  readonly full_name: string;
  readonly key_hash: string;
  readonly key_first_12: string;
}

// ---- customers ----

export const customersReadModel = {
  projection: 'customers.customers',
  table: 'customers.customers',
} as const;
export interface CustomerRow extends TenantColumns {
  readonly id: string;
  readonly created_at: Date | string;
  /** legal_name and tax_id as searches compare them. */
  readonly search: string;
  /** The same for customers that are the same. */
  readonly fingerprint: string;
  /** Hashes of the keys of its edit links, the latest last. */
  readonly edit_link_hashes: readonly string[];
  readonly doc: CustomerDoc;
}

export const productsReadModel = { projection: 'customers.products', table: 'customers.products' } as const;
export interface ProductRow extends TenantColumns {
  readonly id: string;
  readonly created_at: Date | string;
  /** description and sku as searches compare them. */
  readonly search: string;
  readonly sku: string | null;
  readonly doc: ProductDoc;
}

// ---- invoicing ----

export const invoicesReadModel = {
  projection: 'invoices',
  table: 'invoicing.invoices',
  /** The different values of organization_id, livemode and customer_search. */
  names: 'invoicing.customer_names',
} as const;

/** How the latest stamping or cancellation stands, for the caller who waits for it. */
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
  readonly status: string;
  /** Refused before it ever existed: kept for the one who waits, shown to nobody. */
  readonly hidden: boolean;
  readonly type: string;
  readonly issuer_type: string;
  readonly customer_id: string | null;
  readonly customer_tax_id: string | null;
  readonly payment_method: string | null;
  readonly payment_status: string | null;
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
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly doc: Readonly<Record<string, unknown>>;
}
