import type { StreamEvent, Tenant } from '#kernel';
import {
  ARCHIVE_STREAM,
  CUSTOMER_STREAM,
  GLOBALS_STREAM,
  INVOICE_STREAM,
  isToldType,
  PETITION_STREAM,
  PRODUCT_STREAM,
  RECEIPT_STREAM,
  RETENTION_STREAM,
  SUPPLIER_STREAM,
  TOLD_TYPES,
  WEBHOOKS_STREAM,
  type ArchiveEvent,
  type CustomerEvent,
  type GlobalsEvent,
  type InvoiceEvent,
  type InvoiceRow,
  type PetitionEvent,
  type PortalAddress,
  type ProductEvent,
  type ReceiptEvent,
  type ReceiptRow,
  type RetentionEvent,
  type RetentionRow,
  type SupplierEvent,
  type ToldEvent,
  type ToldResource,
  type Webhook,
  type WebhooksEvent,
} from '#contracts';
import { archiveRow } from '../archives.js';
import { customerRow } from '../customers.js';
import { globalPeriodDoc } from '../globals.js';
import { invoiceRow } from '../invoices/evolve.js';
import { petitionRow } from '../petitions.js';
import { productRow } from '../products.js';
import { supplierRow } from '../suppliers.js';
import { webhookDoc, webhooksRow } from '../webhooks.js';
import { receiptDoc } from '../receipts/doc.js';
import { receiptRow } from '../receipts/evolve.js';
import { retentionRow } from '../retentions/evolve.js';
import { exampleOf } from './examples.js';
import { messagesOf, type ResourceMessage } from './messages.js';

/** An event as endpoints get it, and as `GET /events` shows it. */
export interface EventDoc {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly type: string;
  readonly data: { readonly type: ToldResource; readonly object: unknown };
  /** Why something failed. */
  readonly related_resource_messages?: readonly ResourceMessage[];
}

/**
 * A told event with its resource as it was when that happened. A resource that the event removed is shown as it was
 * last; null where its stream does not say what it was.
 *
 * @param events of its stream, from the first to its own at least
 * @param portal of its organization, where {@link showsPortal}
 */
export function eventDoc(
  told: ToldEvent,
  tenant: Tenant,
  events: readonly StreamEvent[],
  portal: PortalAddress | null = null,
): EventDoc {
  const { id, type, created_at, revision, resource_id } = told;
  const before = events.filter((event) => event.revision <= revision);
  const shown = { ...told, events: before, tenant, portal };
  const last = before.at(-1);
  const story = last?.type === 'SampleTriggered' ? sampleOf(shown) : shown;
  const end = story.events.at(-1);
  const messages = end?.revision === story.revision ? messagesOf(end, resource_id, created_at) : [];
  return {
    ...{ id, created_at, livemode: tenant.livemode, organization: tenant.organizationId, type },
    data: { type: isToldType(type) ? TOLD_TYPES[type].resource : 'webhook', object: objectOf(story) },
    ...(messages.length > 0 && { related_resource_messages: messages }),
  };
}

/** Whether an event shows an address of the portal, which no stream of its own says. */
export const showsPortal = ({ type }: Pick<ToldEvent, 'type'>): boolean =>
  isToldType(type) && TOLD_TYPES[type].resource === 'receipt';

/** What is shown: a stream up to an event. */
interface Story extends ToldEvent {
  readonly tenant: Tenant;
  readonly portal: PortalAddress | null;
  readonly events: readonly StreamEvent[];
}

/** A sample tells of what may have happened, instead of its own stream. */
function sampleOf(told: Story): Story {
  const { type, resource_id: id, created_at: at, tenant } = told;
  const example = isToldType(type) ? exampleOf(type, { id, at, tenant }) : undefined;
  if (!example) return { ...told, events: [] };
  return { ...told, ...example, revision: example.events.length - 1 };
}

/** The same without its resource, for endpoints that read it themselves. */
export const thinEventDoc = ({ id, type }: Pick<ToldEvent, 'id' | 'type'>): { id: string; type: string } => ({
  id,
  type,
});

function objectOf({ stream, resource_id: id, events, tenant, portal }: Story): unknown {
  // Which events a stream has is said by the catalogue of messages, by the prefix of its name.
  switch (stream.slice(0, stream.indexOf('-') + 1)) {
    case INVOICE_STREAM:
      return stampableDoc(lastOf(events as StreamEvent<InvoiceEvent>[], invoiceRow));
    case RETENTION_STREAM:
      return stampableDoc(lastOf(events as StreamEvent<RetentionEvent>[], retentionRow));
    case CUSTOMER_STREAM:
      return customerDoc(lastOf(events as StreamEvent<CustomerEvent>[], customerRow)?.doc);
    case PRODUCT_STREAM:
      return lastOf(events as StreamEvent<ProductEvent>[], productRow)?.doc ?? null;
    case SUPPLIER_STREAM:
      return lastOf(events as StreamEvent<SupplierEvent>[], supplierRow)?.doc ?? null;
    case PETITION_STREAM:
      return lastOf(events as StreamEvent<PetitionEvent>[], petitionRow)?.doc ?? null;
    case ARCHIVE_STREAM:
      return lastOf(events as StreamEvent<ArchiveEvent>[], archiveRow)?.doc ?? null;
    case WEBHOOKS_STREAM:
      return webhookObject(lastOf(events as StreamEvent<WebhooksEvent>[], webhooksRow)?.webhooks, id, tenant);
    case GLOBALS_STREAM:
      return globalPeriodDoc(events as StreamEvent<GlobalsEvent>[], id) ?? null;
    case RECEIPT_STREAM:
      return receiptObject(lastOf(events as StreamEvent<ReceiptEvent>[], receiptRow), portal);
    default:
      return null;
  }
}

/** The row after events; the one before, where an event removed it. */
function lastOf<Row, Event>(
  events: readonly Event[],
  evolve: (row: Row | undefined, event: Event) => Row | undefined,
): Row | undefined {
  let shown: Row | undefined;
  let row: Row | undefined;
  for (const event of events) {
    row = evolve(row, event);
    shown = row ?? shown;
  }
  return shown;
}

/** One that was refused before anybody saw it is gone from the API: nobody waits for its stamp any more. */
const stampableDoc = (row: InvoiceRow | RetentionRow | undefined): unknown =>
  row?.status === 'refused' ? { ...row.doc, status: 'failed' } : (row?.doc ?? null);

/** Its edit link lets whoever has it change the customer: those who are told of events are not shown it. */
const customerDoc = (doc: object | undefined): unknown =>
  doc ? { ...doc, edit_link: null, edit_link_expires_at: null } : null;

/** As the API answers it; without the address of its page where nobody could say which portal it has. */
function receiptObject(row: ReceiptRow | undefined, portal: PortalAddress | null): unknown {
  if (!row) return null;
  return portal ? receiptDoc(row.doc, portal.public_url, portal) : { ...row.doc, self_invoice_url: null };
}

function webhookObject(webhooks: readonly Webhook[] = [], id: string, tenant: Tenant): unknown {
  const webhook = webhooks.find((one) => one.id === id);
  return webhook ? webhookDoc(webhook, tenant) : null;
}
