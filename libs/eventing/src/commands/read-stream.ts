import type { PrefixOf } from '#contracts';
import type { DomainEvent } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';

/**
 * The events of an aggregate, oldest first: `readStream<InvoiceEvent>(store, INVOICE_STREAM, id)`. The one place where
 * what is stored is given its type: the catalogue says which events streams of this prefix hold, and only their owner
 * appends to them.
 */
export const readStream = async <Event extends DomainEvent>(
  store: Pick<EventStore, 'read'>,
  prefix: PrefixOf<Event>,
  key: string,
  fromRevision?: number,
  toRevision?: number,
): Promise<RecordedEvent<Event>[]> =>
  (await store.read(prefix + key, fromRevision, toRevision)) as RecordedEvent<Event>[];
