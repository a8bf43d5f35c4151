import type { DomainEvent } from '#kernel';
import type { EventOf, StreamPrefix } from './messages.js';

/** Functions by type of event, oldest first: each makes the data of the next version (libs/event-store, versions.ts). */
type Of<Event extends DomainEvent> = {
  readonly [Type in Event['type']]?: readonly ((data: never) => unknown)[];
};

/**
 * What lifts old events to their present shape, stream by stream. A change to the shape of an event that is stored
 * already comes with a function here; the histories in test/golden fail if you forget it (docs/adr/0018).
 * An optional field that is added needs none.
 */
const byStream: { readonly [Prefix in StreamPrefix]: Of<EventOf<Prefix>> } = {
  'organization-': {},
  'user-': {},
  'customer-': {},
  'product-': {},
  'supplier-': {},
  'invoice-': {},
  'stamping-': {},
  'cancellation-': {},
  'petition-': {},
  'petitions-': {},
  'mail-': {},
  'archive-': {},
  'webhooks-': {},
  'retention-': {},
  'receipt-': {},
  'claim-': {},
  'globals-': {},
  'import-': {},
  'download-': {},
  'inbound-mail-': {},
};

export const upcasters: Readonly<Record<string, readonly ((data: never) => unknown)[]>> = Object.assign(
  {},
  ...Object.values(byStream),
);
