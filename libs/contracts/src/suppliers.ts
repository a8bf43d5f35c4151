import type { DomainEvent } from '#kernel';
import type { AddressInput } from './customers.js';
import type { Address } from './invoice-content.js';

/** Streams of suppliers: `supplier-<id>`. */
export const SUPPLIER_STREAM = 'supplier-';

/** How many suppliers one `customers.ensure-suppliers` asks for at most. */
export const MOST_ENSURED_SUPPLIERS = 100;

/**
 * What is known of a supplier, in the API's words; null where unknown. Nothing is stamped for a supplier, so it may
 * lack what its documents do not say.
 */
export interface SupplierFields {
  /** As its documents print it. */
  readonly legal_name: string | null;
  /** RFC, upper-cased; of a foreign supplier the identification of its country, the generic RFC of foreigners, or null. */
  readonly tax_id: string | null;
  /** Key of c_RegimenFiscal; 616 for foreign suppliers. */
  readonly tax_system: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: Address;
  readonly external_id: string | null;
}

/** A supplier as sent: absent leaves a field as it is (edit) or unknown (create), null clears it. */
export interface SupplierInput {
  readonly legal_name?: string | null;
  readonly tax_id?: string | null;
  readonly tax_system?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly address?: AddressInput | null;
  readonly external_id?: string | null;
}

/** The Emisor of a received document: what its supplier is found by (`tax_id`), or made of. */
export interface SupplierOnDocument {
  /** Rfc of the Emisor. */
  readonly tax_id: string;
  /** Nombre; CFDI 3.3 may lack it. */
  readonly legal_name: string | null;
  /** RegimenFiscal. */
  readonly tax_system: string | null;
  readonly address?: AddressInput;
}

export type SupplierEvent =
  | DomainEvent<'SupplierCreated', SupplierFields & { at: string }>
  /** Carries what changed. */
  | DomainEvent<'SupplierEdited', Partial<SupplierFields> & { at: string }>
  | DomainEvent<'SupplierDeleted', { at: string }>;

/** The supplier that stands for a create: a new one, or the identical one that was there. */
export interface SupplierCreation {
  readonly supplier_id: string;
  readonly created: boolean;
}

/** A supplier as the API answers it: every field present, null where unknown. */
export interface SupplierDoc extends SupplierFields {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
}
