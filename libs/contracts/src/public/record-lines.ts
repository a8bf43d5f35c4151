import type { ArchiveEvent } from '../archives.js';
import type { CancellationEvent } from '../cancellation.js';
import type { CustomerEvent, CustomerFields } from '../customers.js';
import type { Address, LocalTax, Tax } from '../invoice-content.js';
import type { InboundMailEvent } from '../inbound-mail.js';
import type { MailEvent, RefusedRecipient } from '../mail.js';
import type { OrganizationEvent, UserEvent } from '../organizations.js';
import type { ProductEvent, ProductFields } from '../products.js';
import type { StampingEvent } from '../stamping.js';
import type { SupplierEvent, SupplierFields } from '../suppliers.js';
import type { WebhooksEvent } from '../webhooks.js';
import { shortText } from './excerpt.js';
import { internal, type Lines } from './lines.js';
import type { PostalAddress } from './primitives.js';
import type {
  CustomerFieldsV1,
  ProductFieldsV1,
  ProductTaxV1,
  RefusedAddressV1,
  SupplierFieldsV1,
} from './record-types.js';

/** Each field is named: what is added to a domain event is public only once somebody has said so here. */
const addressV1 = (address: Address): PostalAddress => ({
  street: address.street,
  exterior: address.exterior,
  interior: address.interior,
  neighborhood: address.neighborhood,
  city: address.city,
  municipality: address.municipality,
  zip: address.zip,
  state: address.state,
  country: address.country,
});

/** Of the fields that are there, those of the names, in their order. */
function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  ) as Pick<T, Name>;
}

const CUSTOMER_TEXTS = [
  ...(['legal_name', 'tax_id', 'tax_system', 'email', 'phone', 'default_invoice_use'] as const),
  ...(['curp', 'external_id'] as const),
];
const customerV1 = (fields: CustomerFields): CustomerFieldsV1 => ({
  ...pick(fields, CUSTOMER_TEXTS),
  address: addressV1(fields.address),
});
const customerChangesV1 = (changes: Partial<CustomerFields>): Partial<CustomerFieldsV1> => ({
  ...pick(changes, CUSTOMER_TEXTS),
  ...(changes.address && { address: addressV1(changes.address) }),
});

const SUPPLIER_TEXTS = [
  ...(['legal_name', 'tax_id', 'tax_system', 'email', 'phone', 'external_id'] as const),
];
const supplierV1 = (fields: SupplierFields): SupplierFieldsV1 => ({
  ...pick(fields, SUPPLIER_TEXTS),
  address: addressV1(fields.address),
});
const supplierChangesV1 = (changes: Partial<SupplierFields>): Partial<SupplierFieldsV1> => ({
  ...pick(changes, SUPPLIER_TEXTS),
  ...(changes.address && { address: addressV1(changes.address) }),
});

const PRODUCT_TEXTS = [
  ...(['description', 'product_key', 'unit_key', 'unit_name', 'price', 'tax_included'] as const),
  ...(['taxability', 'sku'] as const),
];
const taxV1 = ({ type, factor, rate, base, withholding }: Tax): ProductTaxV1 => ({
  ...{ type, factor, rate, base, withholding },
});
const localTaxV1 = ({ type, rate, base, withholding }: LocalTax): ProductTaxV1 => ({
  ...{ type, factor: null, rate, base, withholding },
});
const productV1 = (fields: ProductFields): ProductFieldsV1 => ({
  ...pick(fields, PRODUCT_TEXTS),
  taxes: fields.taxes.map(taxV1),
  local_taxes: fields.local_taxes.map(localTaxV1),
});
const productChangesV1 = (changes: Partial<ProductFields>): Partial<ProductFieldsV1> => ({
  ...pick(changes, PRODUCT_TEXTS),
  ...(changes.taxes && { taxes: changes.taxes.map(taxV1) }),
  ...(changes.local_taxes && { local_taxes: changes.local_taxes.map(localTaxV1) }),
});

const refusedV1 = (refused: readonly RefusedRecipient[]): RefusedAddressV1[] =>
  refused.map(({ address, reason }) => ({ address, reason: shortText(reason) }));

export const customerLines: Lines<CustomerEvent> = {
  CustomerCreated: [
    {
      as: 'customer.created.v1',
      data: ({ sat_validated_at, ...fields }) => ({ customer: customerV1(fields), sat_validated_at }),
    },
  ],
  CustomerEdited: [
    {
      as: 'customer.edited.v1',
      data: ({ sat_validated_at, ...changes }) => ({ changes: customerChangesV1(changes), sat_validated_at }),
    },
  ],
  CustomerDeleted: [{ as: 'customer.deleted.v1', data: () => ({}) }],
  CustomerEditLinkCreated: [
    {
      as: 'customer.edit_link_created.v1',
      data: ({ id, expires_at }) => ({ edit_link: id, expires_at }),
    },
  ],
  CustomerEditLinkCompleted: [
    { as: 'customer.edit_link_completed.v1', data: ({ link_id }) => ({ edit_link: link_id }) },
  ],
};

export const productLines: Lines<ProductEvent> = {
  ProductCreated: [{ as: 'product.created.v1', data: (fields) => ({ product: productV1(fields) }) }],
  ProductEdited: [{ as: 'product.edited.v1', data: (changes) => ({ changes: productChangesV1(changes) }) }],
  ProductDeleted: [{ as: 'product.deleted.v1', data: () => ({}) }],
};

export const supplierLines: Lines<SupplierEvent> = {
  SupplierCreated: [{ as: 'supplier.created.v1', data: (fields) => ({ supplier: supplierV1(fields) }) }],
  SupplierEdited: [
    { as: 'supplier.edited.v1', data: (changes) => ({ changes: supplierChangesV1(changes) }) },
  ],
  SupplierDeleted: [{ as: 'supplier.deleted.v1', data: () => ({}) }],
};

const OF_SERIES = 'how an organization sorts its invoices; each invoice says its own series';
const OF_SETTINGS = 'how documents and hosted pages look, and what customers may do there';
const OF_PEOPLE = 'who may do what in an organization: the audit log tells it to those who may know';
const OF_PACS = 'whom an organization has its documents stamped by, and where its credentials lie';
const CERTIFICATE_TEXTS = ['serial_number', 'rfc', 'expires_at'] as const;
export const organizationLines: Lines<OrganizationEvent> = {
  OrganizationCreated: [
    { as: 'organization.created.v1', data: ({ name, owner_id }) => ({ name, owner: owner_id }) },
  ],
  LegalDataSet: [
    {
      as: 'organization.legal_set.v1',
      data: (legal) => ({
        legal: {
          ...pick(legal, ['name', 'legal_name', 'tax_id', 'tax_system']),
          address: addressV1(legal.address),
          ...pick(legal, ['phone', 'website', 'support_email', 'curp']),
        },
      }),
    },
  ],
  SeriesAdded: internal(OF_SERIES),
  SeriesRemoved: internal(OF_SERIES),
  DefaultSeriesSet: internal(OF_SERIES),
  CustomizationSet: internal(OF_SETTINGS),
  ReceiptSettingsSet: internal(OF_SETTINGS),
  SelfInvoiceSettingsSet: internal(OF_SETTINGS),
  SupportEmailLinkCreated: internal(OF_SETTINGS),
  SupportEmailVerified: internal(OF_SETTINGS),
  DomainChosen: internal(OF_SETTINGS),
  CustomDomainSet: internal(OF_SETTINGS),
  PacsSet: internal(OF_PACS),
  TestKeyRenewed: [
    { as: 'organization.test_key_renewed.v1', data: ({ test_key }) => ({ key: test_key.id }) },
  ],
  OrganizationKeysRevoked: [
    { as: 'organization.keys_revoked.v1', data: ({ key_ids }) => ({ keys: key_ids }) },
  ],
  OrganizationDeleted: [{ as: 'organization.deleted.v1', data: ({ deletes_at }) => ({ deletes_at }) }],
  OrganizationRestored: [{ as: 'organization.restored.v1', data: () => ({}) }],
  OrganizationDeletionPostponed: [
    { as: 'organization.deletion_postponed.v1', data: ({ deletes_at }) => ({ deletes_at }) },
  ],
  OrganizationDestroyed: [{ as: 'organization.destroyed.v1', data: () => ({}) }],
  OnboardingLinkCreated: [
    {
      as: 'organization.onboarding_link_created.v1',
      data: ({ id, expires_at }) => ({ onboarding_link: id, expires_at }),
    },
  ],
  OnboardingLinkCompleted: [
    {
      as: 'organization.onboarding_link_completed.v1',
      data: ({ link_id }) => ({ onboarding_link: link_id }),
    },
  ],
  CertificateSet: [{ as: 'organization.certificate_set.v1', data: (set) => pick(set, CERTIFICATE_TEXTS) }],
  FielSet: [{ as: 'organization.fiel_set.v1', data: (set) => pick(set, CERTIFICATE_TEXTS) }],
  CertificateRemoved: [
    { as: 'organization.certificate_removed.v1', data: ({ serial_number }) => ({ serial_number }) },
  ],
  FielRemoved: [{ as: 'organization.fiel_removed.v1', data: ({ serial_number }) => ({ serial_number }) }],
  CertificateExpiring: [
    {
      as: 'organization.certificate_expiring.v1',
      data: (notice) => pick(notice, ['kind', 'serial_number', 'expires_at', 'days_left']),
    },
  ],
  RoleAdded: internal(OF_PEOPLE),
  RoleEdited: internal(OF_PEOPLE),
  RoleDeleted: internal(OF_PEOPLE),
  PersonInvited: internal(OF_PEOPLE),
  InviteEnded: internal(OF_PEOPLE),
  MemberJoined: internal(OF_PEOPLE),
  MemberRoleSet: internal(OF_PEOPLE),
  MemberRemoved: internal(OF_PEOPLE),
  OwnershipShared: internal(OF_PEOPLE),
  OwnershipGivenUp: internal(OF_PEOPLE),
  LogoSet: internal('how documents look: no matter of what is issued'),
  LiveKeyAdded: [
    {
      as: 'organization.live_key_added.v1',
      data: ({ key, replaces }) => ({
        key: key.id,
        ...(replaces && { replaces: { key: replaces.id, ends_at: replaces.ends_at } }),
      }),
    },
  ],
  LiveKeyEnded: [
    { as: 'organization.live_key_ended.v1', data: ({ key_id, reason }) => ({ key: key_id, reason }) },
  ],
};

const OF_USERS = 'persons who run the service, and their keys: no matter of what it issues';
export const userLines: Lines<UserEvent> = {
  UserCreated: internal(OF_USERS),
  UserKeyAdded: internal(OF_USERS),
  UserKeyRevoked: internal(OF_USERS),
  UserSuspended: internal(OF_USERS),
  UserResumed: internal(OF_USERS),
  UserKeysReset: internal(OF_USERS),
};

const OF_STAMPING = 'how a stamp comes about; what comes of it is told of the invoice';
export const stampingLines: Lines<StampingEvent> = {
  ComprobanteSealed: internal(OF_STAMPING),
  StampSent: internal(OF_STAMPING),
  StampRuledOut: internal(OF_STAMPING),
  StampForced: internal(OF_STAMPING),
  SurplusStampFound: internal(OF_STAMPING),
  SurplusStampSettled: internal(OF_STAMPING),
  ComprobanteStamped: internal(OF_STAMPING),
  StampRefused: internal(OF_STAMPING),
  StampUncertain: internal(OF_STAMPING),
  StampAbandoned: internal(OF_STAMPING),
};

const OF_CANCELLATION = 'talk with the tax authority; what comes of it is told of the invoice';
export const cancellationLines: Lines<CancellationEvent> = {
  CancellationStarted: internal(OF_CANCELLATION),
  CancellationAnswered: internal(OF_CANCELLATION),
  CancellationRejected: internal(OF_CANCELLATION),
  CancellationDelayed: internal(OF_CANCELLATION),
};

export const mailLines: Lines<MailEvent> = {
  MailRequested: [
    {
      as: 'mail.requested.v1',
      data: ({ template, about, to, language }) => ({ template, about, to, language }),
    },
  ],
  MailSent: [
    {
      as: 'mail.sent.v1',
      data: ({ attempt, to, refused }) => ({ attempt, to, refused: refusedV1(refused) }),
    },
  ],
  MailDelayed: internal('one try of several: the last one tells'),
  MailFailed: [
    {
      as: 'mail.failed.v1',
      data: ({ attempt, refused, reason, permanent }) => ({
        ...{ attempt, refused: refusedV1(refused), reason: shortText(reason), permanent },
      }),
    },
  ],
};

const arriving = internal('whom mails come from is nobody else’s; the documents in them tell of themselves');

export const inboundMailLines: Lines<InboundMailEvent> = {
  InboundMailReceived: arriving,
  InboundMailProcessed: arriving,
};

export const archiveLines: Lines<ArchiveEvent> = {
  ArchiveRequested: [
    {
      as: 'zip_request.created.v1',
      data: ({ number, filters, document_count }) => ({
        number,
        year: filters.year,
        month: filters.month,
        issuer_type: filters.issuer_type,
        invoice_types: filters.invoice_types,
        document_count,
      }),
    },
  ],
  ArchivePartAdded: internal('how far it has come; its end is told'),
  ArchiveFinished: [
    { as: 'zip_request.finished.v1', data: ({ number, size, expires_at }) => ({ number, size, expires_at }) },
  ],
  ArchiveFailed: [
    { as: 'zip_request.failed.v1', data: ({ number, reason }) => ({ number, reason: shortText(reason) }) },
  ],
  ArchiveExpired: [{ as: 'zip_request.expired.v1', data: ({ number }) => ({ number }) }],
};

const ownBusiness = internal('concerns who is told of events, and is no business of an invoicing team');

/** Nothing of an organization's endpoints is public. */
export const webhookLines: Lines<WebhooksEvent> = {
  WebhookCreated: ownBusiness,
  WebhookEdited: ownBusiness,
  WebhookEnabled: ownBusiness,
  WebhookDisabled: ownBusiness,
  WebhookFailing: ownBusiness,
  WebhookSecretRotated: ownBusiness,
  WebhookDeleted: ownBusiness,
  WebhookPinged: ownBusiness,
  SampleTriggered: internal('a sample, which happened to nobody'),
};
