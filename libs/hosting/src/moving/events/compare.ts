import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { writePosition, type Position } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import { StartupError } from '../../postgres/startup-error.js';
import type { OnStep } from '../steps.js';
import { eventsOf, hashOf } from './feed.js';

/** A store with the name that people know it by. */
export interface NamedStore<Store = Pick<EventStore, 'read' | 'readFeed' | 'head'>> {
  readonly name: string;
  readonly store: Store;
}

export interface Compared {
  /** How many events both have, and in how many streams. */
  readonly events: number;
  readonly streams: number;
  /** One hash of them, in their order. */
  readonly hash: string;
  /** How many of them this run has read. */
  readonly read: number;
  /** How many one store has after them. */
  readonly onlyFrom: number;
  readonly onlyTo: number;
}

/** How far two stores were found the same: to this event, as each has it. */
export interface Place extends Pick<Compared, 'events' | 'streams' | 'hash'> {
  readonly streamId: string;
  readonly revision: number;
  readonly from: Position;
  readonly to: Position;
}

export interface Comparing {
  readonly onStep: OnStep;
  /** Where an earlier run has come to. */
  readonly since?: Place | undefined;
  /** Called with each event that is read, as both have it. */
  readonly onPair?: (from: RecordedEvent, to: RecordedEvent) => void;
  /** Called now and then. */
  readonly onPlace?: (place: Place) => Promise<void>;
}

/** A checkpoint far behind is found by reading at most so many events. */
export const PLACE_EVERY = 100;
/** Streams that are read at once. */
const STREAMS_AT_ONCE = 8;

/**
 * Reads two stores beside each other, from their first events to their last, and each stream by itself as well: a stream that
 * was deleted, or cut, is still in the feed of EventStoreDB. Both have the same order, so of stores that are read from the
 * beginning nothing is kept in memory; of those that are read on, the names of the newest streams.
 * @throws {StartupError} names the first event that differs
 */
export async function compareStores(
  from: NamedStore,
  to: NamedStore,
  { onStep, since, onPair, onPlace }: Comparing,
): Promise<Compared> {
  const [ones, others] = [
    eventsOf(from.name, from.store, since?.from),
    eventsOf(to.name, to.store, since?.to),
  ];
  const head = Number(await from.store.head());
  let { events, streams, hash } = since ?? { events: 0, streams: 0, hash: '' };
  let [read, shorter] = [0, 0];
  let begun: string[] = [];
  // Streams that were read by themselves. One that is forgotten is read again.
  const known = new LRUCache<string, true>({ max: 100_000 });
  const finishStreams = async (): Promise<void> => {
    const lacks = await Promise.all(begun.map((streamId) => compareStream(from, to, streamId)));
    shorter += lacks.reduce((sum, lack) => sum + lack, 0);
    begun = [];
  };
  for (;;) {
    const [{ value: one }, { value: other }] = await Promise.all([ones.next(), others.next()]);
    if (begun.length === STREAMS_AT_ONCE || !one || !other) await finishStreams();
    if (!one || !other) {
      const more = async (first: RecordedEvent | void, rest: AsyncGenerator<RecordedEvent, void>) =>
        first ? 1 + (await countOf(rest)) : 0;
      const [onlyFrom, onlyTo] = [await more(one, ones), await more(other, others)];
      if (shorter > onlyFrom)
        throw new StartupError(`${shorter} events are in the feed of ${to.name}, and not in their streams.`);
      return { events, streams, hash, read, onlyFrom, onlyTo };
    }
    const its = hashOf(one);
    if (its !== hashOf(other))
      throw new StartupError(`${from.name} and ${to.name} differ: ${difference(one, other)}.`);
    hash = createHash('sha256').update(hash).update(its).digest('hex');
    const { streamId, revision } = one;
    events += 1;
    read += 1;
    if (revision === 0) streams += 1;
    // One that has begun before `since` was read then, as far as it went.
    if (since ? !known.has(streamId) : revision === 0) begun.push(streamId);
    if (since) known.set(streamId, true);
    onPair?.(one, other);
    if (read % PLACE_EVERY > 0) continue;
    onStep({ kind: 'compared', done: events, share: Number(one.position) / head });
    if (!onPlace) continue;
    await finishStreams();
    await onPlace({
      ...{ streamId, revision, from: one.position, to: other.position },
      ...{ events, streams, hash },
    });
  }
}

/** @returns how many events the other store lacks: the one in use may have got new ones since */
async function compareStream(from: NamedStore, to: NamedStore, streamId: string): Promise<number> {
  const [ones, others] = await Promise.all([from.store.read(streamId), to.store.read(streamId)]);
  const differs = others.findIndex((other, index) => {
    const one = ones[index];
    return !one || hashOf(one) !== hashOf(other);
  });
  if (differs === -1) return ones.length - others.length;
  throw new StartupError(
    `${from.name} and ${to.name} differ: the stream ${streamId} is not the same from revision ${differs} on.`,
  );
}

async function countOf(events: AsyncGenerator<unknown, void>): Promise<number> {
  let count = 0;
  while (!(await events.next()).done) count += 1;
  return count;
}

/** Never with data of a tenant. */
function difference(one: RecordedEvent, other: RecordedEvent): string {
  const nameOf = ({ streamId, revision, position }: RecordedEvent): string =>
    `${streamId} revision ${revision} (position ${writePosition(position)})`;
  if (one.streamId !== other.streamId || one.revision !== other.revision)
    return `${nameOf(one)} is in one where ${nameOf(other)} is in the other`;
  return `the event ${nameOf(one)} is not the same`;
}
