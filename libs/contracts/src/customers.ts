import type { DomainEvent } from '#kernel';
import type { Command } from './command.js';
import type { Address } from './invoice-content.js';

/** Streams of customers: `customer-<id>`. */
export const CUSTOMER_STREAM = 'customer-';

/** What is known of a customer, in the API's words; null where unknown. */
export interface CustomerFields {
  /** Legal name without the corporate regime. */
  readonly legal_name: string;
  /** RFC, upper-cased; of a foreign customer the identification of its country, or null. */
  readonly tax_id: string | null;
  /** Key of c_RegimenFiscal; 616 for foreign customers. */
  readonly tax_system: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly default_invoice_use: string | null;
  readonly address: Address;
  readonly curp: string | null;
  readonly external_id: string | null;
}

/** A customer as sent: absent leaves a field as it is (edit) or unknown (create), null clears it. */
export interface CustomerInput {
  readonly legal_name?: string | null;
  readonly tax_id?: string | null;
  readonly tax_system?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly default_invoice_use?: string | null;
  readonly address?: AddressInput | null;
  readonly curp?: string | null;
  readonly external_id?: string | null;
}

export type AddressInput = { readonly [Part in keyof Address]?: string | null };

export type CustomerEvent =
  | DomainEvent<'CustomerCreated', CustomerFields & { sat_validated_at: string | null; at: string }>
  /** Carries what changed. */
  | DomainEvent<'CustomerEdited', Partial<CustomerFields> & { sat_validated_at: string | null; at: string }>
  | DomainEvent<'CustomerDeleted', { at: string }>;

export type CustomersCommand =
  /** Keyed by what makes two customers the same; its receipt carries {@link CustomerCreation}. */
  | Command<'customers.create', { customer_id: string; customer: CustomerInput }>
  | Command<'customers.edit', { changes: CustomerInput }>
  | Command<'customers.delete', Record<string, never>>;

/** The customer that stands for a create: a new one, or the identical one that was there. */
export interface CustomerCreation {
  readonly customer_id: string;
  readonly created: boolean;
}

/** A customer as the API answers it: every field present, null where unknown. */
export interface CustomerDoc extends CustomerFields {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  /** When the tax information last matched the tax authority's register. */
  readonly sat_validated_at: string | null;
  readonly edit_link: string | null;
  readonly edit_link_expires_at: string | null;
}
