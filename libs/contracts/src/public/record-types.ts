import type { DecimalText, Id, Instant, PostalAddress, Tenanted } from './primitives.js';

/** Customers, suppliers, products, organizations, mails and ZIP requests. */

/** A customer's data, of a person perhaps: whoever keeps it is bound by what binds its owner. */
export interface CustomerFieldsV1 {
  readonly legal_name: string | null;
  /** RFC; of foreign customers the identification of their country. */
  readonly tax_id: string | null;
  readonly tax_system: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly default_invoice_use: string | null;
  readonly address: PostalAddress;
  readonly curp: string | null;
  readonly external_id: string | null;
}

/** A customer was made. */
export interface CustomerCreatedV1 extends Tenanted {
  readonly customer: CustomerFieldsV1;
  /** When its tax information last matched the tax authority's register. */
  readonly sat_validated_at: Instant | null;
}

/** A customer was changed. */
export interface CustomerEditedV1 extends Tenanted {
  /** The fields that changed, as they are now. */
  readonly changes: Partial<CustomerFieldsV1>;
  readonly sat_validated_at: Instant | null;
}

/** A customer was deleted; its invoices stay. */
export type CustomerDeletedV1 = Tenanted;

/** A link was made with which the customer edits its own data. The link itself is a secret, and not told. */
export interface CustomerEditLinkCreatedV1 extends Tenanted {
  readonly edit_link: Id;
  readonly expires_at: Instant;
}

/** The customer has saved its data by the link. A `customer.edited` before it has the changes. */
export interface CustomerEditLinkCompletedV1 extends Tenanted {
  readonly edit_link: Id;
}

/** A supplier's data, of a person perhaps: whoever keeps it is bound by what binds its owner. */
export interface SupplierFieldsV1 {
  readonly legal_name: string | null;
  /** RFC; of foreign suppliers the identification of their country. */
  readonly tax_id: string | null;
  readonly tax_system: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: PostalAddress;
  readonly external_id: string | null;
}

/** A supplier was made, by hand or of a received document. */
export interface SupplierCreatedV1 extends Tenanted {
  readonly supplier: SupplierFieldsV1;
}

/** A supplier was changed. */
export interface SupplierEditedV1 extends Tenanted {
  /** The fields that changed, as they are now. */
  readonly changes: Partial<SupplierFieldsV1>;
}

/** A supplier was deleted; the documents received from it stay. */
export type SupplierDeletedV1 = Tenanted;

export interface ProductTaxV1 {
  /** IVA, ISR, IEPS; or the name of a state or municipal tax. */
  readonly type: string;
  /** Tasa, Cuota or Exento; null for state and municipal taxes. */
  readonly factor: string | null;
  readonly rate: DecimalText;
  /** Taxed base of one unit; null: all of it. */
  readonly base: DecimalText | null;
  readonly withholding: boolean;
}

export interface ProductFieldsV1 {
  readonly description: string;
  readonly product_key: string;
  readonly unit_key: string;
  readonly unit_name: string;
  /** Of one unit, with taxes where tax_included. */
  readonly price: DecimalText;
  readonly tax_included: boolean;
  readonly taxability: string;
  readonly taxes: readonly ProductTaxV1[];
  readonly local_taxes: readonly ProductTaxV1[];
  readonly sku: string | null;
}

/** A product was made. */
export interface ProductCreatedV1 extends Tenanted {
  readonly product: ProductFieldsV1;
}

/** A product was changed. */
export interface ProductEditedV1 extends Tenanted {
  /** The fields that changed, as they are now. */
  readonly changes: Partial<ProductFieldsV1>;
}

/** A product was deleted; lines of invoices that were made from it stay. */
export type ProductDeletedV1 = Tenanted;

/** Organizations stand above the environments: their events have no livemode. */
export interface OfOrganization {
  /** The organization. */
  readonly id: Id;
  readonly organization: Id;
  readonly at: Instant;
}

/** An organization was made. */
export interface OrganizationCreatedV1 extends OfOrganization {
  readonly name: string;
  /** The user that it belongs to. */
  readonly owner: Id;
}

export interface OrganizationLegalV1 {
  /** Commercial name. */
  readonly name: string;
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly tax_system: string | null;
  readonly address: PostalAddress;
  readonly phone: string | null;
  readonly website: string | null;
  readonly support_email: string | null;
  readonly curp: string | null;
}

/** An organization's fiscal data was set; the event has all of it. */
export interface OrganizationLegalSetV1 extends OfOrganization {
  readonly legal: OrganizationLegalV1;
}

/** The Test key was replaced: the one before it no longer works. */
export interface OrganizationTestKeyRenewedV1 extends OfOrganization {
  /** The id of the new key. */
  readonly key: Id;
}

/** A Live key was added. */
export interface OrganizationLiveKeyAddedV1 extends OfOrganization {
  /** The id of the new key. */
  readonly key: Id;
  /** The key that it replaces, which still works until then. */
  readonly replaces?: { readonly key: Id; readonly ends_at: Instant };
}

/** A Live key no longer works: somebody deleted it, its replacement had set its end, or it was unused for a year. */
export interface OrganizationLiveKeyEndedV1 extends OfOrganization {
  readonly key: Id;
  readonly reason: 'deleted' | 'expired' | 'unused';
}

/** All keys of the organization were revoked: none of them works any more. */
export interface OrganizationKeysRevokedV1 extends OfOrganization {
  /** The ids of the keys that were in force. */
  readonly keys: readonly Id[];
}

/** The organization was deleted: its keys and links no longer work. It can be restored until `deletes_at`. */
export interface OrganizationDeletedV1 extends OfOrganization {
  readonly deletes_at: Instant;
}

/** The deletion was undone: the keys and links from before work again. */
export type OrganizationRestoredV1 = OfOrganization;

/** The organization has Live documents that nobody has archived: it can be restored for longer. */
export interface OrganizationDeletionPostponedV1 extends OfOrganization {
  readonly deletes_at: Instant;
}

/** The organization can't be restored any more: its secrets are being destroyed. */
export type OrganizationDestroyedV1 = OfOrganization;

/** A link was made by which the issuer uploads its own certificate; the link before it no longer works. */
export interface OrganizationOnboardingLinkCreatedV1 extends OfOrganization {
  readonly onboarding_link: Id;
  readonly expires_at: Instant;
}

/** The issuer has uploaded its certificate by the link, which no longer works. */
export interface OrganizationOnboardingLinkCompletedV1 extends OfOrganization {
  readonly onboarding_link: Id;
}

/** A CSD of the organization came into use: a first one, or one in the place of another. */
export interface OrganizationCertificateSetV1 extends OfOrganization {
  /** 20 digits. */
  readonly serial_number: string;
  readonly rfc: string;
  readonly expires_at: Instant;
}

/** The CSD of the organization was deleted: it signs nothing that is issued from then on. */
export interface OrganizationCertificateRemovedV1 extends OfOrganization {
  /** 20 digits. */
  readonly serial_number: string;
}

/** A FIEL of the organization came into use: a first one, or one in the place of another. */
export interface OrganizationFielSetV1 extends OfOrganization {
  /** 20 digits. */
  readonly serial_number: string;
  readonly rfc: string;
  readonly expires_at: Instant;
}

/** The FIEL of the organization was deleted. */
export interface OrganizationFielRemovedV1 extends OfOrganization {
  /** 20 digits. */
  readonly serial_number: string;
}

/** A certificate of the organization is about to end: told 60, 30, 7 and 1 days before, or as soon as it can be. */
export interface OrganizationCertificateExpiringV1 extends OfOrganization {
  /** csd: the one that signs documents; fiel: the one that a person signs with. */
  readonly kind: 'csd' | 'fiel';
  /** 20 digits. */
  readonly serial_number: string;
  readonly expires_at: Instant;
  /** How many days are left, of those that have begun; 0: it has ended. */
  readonly days_left: number;
}

export interface RefusedAddressV1 {
  readonly address: string;
  /** What the mail server said. */
  readonly reason: string;
}

/** A mail was asked for. */
export interface MailRequestedV1 extends Tenanted {
  readonly template: string;
  /** The invoice, customer ... that it is about. */
  readonly about: Id | null;
  readonly to: readonly string[];
  readonly language: string;
}

/** A mail server has taken the mail. */
export interface MailSentV1 extends Tenanted {
  /** Counts the tries, from 1. */
  readonly attempt: number;
  /** Whom the last try has reached. */
  readonly to: readonly string[];
  /** Addresses that were refused for good. */
  readonly refused: readonly RefusedAddressV1[];
}

/** The mail is given up; nobody was reached by the last try. */
export interface MailFailedV1 extends Tenanted {
  readonly attempt: number;
  readonly refused: readonly RefusedAddressV1[];
  readonly reason: string;
  /** false: the tries ran out. */
  readonly permanent: boolean;
}

/** A ZIP with a month's invoices was asked for. */
export interface ZipRequestCreatedV1 extends Tenanted {
  /** Counts how often it was made. */
  readonly number: number;
  readonly year: number;
  readonly month: number;
  readonly issuer_type: string;
  readonly invoice_types: readonly string[];
  readonly document_count: number;
}

/** The ZIP can be downloaded. */
export interface ZipRequestFinishedV1 extends Tenanted {
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  readonly expires_at: Instant;
}

/** Not one document could be put in. */
export interface ZipRequestFailedV1 extends Tenanted {
  readonly number: number;
  readonly reason: string;
}

/** The ZIP is gone. */
export interface ZipRequestExpiredV1 extends Tenanted {
  readonly number: number;
}
