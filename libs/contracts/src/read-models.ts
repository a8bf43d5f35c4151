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
