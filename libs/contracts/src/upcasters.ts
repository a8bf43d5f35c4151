import type { DomainEvent } from '#kernel';
import type { ArchiveEvent } from './archives.js';
import type { CancellationEvent } from './cancellation.js';
import type { CustomerEvent } from './customers.js';
import type { InvoiceEvent } from './invoicing.js';
import type { MailEvent } from './mail.js';
import type { OrganizationEvent, UserEvent } from './organizations.js';
import type { ProductEvent } from './products.js';
import type { StampingEvent } from './stamping.js';

/** Functions by type of event, oldest first: each makes the data of the next version (libs/event-store, versions.ts). */
type Of<Event extends DomainEvent> = {
  readonly [Type in Event['type']]?: readonly ((data: never) => unknown)[];
};

/**
 * What lifts old events to their present shape, service by service. A change to the shape of an event that is stored
 * already comes with a function here; the histories in test/golden hold whoever forgets it (docs/adr/0018).
 * An optional field that is added needs none.
 */
const organizations: Of<OrganizationEvent | UserEvent> = {};
const customers: Of<CustomerEvent | ProductEvent> = {};
const invoicing: Of<InvoiceEvent> = {};
const stamping: Of<StampingEvent> = {};
const cancellation: Of<CancellationEvent> = {};
const notifications: Of<MailEvent | ArchiveEvent> = {};

export const upcasters: Readonly<Record<string, readonly ((data: never) => unknown)[]>> = {
  ...{ ...organizations, ...customers, ...invoicing },
  ...{ ...stamping, ...cancellation, ...notifications },
};
