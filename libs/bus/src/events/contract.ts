import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import { gate } from '../contract.js';
import { until } from '../testing/until.js';
import {
  CheckpointMoved,
  type AnyEventConsumer,
  type Checkpoint,
  type EventFeed,
  type LanedConsumer,
} from './port.js';

/** What a feed brings events from, for the contract. */
export interface FeedBench {
  /**
   * Streams that begin in different ways come by roads of their own, with a place on each: then no consumer can follow all
   * streams, and no place moves past streams that are not followed.
   */
  readonly apart?: true;
  /** Called before a case uses streams that begin so. */
  prepare?(prefixes: readonly string[]): Promise<void>;
  /** A feed that has not begun, as a process of its own has it. */
  open(): EventFeed<LanedConsumer>;
  /** So many events more at the end of a stream. */
  append(stream: string, count: number): Promise<void>;
  dispose(): Promise<void>;
}

/** Places by the names of lanes; that of a consumer that is followed as a whole is under ''. */
type Places = ReadonlyMap<string, Checkpoint>;

/** A consumer that keeps its places with what it was given, as a database would. */
class Follower implements LanedConsumer {
  /** Revisions by stream, as they came. */
  readonly seen = new Map<string, number[]>();
  /** How many events each delivery brought. */
  readonly deliveries: number[] = [];
  starts = 0;
  attempts = 0;
  stopped = false;
  before: () => Promise<void> = async () => undefined;
  places: Map<string, Checkpoint>;
  private readonly whole: AnyEventConsumer;

  constructor(
    readonly name: string,
    readonly streams: readonly string[],
    places: Places = new Map(),
  ) {
    this.places = new Map(places);
    this.whole = this.lane('');
  }

  /** Says that what it took could not be kept. */
  undo: (error: unknown) => void = () => undefined;

  start(undo: (error: unknown) => void): Promise<Checkpoint | undefined> {
    return this.whole.start(undo);
  }

  handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    return this.whole.handle(events, place);
  }

  async stop(): Promise<void> {
    await this.whole.stop?.();
  }

  lane(lane: string): AnyEventConsumer {
    let [working, ended] = [false, false];
    return {
      ...{ name: this.name, streams: this.streams },
      start: async (undo) => {
        this.starts += 1;
        this.undo = undo;
        return this.places.get(lane);
      },
      handle: async (events, place) => {
        if (working || ended) throw new Error('one delivery at a time, and none after the end');
        working = true;
        this.attempts += 1;
        try {
          await this.before();
          for (const { streamId, revision } of events)
            this.seen.set(streamId, [...(this.seen.get(streamId) ?? []), revision]);
          this.deliveries.push(events.length);
          this.places.set(lane, place);
        } finally {
          working = false;
        }
      },
      stop: async () => {
        [ended, this.stopped] = [true, true];
      },
    };
  }

  has(stream: string, count: number): boolean {
    return (this.seen.get(stream)?.length ?? 0) >= count;
  }
}

/** 0, 1, 2 ...: the revisions of a stream's first events. */
const first = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** What every adapter of the port for events must do. Run it in a spec of the adapter. */
export function eventFeedContract(name: string, make: () => Promise<FeedBench>): void {
  describe(`${name} keeps the event feed contract`, () => {
    let bench: FeedBench;
    beforeAll(async () => void (bench = await make()));
    afterAll(() => bench.dispose());

    const feeds: EventFeed<LanedConsumer>[] = [];
    afterEach(async () => {
      await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
    });
    const start = async (...consumers: readonly LanedConsumer[]): Promise<EventFeed<LanedConsumer>> => {
      const feed = bench.open();
      for (const consumer of consumers) feed.follow(consumer);
      feeds.push(feed);
      await feed.start();
      return feed;
    };
    const stop = async (feed: EventFeed<LanedConsumer>): Promise<void> => {
      feeds.splice(feeds.indexOf(feed), 1);
      await feed.stop();
    };
    /** Prefixes that no other case follows. */
    const prefixes = async (): Promise<[string, string]> => {
      const run = randomUUID().slice(0, 8);
      const both: [string, string] = [`mine${run}-`, `other${run}-`];
      await bench.prepare?.(both);
      return both;
    };

    it('brings each stream’s events in order, those from before it began and those that come', async () => {
      const [mine] = await prefixes();
      const [one, two] = [`${mine}1`, `${mine}2`];
      const follower = new Follower('follower', [mine]);
      await bench.append(one, 3);
      await bench.append(two, 2);
      await bench.append(one, 2);
      await start(follower);
      await until(() => follower.has(one, 5) && follower.has(two, 2));
      await Promise.all([bench.append(one, 4), bench.append(two, 6)]);
      await until(() => follower.has(one, 9) && follower.has(two, 8));
      expect([follower.seen.get(one), follower.seen.get(two)]).toEqual([first(9), first(8)]);
    });

    it('brings the events of all streams that a consumer names, and of no others', async () => {
      const [mine, other] = await prefixes();
      const [narrow, wide] = [new Follower('narrow', [mine]), new Follower('wide', [mine, other])];
      const all = new Follower('all', bench.apart ? [other, mine] : ['']);
      await start(narrow, wide, all);
      for (let round = 0; round < 3; round += 1) {
        await bench.append(`${mine}1`, 1);
        await bench.append(`${other}1`, 2);
      }
      await until(() => [wide, all].every((follower) => follower.has(`${other}1`, 6)));
      await until(() => narrow.has(`${mine}1`, 3));
      expect([...narrow.seen]).toEqual([[`${mine}1`, first(3)]]);
      expect(Object.fromEntries(wide.seen)).toEqual({ [`${mine}1`]: first(3), [`${other}1`]: first(6) });
      expect([all.seen.get(`${mine}1`), all.seen.get(`${other}1`)]).toEqual([first(3), first(6)]);
    });

    it('moves the place past the events of others too, where they come by the same road', async () => {
      const [mine, other] = await prefixes();
      const follower = new Follower('follower', [mine]);
      await bench.append(`${mine}1`, 1);
      const feed = await start(follower);
      await until(() => follower.has(`${mine}1`, 1));
      const before = follower.places.get('');
      await bench.append(`${other}1`, 3);
      if (!bench.apart)
        await until(() => follower.places.get('') !== before && follower.deliveries.at(-1) === 0);
      await stop(feed);
      const heir = new Follower('follower', [mine, other], follower.places);
      await bench.append(`${mine}1`, 1);
      await start(heir);
      await until(() => heir.has(`${mine}1`, 1));
      expect(heir.seen.get(`${mine}1`)).toEqual([1]);
      if (bench.apart) {
        // There was no place on their road, so all of them come.
        await until(() => heir.has(`${other}1`, 3));
        expect(heir.seen.get(`${other}1`)).toEqual(first(3));
      } else {
        // At least the first of the others' events lies before the place that was kept.
        expect(heir.seen.get(`${other}1`) ?? []).not.toContain(0);
      }
    });

    it('continues after a restart from the place that the consumer kept', async () => {
      const [mine] = await prefixes();
      const follower = new Follower('follower', [mine]);
      const feed = await start(follower);
      await bench.append(`${mine}1`, 4);
      await until(() => follower.has(`${mine}1`, 4));
      await stop(feed);
      await bench.append(`${mine}1`, 3);
      const heir = new Follower('follower', [mine], follower.places);
      await start(heir);
      await until(() => heir.has(`${mine}1`, 3));
      expect(heir.seen.get(`${mine}1`)).toEqual([4, 5, 6]);
    });

    it('delivers again, from its own place, to a consumer that failed, and says that it fails', async () => {
      const [mine] = await prefixes();
      const weak = new Follower('weak', [mine]);
      weak.before = async () => {
        if (weak.attempts <= 2) throw new Error('deadlock detected');
      };
      await bench.append(`${mine}1`, 3);
      const feed = await start(weak);
      await until(() => (feed.status()[0]?.failures ?? 0) === 2);
      expect(feed.status()).toMatchObject([{ name: 'weak', failures: 2, lastError: 'deadlock detected' }]);
      await until(() => weak.has(`${mine}1`, 3) && feed.status()[0]?.failures === 0);
      expect(weak.seen.get(`${mine}1`)).toEqual(first(3));
      expect(weak.starts).toBe(3);
    });

    it('delivers again, though nothing more happens, what a consumer took and could not keep afterwards', async () => {
      const [mine] = await prefixes();
      const late = new Follower('late', [mine]);
      const feed = await start(late);
      await bench.append(`${mine}1`, 3);
      await until(() => late.has(`${mine}1`, 3));
      const { undo } = late;
      late.places.clear();
      late.seen.clear();
      undo(new Error('connection lost'));
      await until(() => late.has(`${mine}1`, 3));
      expect(late.seen.get(`${mine}1`)).toEqual(first(3));
      expect(late.starts).toBe(2);
      // What it says of the time before its last start concerns nobody any more.
      undo(new Error('connection lost'));
      await bench.append(`${mine}1`, 1);
      await until(() => late.has(`${mine}1`, 4));
      expect([late.starts, feed.status()[0]?.failures]).toEqual([2, 0]);
    });

    it('does not let a consumer that is slow, or fails, hold up the others', async () => {
      const [mine] = await prefixes();
      const [slow, broken, healthy] = ['slow', 'broken', 'healthy'].map((one) => new Follower(one, [mine]));
      const held = gate();
      slow!.before = () => held.opened;
      broken!.before = () => Promise.reject(new Error('always'));
      await start(slow!, broken!, healthy!);
      for (let round = 1; round <= 5; round += 1) {
        await bench.append(`${mine}1`, 3);
        await until(() => healthy!.has(`${mine}1`, 3 * round));
      }
      expect([slow!.seen.size, broken!.seen.size]).toEqual([0, 0]);
      held.open();
      await until(() => slow!.has(`${mine}1`, 15));
      expect(slow!.seen.get(`${mine}1`)).toEqual(first(15));
    });

    it('stands by, without a failure, while another process runs the consumer, and continues where that one stopped', async () => {
      const [mine] = await prefixes();
      await bench.append(`${mine}1`, 2);
      const theirs = new Follower('consumer', [mine]);
      const feed = await start(theirs);
      await until(() => theirs.has(`${mine}1`, 2));
      await stop(feed);
      const ours = new Follower('consumer', [mine]);
      ours.before = async () => {
        if (ours.attempts > 1) return;
        ours.places = new Map(theirs.places);
        throw new CheckpointMoved('consumer');
      };
      const standby = await start(ours);
      await until(() => ours.starts >= 2);
      expect(standby.status()).toMatchObject([{ failures: 0 }]);
      await bench.append(`${mine}1`, 2);
      await until(() => ours.has(`${mine}1`, 2));
      expect(ours.seen.get(`${mine}1`)).toEqual([2, 3]);
    });

    it('lets consumers finish what they are on when it stops, and delivers nothing more', async () => {
      const [mine] = await prefixes();
      const busy = new Follower('busy', [mine]);
      await bench.append(`${mine}1`, 2);
      const held = gate();
      busy.before = () => held.opened;
      const feed = await start(busy);
      await until(() => busy.attempts === 1);
      let ended = false;
      const stopping = stop(feed).then(() => void (ended = true));
      await bench.append(`${mine}1`, 5);
      expect([ended, busy.stopped]).toEqual([false, false]);
      held.open();
      await stopping;
      expect([busy.attempts, busy.deliveries.length, busy.stopped]).toEqual([1, 1, true]);
    });
  });
}
