import { randomBytes } from 'node:crypto';
import type { Detail, DomainEvent } from '#kernel';
import type { Address } from './invoice-content.js';

/** Streams of customers: `customer-<id>`. */
export const CUSTOMER_STREAM = 'customer-';

/**
 * What is known of a customer, in the API's words; null where unknown. One that was made with an edit link may
 * still lack its fiscal data: no document can be stamped for it.
 */
export interface CustomerFields {
  /** Legal name without the corporate regime. */
  readonly legal_name: string | null;
  /** RFC, upper-cased; of a foreign customer the identification of its country, or null. */
  readonly tax_id: string | null;
  /** Key of c_RegimenFiscal; 616 for foreign customers. */
  readonly tax_system: string | null;
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

/**
 * A link with which a customer edits its own data, as commands and events know it. Whoever asks for one makes
 * the key and keeps it sealed: only its hash travels.
 */
export interface EditLinkPrint {
  readonly id: string;
  /** hashSecretKey of the key. */
  readonly key_hash: string;
  /** Instant, ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** How long an edit link works (specification, "Limits"). */
export const EDIT_LINK_DAYS = 7;

/** A new key of an edit link: 160 random bits, in characters that no mail program takes for punctuation. */
export const newEditLinkKey = (): string => randomBytes(20).toString('hex');

/** Whether a text has the form of an edit link's key. */
export const isEditLinkKey = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** Name in the organization's vault under which a link's key, which the API shows again, is sealed. */
export const editLinkSecret = (linkId: string): string => `customer-edit-link/${linkId}`;

export type CustomerEvent =
  | DomainEvent<'CustomerCreated', CustomerFields & { sat_validated_at: string | null; at: string }>
  /** Carries what changed. */
  | DomainEvent<'CustomerEdited', Partial<CustomerFields> & { sat_validated_at: string | null; at: string }>
  | DomainEvent<'CustomerDeleted', { at: string }>
  /** The link in force from now on; one before it is revoked. */
  | DomainEvent<'CustomerEditLinkCreated', EditLinkPrint & { at: string }>
  /** The customer saved its data by the link, which is used up. A CustomerEdited before it says what changed. */
  | DomainEvent<'CustomerEditLinkCompleted', { link_id: string; at: string }>;

/** The data of a receiver that a document was certified with: a PAC takes them only where they are the registered ones. */
export interface CertifiedReceiver {
  readonly legal_name: string;
  readonly tax_id: string;
  readonly tax_system: string;
  readonly zip: string;
}

/** The one customer that has an RFC. */
export interface FoundCustomer {
  readonly tax_id: string;
  readonly id: string;
}

/** What a create would come to. */
export interface CustomerCheck {
  /** The identical customer that is there already. */
  readonly customer_id: string | null;
  /** As they would be stored; null where they can't be. */
  readonly fields: CustomerFields | null;
  /** What a create would refuse, at paths of the customer. */
  readonly problems: readonly Detail[];
}

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
  /**
   * The address of the link in force; null once it is used or expired. In the read model, which knows neither
   * addresses nor the time, the link's id.
   */
  readonly edit_link: string | null;
  readonly edit_link_expires_at: string | null;
}
