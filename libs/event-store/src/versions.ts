import { allButAppends } from './all-but-appends.js';
import type { Append, EventStore, NewEvent, RecordedEvent } from './port.js';

type AppendTogether = NonNullable<EventStore['appendTogether']>;

/** Makes the data of the next version of an event type out of this one's. Pure. */
export type Upcaster = (data: never) => unknown;

/**
 * The upcasters of each type of event, oldest first: the first one lifts version 1 to 2, the second 2 to 3. A type
 * without any has had one shape so far, version 1.
 */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

/** An event of a later version than this program knows: a newer one wrote it. It must not be misread. */
export class EventTooNew extends Error {
  override readonly name = 'EventTooNew';
}

const MARK = '@';

/**
 * An event store whose readers see every event in its present shape, no matter in which shape it was written. The
 * one place where
 * old shapes are known: deciders, projections, process managers and the publisher know only the present one.
 *
 * The version stands in the stored type, from the second one on: `InvoiceIssued`, then `InvoiceIssued@2`.
 */
export const withVersions = (store: EventStore, upcasters: Upcasters): EventStore => ({
  ...allButAppends(store),
  append: (streamId, expectedRevision, events, metadata) =>
    store.append(
      streamId,
      expectedRevision,
      events.map((event) => markVersion(event, upcasters)),
      metadata,
    ),
  ...(store.appendTogether && {
    appendTogether: markingVersions(store.appendTogether.bind(store), upcasters),
  }),
  read: async (streamId, fromRevision, toRevision) =>
    (await store.read(streamId, fromRevision, toRevision)).map((event) => liftEvent(event, upcasters)),
  readFeed: async (after, limit) =>
    (await store.readFeed(after, limit)).map((event) => liftEvent(event, upcasters)),
  readFeedOf: async (prefixes, after, limit) => {
    const { events, looked } = await store.readFeedOf(prefixes, after, limit);
    return { events: events.map((event) => liftEvent(event, upcasters)), looked };
  },
  onAppended: (listener) =>
    store.onAppended((position, streams, page) =>
      listener(
        position,
        streams,
        page && { ...page, events: page.events.map((event) => liftEvent(event, upcasters)) },
      ),
    ),
});

const markingVersions =
  (append: AppendTogether, upcasters: Upcasters): AppendTogether =>
  (leader, followers) => {
    const marked = (one: Append): Append => ({
      ...one,
      events: one.events.map((event) => markVersion(event, upcasters)),
    });
    return append(marked(leader), followers.map(marked));
  };

const markVersion = (event: NewEvent, upcasters: Upcasters): NewEvent => {
  const type = storedType(event.type, upcasters);
  return type === event.type ? event : { ...event, type };
};

/** A type with the version that is written today. */
export function storedType(type: string, upcasters: Upcasters): string {
  const version = (upcasters[type]?.length ?? 0) + 1;
  return version === 1 ? type : `${type}${MARK}${version}`;
}

/**
 * The event in its present shape.
 * @throws {EventTooNew}
 */
export function liftEvent<Event extends Pick<RecordedEvent, 'type' | 'data'>>(
  event: Event,
  upcasters: Upcasters,
): Event {
  const [type = '', mark = '1'] = event.type.split(MARK, 2);
  const steps = upcasters[type] ?? [];
  const version = Number(mark);
  const present = steps.length + 1;
  if (!(version <= present))
    throw new EventTooNew(`${type} is of version ${mark}, and this program knows ${present}`);
  if (version === present) return type === event.type ? event : { ...event, type };
  return {
    ...event,
    type,
    data: steps.slice(version - 1).reduce((data: unknown, lift) => lift(data as never), event.data),
  };
}
