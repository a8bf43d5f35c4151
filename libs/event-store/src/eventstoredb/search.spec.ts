import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition, writePosition, type Position } from '#kernel';
import { until } from '#bus/testing/until';
import { happened, metadata, newStream } from '../contract-parts.js';
import { NO_STREAM } from '../port.js';
import { EventStoreDbDouble } from '../testing/eventstoredb/double.js';
import { EventStoreDbEventStore } from './eventstoredb-event-store.js';
import { NOT_SEARCHED, type Searched, type SearchMemory } from './search-memory.js';

/** Events of others in the log, and how many of them the server passes over in a second, for all its readers. */
const OTHERS = 20_000;
const PER_SECOND = 20_000;
/** One search takes a second: no read that has to search all of it ends in time. */
const ATTEMPT_MS = 250;
/** As many as follow a feed in one process. */
const CONSUMERS = 11;

class Memory implements SearchMemory {
  kept: Searched = NOT_SEARCHED;
  load = async (): Promise<Searched> => this.kept;
  save = async (searched: Searched): Promise<void> => void (this.kept = searched);
}

describe('events of other applications', () => {
  let double: EventStoreDbDouble;
  let memory: Memory;
  const stores: EventStoreDbEventStore[] = [];
  beforeEach(async () => {
    double = await EventStoreDbDouble.start();
    memory = new Memory();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await double.stop();
  });

  const open = (): EventStoreDbEventStore => {
    const store = new EventStoreDbEventStore({
      ...{ url: double.url, attemptMs: ATTEMPT_MS, retryMs: 60_000, knownAfterMs: 60_000, memory },
    });
    stores.push(store);
    return store;
  };
  const append = async (store: EventStoreDbEventStore, stream = newStream()): Promise<Position> => {
    const outcome = await store.append(stream, NO_STREAM, [happened()], metadata);
    if (outcome.kind === 'conflict') throw new Error('the stream is new');
    return outcome.position;
  };
  const writeOthers = (): void => {
    for (let n = 0; n < OTHERS; n += 1) double.log.noise('of-others');
    double.search.perSecond = PER_SECOND;
  };
  /** An installation that has followed everything, was stopped, and is started again after others have written. */
  const restart = async (): Promise<{ store: EventStoreDbEventStore; newest: Position }> => {
    const before = open();
    const newest = await append(before);
    await before.head();
    await before.close();
    writeOthers();
    double.search.passed = 0;
    return { store: open(), newest };
  };

  it('that came while the service was stopped are searched once, by however many consumers', async () => {
    const { store, newest } = await restart();
    const pages = await Promise.all(
      Array.from({ length: CONSUMERS }, () => store.readFeedOf(['mine-'], newest, 100)),
    );
    expect(await store.head()).toBe(newest);
    for (const page of pages) expect(page).toEqual({ events: [], looked: newest });
    // Each of them looks at the few events since the last checkpoint.
    expect(double.search.passed).toBeLessThan(OTHERS + (CONSUMERS + 3) * 1_000);
    const mine = await append(store, `mine-${newStream()}`);
    expect((await store.readFeedOf(['mine-'], newest, 100)).events.map(({ position }) => position)).toEqual([
      mine,
    ]);
  });

  it('are not searched again after the next start, nor after one that was killed in between', async () => {
    const { store, newest } = await restart();
    await store.head();
    await until(() => memory.kept.looked > newest);
    // Killed: what is kept is what was kept by then.
    const left = double.log.placeOf(BigInt(writePosition(memory.kept.looked)))!;
    double.search.passed = 0;
    expect(await open().head()).toBe(newest);
    expect(double.search.passed).toBeLessThan(double.log.all.length - left + 2_000);
    await store.close();
    double.search.passed = 0;
    expect(await open().head()).toBe(newest);
    expect(double.search.passed).toBeLessThan(2_000);
  });

  it('that lie between ours hold up no reader that is behind, whatever its deadline', async () => {
    const writer = open();
    const first = await append(writer);
    await append(writer, `mine-${newStream()}`);
    await append(writer);
    writeOthers();
    const last = await append(writer, `mine-${newStream()}`);
    const behind = await append(writer);
    await writer.close();
    // All of it was followed once: the search of the start is not what finds the gap.
    const store = open();
    double.search.passed = 0;
    const readAll = async (): Promise<number> => {
      let found = 0;
      for (let at = first; ;) {
        const { events, looked } = await store.readFeedOf(['mine-'], at, 100);
        found += events.length;
        if (looked === at) {
          expect(at).toBe(behind);
          return found;
        }
        at = looked;
      }
    };
    expect(await Promise.all(Array.from({ length: CONSUMERS }, readAll))).toEqual(
      Array.from({ length: CONSUMERS }, () => 2),
    );
    expect(await store.head()).toBe(behind);
    expect((await store.readFeed(last, 10)).map(({ position }) => position)).toEqual([behind]);
    // One search, and what each read until its deadline.
    expect(double.search.passed).toBeLessThan(OTHERS * 4);
  });

  it('may be so many before our first event that no read ends in time', async () => {
    writeOthers();
    const store = open();
    const position = await append(store);
    expect(await store.head()).toBe(position);
    expect((await store.readFeed(0n, 10)).map((event) => event.position)).toEqual([position]);
  });

  it('are searched from the start where what is remembered is no place in the log', async () => {
    const before = open();
    const position = await append(before);
    await before.close();
    const noPlace = readPosition(BigInt(writePosition(position)) + 1n);
    memory.kept = { newest: noPlace, stream: undefined, looked: noPlace };
    expect(await open().head()).toBe(position);
  });
});
