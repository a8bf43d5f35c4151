import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readPosition, type Position } from '#kernel';
import { until } from '#bus/testing/until';
import type { RecordedEvent } from '#event-store';
import { placeAt } from '../feed/place.js';
import { LogFeed } from './log-feed.js';
import type { Past, PastPage } from './past.js';
import { LanedFollower } from './testing/follower.js';
import { MemoryLog, MemoryPartition, type WrittenEvent } from './testing/memory-log.js';

const silent = pino({ level: 'silent' });
const eventAt = (position: number): RecordedEvent =>
  ({ position: BigInt(position), streamId: 'thing-1', data: {} }) as unknown as RecordedEvent;
const eventsAt = (...positions: readonly number[]): RecordedEvent[] => positions.map(eventAt);
const bigints = (...numbers: readonly number[]): bigint[] => numbers.map(BigInt);

/** What the owner has stored, told in small pieces. */
class Owner implements Past {
  events: RecordedEvent[] = [];
  asked: Position[] = [];
  before: () => Promise<void> = async () => undefined;
  /** The page that it answers next, whatever it has. */
  next: PastPage | undefined;

  async read(_aggregate: string, _partition: number, after: Position, _limit: number, signal: AbortSignal) {
    this.asked.push(after);
    await unlessAborted(this.before(), signal);
    const { next } = this;
    this.next = undefined;
    if (next) return next;
    if (signal.aborted) return { events: [], looked: after, end: false };
    const later = this.events.filter(({ position }) => position > after);
    const events = later.slice(0, 2);
    return { events, looked: events.at(-1)?.position ?? after, end: later.length <= 2 };
  }
}

/** Waits for the work, and no longer than until the signal fires. */
const unlessAborted = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => resolve();
    signal.addEventListener('abort', leave);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

let partition: MemoryPartition;
let owner: Owner;
let log: MemoryLog;
const feeds: LogFeed[] = [];
beforeEach(() => {
  partition = new MemoryPartition('thing', 0);
  owner = new Owner();
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
});

const start = async (...followers: readonly LanedFollower[]): Promise<LogFeed> => {
  log = new MemoryLog([partition]);
  const feed = new LogFeed({ events: log, past: owner, lift: (event) => event, log: silent, batchSize: 3 });
  for (const follower of followers) feed.follow(follower);
  feeds.push(feed);
  await feed.start();
  return feed;
};
const lane = 'thing/0';
/** Stored by the owner and written to the log. */
const happen = (...positions: readonly number[]): void => {
  owner.events.push(...eventsAt(...positions));
  partition.write(...eventsAt(...positions));
};
const sees = (follower: LanedFollower, ...positions: readonly number[]) =>
  until(() => follower.seen(lane).length >= positions.length, 60_000).finally(() =>
    expect(follower.seen(lane)).toEqual(bigints(...positions)),
  );

describe('a lane that begins', () => {
  it('asks the owner for what there was, then follows the log, and asks no more', async () => {
    owner.events.push(...eventsAt(1, 2, 3));
    happen(5, 8);
    const follower = new LanedFollower('one', ['thing-']);
    await start(follower);
    await sees(follower, 1, 2, 3, 5, 8);
    happen(9);
    await sees(follower, 1, 2, 3, 5, 8, 9);
    expect(follower.place(lane)).toBe('9@3');
    expect(owner.asked).toEqual(bigints(0, 2, 5));
  });

  it('takes once what is stored while it asks', async () => {
    owner.events.push(...eventsAt(1, 2, 3));
    const follower = new LanedFollower('one', ['thing-']);
    owner.before = async () => {
      if (owner.asked.length === 2) happen(4, 5);
    };
    await start(follower);
    await sees(follower, 1, 2, 3, 4, 5);
    partition.write(...eventsAt(4, 5));
    happen(6);
    await sees(follower, 1, 2, 3, 4, 5, 6);
  });

  it('goes on from its place in the log without a question', async () => {
    happen(1, 2, 3);
    const follower = new LanedFollower('one', ['thing-']);
    follower.database.keep('one@thing/0', { place: placeAt(readPosition(2n), 2n), positions: [] });
    await start(follower);
    await sees(follower, 3);
    expect(owner.asked).toEqual([]);
    // And a place at the very end.
    await feeds.splice(0)[0]!.stop();
    await start(follower);
    happen(4);
    await sees(follower, 3, 4);
    expect(owner.asked).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['has forgotten it', () => partition.forget(4n)],
    ['was written again and is shorter', () => (partition.lose(), partition.write(...eventsAt(4)))],
    [
      'was written again and has grown past it',
      () => (partition.lose(), partition.write(...eventsAt(4, 5, 6, 7))),
    ],
    ['was made again and is empty', () => partition.lose()],
  ])('asks the owner where the log %s', async (_, happens) => {
    happen(1, 2, 3, 4, 5, 6, 7);
    const follower = new LanedFollower('one', ['thing-']);
    follower.database.keep('one@thing/0', { place: placeAt(readPosition(2n), 2n), positions: [] });
    happens();
    await start(follower);
    await sees(follower, 3, 4, 5, 6, 7);
    expect(owner.asked[0]).toBe(2n);
    happen(8);
    await sees(follower, 3, 4, 5, 6, 7, 8);
  });

  it('begins again where the log is lost under its feet', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    await start(follower);
    happen(1, 2);
    await sees(follower, 1, 2);
    owner.events.push(...eventsAt(3));
    partition.lose();
    log.rejoin();
    happen(4);
    await sees(follower, 1, 2, 3, 4);
  });

  it('keeps how far the owner has looked, also where there was no event: nobody looks there again', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    owner.next = { events: [], looked: readPosition(40n), end: false };
    owner.events.push(...eventsAt(50));
    let held = true;
    owner.before = () => (owner.asked.length === 2 && held ? until(() => !held) : Promise.resolve());
    const feed = await start(follower);
    await until(() => owner.asked.length === 2);
    expect([owner.asked, follower.place(lane)]).toEqual([bigints(0, 40), '40']);
    expect(feed.laneStatus()[0]).toMatchObject({ position: 40n, failures: 0 });
    await feeds.splice(0)[0]!.stop();
    held = false;
    await start(follower);
    await sees(follower, 50);
    expect(owner.asked).toEqual(bigints(0, 40, 40));
  });

  it('passes over messages of the log up to where the owner has looked', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    owner.next = { events: eventsAt(3), looked: readPosition(40n), end: true };
    await start(follower);
    await sees(follower, 3);
    partition.write(...eventsAt(3, 41));
    await sees(follower, 3, 41);
    expect(owner.asked).toEqual([0n]);
  });

  it('ends at once while the owner does not answer', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    owner.before = () => new Promise(() => undefined);
    await start(follower);
    await until(() => owner.asked.length === 1);
    await feeds.splice(0)[0]!.stop();
    expect([follower.place(lane), follower.deliveries]).toEqual([undefined, 0]);
  });

  it('fails where the owner says that there is more, and gets no further', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    owner.next = { events: [], looked: 0n, end: false };
    happen(1);
    let held = true;
    owner.before = () => (owner.asked.length === 2 ? until(() => !held) : Promise.resolve());
    const feed = await start(follower);
    await until(() => owner.asked.length === 2);
    const lastError = 'the owner has more events, and got no further';
    expect(feed.status()).toMatchObject([{ name: 'one', failures: 1, lastError }]);
    held = false;
    await sees(follower, 1);
  });

  it('is tried again, with a failure to see, where the owner does not answer', async () => {
    owner.events.push(...eventsAt(1));
    const follower = new LanedFollower('one', ['thing-']);
    owner.before = async () => {
      if (owner.asked.length < 3) throw new Error('no answer');
    };
    const feed = await start(follower);
    await until(() => feed.status()[0]!.failures === 2);
    expect(feed.status()).toMatchObject([{ name: 'one', failures: 2, lastError: 'no answer' }]);
    await sees(follower, 1);
    await until(() => feed.status()[0]!.failures === 0);
  });
});

describe('a message that names an event before it that the lane has not had', () => {
  /** As the relay writes them: each names the one before it. */
  const chain = (first: number, ...positions: readonly number[]): WrittenEvent[] =>
    positions.map((position, n) => ({
      ...eventAt(position),
      previous: readPosition(BigInt(positions[n - 1] ?? first)),
    }));
  const kept = (follower: LanedFollower, position: number, offset: number): void =>
    follower.database.keep(`${follower.name}@thing/0`, {
      place: placeAt(readPosition(BigInt(position)), BigInt(offset)),
      positions: [],
    });

  it('is taken after what the owner says came between, and the owner is asked for no more', async () => {
    owner.events.push(...eventsAt(1, 2, 3, 4, 5, 6, 7, 8));
    // A relay that slept wrote the event of the lane's place where it had been in the log of before.
    partition.write(...chain(1, 2), ...chain(5, 6, 7, 8));
    const follower = new LanedFollower('one', ['thing-']);
    kept(follower, 2, 1);
    await start(follower);
    await sees(follower, 3, 4, 5, 6, 7, 8);
    expect(owner.asked).toEqual(bigints(2, 4));
    expect(follower.place(lane)).toBe('8@4');
    partition.write(...chain(8, 9));
    await sees(follower, 3, 4, 5, 6, 7, 8, 9);
    expect(owner.asked).toEqual(bigints(2, 4));
  });

  it('is waited with while the owner does not answer, with a failure to see', async () => {
    owner.events.push(...eventsAt(1, 2, 3, 4));
    partition.write(...chain(0, 1), ...chain(3, 4));
    const follower = new LanedFollower('one', ['thing-']);
    kept(follower, 1, 1);
    owner.before = async () => {
      if (owner.asked.length < 3) throw new Error('no answer');
    };
    const feed = await start(follower);
    await until(() => feed.status()[0]!.failures === 2);
    await sees(follower, 2, 3, 4);
    await until(() => feed.status()[0]!.failures === 0);
  });

  it('is taken where the owner has nothing before it any more, after one question', async () => {
    partition.write(...chain(0, 1), ...chain(5, 6, 7));
    const follower = new LanedFollower('one', ['thing-']);
    kept(follower, 1, 1);
    await start(follower);
    await sees(follower, 6, 7);
    expect(owner.asked).toEqual(bigints(1));
  });

  it('is not believed where it can’t be opened: the header alone leads nowhere', async () => {
    owner.events.push(...eventsAt(1, 2));
    partition.write(...chain(0, 1), ...chain(9, 2));
    partition.unreadable = readPosition(2n);
    const follower = new LanedFollower('one', ['thing-']);
    kept(follower, 1, 1);
    const feed = await start(follower);
    await until(() => feed.status()[0]!.failures === 2);
    expect([owner.asked, follower.seen(lane)]).toEqual([[], []]);
    partition.unreadable = undefined;
    await sees(follower, 2);
  });

  it('leads to questions of the lanes alone that have not had it', async () => {
    owner.events.push(...eventsAt(1, 2, 3, 4, 5));
    partition.write(...chain(0, 1), ...chain(2, 3), ...chain(3, 4, 5));
    const [behind, ahead] = [new LanedFollower('behind', ['thing-']), new LanedFollower('ahead', ['thing-'])];
    kept(behind, 1, 1);
    kept(ahead, 3, 2);
    await start(behind, ahead);
    await sees(behind, 2, 3, 4, 5);
    await sees(ahead, 4, 5);
    expect(owner.asked).toEqual(bigints(1));
  });

  it('does not matter where it names none: it is from the release before', async () => {
    owner.events.push(...eventsAt(1, 2, 3));
    partition.write(...eventsAt(1, 3));
    const follower = new LanedFollower('one', ['thing-']);
    kept(follower, 1, 1);
    await start(follower);
    await sees(follower, 3);
    expect(owner.asked).toEqual([]);
  });
});

describe('messages that come again', () => {
  it('are passed over by their positions, unopened', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    await start(follower);
    happen(1, 2, 3);
    await sees(follower, 1, 2, 3);
    partition.write(...eventsAt(1, 2, 3));
    happen(4);
    await sees(follower, 1, 2, 3, 4);
    // The message before the offset is that of the position: it is found again at the next start.
    partition.write(...eventsAt(2, 3));
    await feeds.splice(0)[0]!.stop();
    expect(follower.place(lane)).toBe('4@7');
    owner.asked = [];
    await start(follower);
    happen(5);
    await sees(follower, 1, 2, 3, 4, 5);
    expect(owner.asked).toEqual([]);
    // The first ones may have come from the owner.
    expect(partition.opened.filter((position) => position > readPosition(3n))).toEqual(bigints(4, 5));
    expect(new Set(partition.opened).size).toBe(partition.opened.length);
  });
});

describe('several lanes on one partition', () => {
  it('read it once while they keep up', async () => {
    const followers = ['a', 'b', 'c'].map((name) => new LanedFollower(name, ['thing-']));
    await start(...followers);
    await until(() => owner.asked.length === 3 && partition.reads.length > 0);
    for (let n = 1; n <= 20; n += 1) {
      happen(n);
      await until(() => followers.every((follower) => follower.seen(lane).length === n));
    }
    // Each offset is read from once: for none of them it was read again.
    expect(new Set(partition.reads).size).toBe(partition.reads.length);
  });

  it('go each at their own pace: one that is far behind catches up while the others are up to date', async () => {
    const [slow, quick] = [new LanedFollower('slow', ['thing-']), new LanedFollower('quick', ['thing-'])];
    let held = true;
    slow.before = () => (held ? until(() => !held) : Promise.resolve());
    await start(slow, quick);
    const all = Array.from({ length: 3_000 }, (_, n) => n + 1);
    for (let first = 0; first < 3_000; first += 100) {
      happen(...all.slice(first, first + 100));
      await until(() => quick.seen(lane).length === first + 100);
    }
    expect(slow.seen(lane)).toEqual([]);
    held = false;
    let next = 3_001;
    while (slow.seen(lane).length < 2_500) {
      happen(next);
      await until(() => quick.seen(lane).length === next);
      next += 1;
    }
    await sees(slow, ...Array.from({ length: next - 1 }, (_, n) => n + 1));
    expect(quick.seen(lane)).toEqual(slow.seen(lane));
  });

  it('where some wait at the end of the log, one with messages to read does not wait with them', async () => {
    const [slow, quick] = [new LanedFollower('slow', ['thing-']), new LanedFollower('quick', ['thing-'])];
    slow.database.keep('slow@thing/0', { place: placeAt(readPosition(2n), 2n), positions: [] });
    happen(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    // The quick one has been told all by the owner.
    slow.before = () => until(() => partition.reads.includes(10n));
    await start(slow, quick);
    await sees(slow, 3, 4, 5, 6, 7, 8, 9, 10);
    await sees(quick, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  });

  it('where one always fails, the others go on', async () => {
    const [broken, healthy] = [
      new LanedFollower('broken', ['thing-']),
      new LanedFollower('healthy', ['thing-']),
    ];
    broken.before = () => Promise.reject(new Error('always'));
    const feed = await start(broken, healthy);
    happen(1, 2);
    await sees(healthy, 1, 2);
    await until(() => feed.status()[0]!.failures >= 2);
    happen(3);
    await sees(healthy, 1, 2, 3);
    expect(broken.seen(lane)).toEqual([]);
    expect(feed.status()[1]).toMatchObject({ name: 'healthy', failures: 0 });
  });
});

describe('partitions that are given away', () => {
  it('are left when the lanes have finished what they are on, and taken over from their places', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    const feed = await start(follower);
    happen(1);
    await sees(follower, 1);
    let [held, begun] = [true, false];
    follower.before = () => {
      begun = true;
      return held ? until(() => !held) : Promise.resolve();
    };
    happen(2, 3);
    // How far it is behind says nothing here: the page with these two may begin with the first one.
    await until(() => begun);
    log.assign([]);
    log.assign([partition]);
    happen(4);
    held = false;
    await sees(follower, 1, 2, 3, 4);
    expect(feed.laneStatus()).toHaveLength(1);
  });

  it('that two processes believe to have bring each event once', async () => {
    const follower = new LanedFollower('one', ['thing-']);
    await start(follower);
    await start(follower);
    for (let n = 1; n <= 30; n += 1) {
      happen(n);
      if (n % 7 === 0) await until(() => follower.seen(lane).length === n);
    }
    await sees(follower, ...Array.from({ length: 30 }, (_, n) => n + 1));
    for (const feed of feeds) expect(feed.status()[0]!.failures).toBe(0);
  });
});

it('a consumer of streams that have no log is refused', () => {
  const feed = new LogFeed({ events: new MemoryLog([]), past: owner, lift: (event) => event, log: silent });
  for (const prefix of ['', 'thing', 'thing-*'])
    expect(() => feed.follow(new LanedFollower('all', [prefix]))).toThrow('no log has the streams');
});
