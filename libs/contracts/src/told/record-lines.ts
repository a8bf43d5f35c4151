import type { ArchiveEvent } from '../archives.js';
import type { CustomerEvent } from '../customers.js';
import type { ProductEvent } from '../products.js';
import type { SupplierEvent } from '../suppliers.js';
import type { WebhooksEvent } from '../webhooks.js';
import { nobody, type ToldLines } from './lines.js';
import { isToldType } from './types.js';

/** What is told of customers. */
export const toldOfCustomers: ToldLines<CustomerEvent> = {
  CustomerCreated: ['customer.created'],
  CustomerEdited: ['customer.edited'],
  CustomerDeleted: ['customer.deleted'],
  CustomerEditLinkCreated: nobody('whoever asked for the link has it, and nobody else should'),
  CustomerEditLinkCompleted: ['customer.edit_link_completed'],
};

/** What is told of products. */
export const toldOfProducts: ToldLines<ProductEvent> = {
  ProductCreated: ['product.created'],
  ProductEdited: ['product.edited'],
  ProductDeleted: ['product.deleted'],
};

/** What is told of suppliers. */
export const toldOfSuppliers: ToldLines<SupplierEvent> = {
  SupplierCreated: ['supplier.created'],
  SupplierEdited: ['supplier.edited'],
  SupplierDeleted: ['supplier.deleted'],
};

/** What is told of ZIP requests. */
export const toldOfArchives: ToldLines<ArchiveEvent> = {
  ArchiveRequested: nobody('the answer to the request says so'),
  ArchivePartAdded: nobody('progress, which the ZIP request shows'),
  ArchiveFinished: ['zip_request.finished'],
  ArchiveFailed: ['zip_request.failed'],
  ArchiveExpired: nobody('happens when it was said to, at `expires_at`'),
};

const ownBusiness = nobody('concerns who is told, and is no event of the organization');

/** What is told of endpoints: only what somebody asks for in order to try them. */
export const toldOfWebhooks: ToldLines<WebhooksEvent> = {
  WebhookCreated: ownBusiness,
  WebhookEdited: ownBusiness,
  WebhookEnabled: ownBusiness,
  WebhookDisabled: ownBusiness,
  WebhookFailing: ownBusiness,
  WebhookSecretRotated: ownBusiness,
  WebhookDeleted: ownBusiness,
  WebhookPinged: ['webhook.ping'],
  // A type that only a newer program knew is told by that one.
  SampleTriggered: ({ data: { event_type: type } }) =>
    isToldType(type) && type !== 'webhook.ping' ? [type] : [],
};
