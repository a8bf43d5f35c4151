import { createHash } from 'node:crypto';
import type { EventStore, RecordedEvent } from '#event-store';
import { StartupError } from '../../postgres/startup-error.js';
import type { OnStep } from '../steps.js';
import { eventsOf, hashOf } from './feed.js';

/** A store with the name that people know it by. */
export interface NamedStore<Store = Pick<EventStore, 'readFeed' | 'head'>> {
  readonly name: string;
  readonly store: Store;
}

export interface Compared {
  /** How many events both have, and in how many streams. */
  readonly events: number;
  readonly streams: number;
  /** One hash of them, in their order. */
  readonly hash: string;
  /** How many one store has after them. */
  readonly onlyFrom: number;
  readonly onlyTo: number;
}

const TELL_EVERY = 500;

/**
 * Reads two stores beside each other, from their first events to their last. Both have the same order, so this compares
 * every stream: its events, how many there are, and a hash of each.
 * @param onPair is told of each event, as both have it
 * @throws {StartupError} names the first event that differs
 */
export async function compareStores(
  from: NamedStore,
  to: NamedStore,
  onStep: OnStep,
  onPair: (from: RecordedEvent, to: RecordedEvent) => void = () => undefined,
): Promise<Compared> {
  const [ones, others] = [eventsOf(from.name, from.store), eventsOf(to.name, to.store)];
  const whole = createHash('sha256');
  const head = Number(await from.store.head());
  let [events, streams] = [0, 0];
  for (;;) {
    const [{ value: one }, { value: other }] = await Promise.all([ones.next(), others.next()]);
    if (!one || !other) {
      const more = async (first: RecordedEvent | void, rest: AsyncGenerator<RecordedEvent, void>) =>
        first ? 1 + (await countOf(rest)) : 0;
      const [onlyFrom, onlyTo] = [await more(one, ones), await more(other, others)];
      return { events, streams, hash: whole.digest('hex'), onlyFrom, onlyTo };
    }
    const hash = hashOf(one);
    if (hash !== hashOf(other))
      throw new StartupError(`${from.name} and ${to.name} differ: ${difference(one, other)}.`);
    whole.update(hash);
    events += 1;
    if (one.revision === 0) streams += 1;
    onPair(one, other);
    if (events % TELL_EVERY === 0)
      onStep({ kind: 'compared', done: events, share: Number(one.position) / head });
  }
}

async function countOf(events: AsyncGenerator<unknown, void>): Promise<number> {
  let count = 0;
  while (!(await events.next()).done) count += 1;
  return count;
}

/** Never with data of a tenant. */
function difference(one: RecordedEvent, other: RecordedEvent): string {
  const nameOf = ({ streamId, revision, position }: RecordedEvent): string =>
    `${streamId} revision ${revision} (position ${position})`;
  if (one.streamId !== other.streamId || one.revision !== other.revision)
    return `${nameOf(one)} is in one where ${nameOf(other)} is in the other`;
  return `the event ${nameOf(one)} is not the same`;
}
