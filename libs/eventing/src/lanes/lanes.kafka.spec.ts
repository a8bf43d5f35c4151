import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { monotonicMs, type Position } from '#kernel';
import type { Checkpoint } from '#bus';
import { until } from '#bus/testing/until';
import { buildServices, type Build } from '../../../../test/kafka/build.js';
import { ServiceProcess } from '../../../../test/kafka/process.js';
import { offsetOf } from '../feed/place.js';
import type { LogFeed } from './log-feed.js';
import { LanedFollower } from './testing/follower.js';
import { KafkaBench } from './testing/kafka-bench.js';

const PARTITIONS = 3;

let bench: KafkaBench;
let aggregate: string;
const feeds: LogFeed[] = [];
beforeAll(async () => void (bench = await KafkaBench.start(PARTITIONS)));
afterAll(() => bench.dispose());
beforeEach(async () => {
  aggregate = `thing${randomUUID().slice(0, 8)}`;
  await bench.prepare([`${aggregate}-`]);
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
});

const follower = (name = 'one'): LanedFollower => new LanedFollower(name, [`${aggregate}-`]);
const start = async (...followers: readonly LanedFollower[]): Promise<LogFeed> => {
  const feed = bench.open();
  for (const one of followers) feed.follow(one);
  feeds.push(feed);
  await feed.start();
  return feed;
};
const stop = async (feed: LogFeed): Promise<void> => {
  feeds.splice(feeds.indexOf(feed), 1);
  await feed.stop();
};
/** Some streams, on all partitions. */
const happen = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await bench.append(`${aggregate}-${n % 20}`, 1);
};
const partitions = Array.from({ length: PARTITIONS }, (_, n) => n);
/** What the owner has, and what the lanes were given, by partition. */
const stored = (): Position[][] =>
  partitions.map((partition) => bench.inPartition(aggregate, partition).map(({ position }) => position));
const seen = (one: LanedFollower): (readonly Position[])[] =>
  partitions.map((partition) => one.seen(`${aggregate}/${partition}`));
const hasAll = (one: LanedFollower): Promise<void> =>
  until(() => seen(one).flat().length >= stored().flat().length, 60_000).finally(() =>
    expect(seen(one)).toEqual(stored()),
  );

describe('lanes over Kafka', () => {
  it('bring an event while it is fresh: no fetch that waits holds it up', async () => {
    const one = follower();
    await start(one);
    await happen(20);
    await hasAll(one);
    const took: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      await bench.append(`${aggregate}-${n}`, 1);
      const written = monotonicMs();
      await until(() => seen(one).flat().length === 21 + n);
      took.push(monotonicMs() - written);
    }
    const median = took.sort((a, b) => a - b)[20]!;
    // A fetch waits for 500 ms. On a quiet machine it takes a few milliseconds.
    expect(median).toBeLessThan(200);
    if (process.env['TIMBRA_TEST_LOG']) console.log({ median, worst: took.at(-1) });
  });

  it('continue after a restart where they were, without asking the owner', async () => {
    const one = follower();
    const feed = await start(one);
    await happen(40);
    await hasAll(one);
    await stop(feed);
    await happen(40);
    bench.asked = 0;
    await start(one);
    await hasAll(one);
    expect(bench.asked).toBe(0);
    expect(partitions.every((n) => offsetOf(one.place(`${aggregate}/${n}`)) !== undefined)).toBe(true);
  });

  it('share the partitions with other processes, which come and go in the midst of work', async () => {
    const one = follower();
    const two = new LanedFollower(one.name, one.streams, one.database);
    one.before = two.before = () => new Promise(setImmediate);
    const first = await start(one);
    await happen(30);
    const second = await start(two);
    await happen(60);
    await hasAll(one);
    await until(() => first.laneStatus().length + second.laneStatus().length === PARTITIONS);
    expect([first.laneStatus().length, second.laneStatus().length].sort()).toEqual([1, 2]);
    const writing = happen(60);
    await stop(first);
    await writing;
    await hasAll(two);
    expect(second.laneStatus()).toHaveLength(PARTITIONS);
    expect(second.status()).toMatchObject([{ name: 'one', failures: 0, lastError: undefined }]);
  });

  it('are each at their own pace: one that is far behind catches up by itself', async () => {
    const [slow, quick] = [follower('slow'), follower('quick')];
    let held = true;
    slow.before = () => (held ? until(() => !held, 120_000) : Promise.resolve());
    await start(slow, quick);
    await bench.append(`${aggregate}-1`, 1_500);
    await hasAll(quick);
    expect(slow.deliveries).toBe(0);
    held = false;
    await hasAll(slow);
  });

  it('take what retention has removed from the owner, and continue in the log', async () => {
    const one = follower();
    const feed = await start(one);
    await happen(30);
    await hasAll(one);
    await stop(feed);
    await happen(60);
    // All that the lane of this partition had not seen, and what the other had seen.
    await bench.forget(aggregate, 0, -1n);
    await bench.forget(aggregate, 1, 3n);
    bench.asked = 0;
    await start(one);
    await hasAll(one);
    expect(bench.asked).toBe(1);
    await happen(20);
    await hasAll(one);
  });

  it('notice that a topic was deleted and made again while they read it', async () => {
    const one = follower();
    const feed = await start(one);
    await happen(60);
    await hasAll(one);
    bench.store(`${aggregate}-1`, 5);
    bench.store(`${aggregate}-2`, 5);
    bench.store(`${aggregate}-3`, 5);
    await bench.remakeTopic(aggregate);
    await happen(20);
    await hasAll(one);
    await until(() => feed.status()[0]!.failures === 0, 60_000);
    await happen(20);
    await hasAll(one);
  });

  it('notice that a topic was made again while they were away, also where it has grown past their places', async () => {
    const one = follower();
    const feed = await start(one);
    await happen(20);
    await hasAll(one);
    await stop(feed);
    await bench.remakeTopic(aggregate);
    for (let n = 0; n < 20; n += 1) bench.store(`${aggregate}-${n}`, 1);
    await happen(100);
    await start(one);
    await hasAll(one);
    await happen(20);
    await hasAll(one);
  });
});

describe('a relay that slept while its topic was made again', () => {
  it('writes an event where a lane had it in the topic of before: the next message shows what is missing', async () => {
    const one = follower();
    const feed = await start(one);
    // The owner may have told the first one: the second one comes from the log.
    const early = bench.store(`${aggregate}-1`, 1);
    await bench.write(early);
    await hasAll(one);
    early.push(...bench.store(`${aggregate}-1`, 1));
    await bench.write(early.slice(1));
    await hasAll(one);
    const lane = partitions.find((n) => seen(one)[n]!.length === 2);
    expect(offsetOf(one.place(`${aggregate}/${lane}`))).toBe(2n);
    await stop(feed);
    // Written before the topic was lost, and seen by nobody.
    await bench.append(`${aggregate}-1`, 30);
    await bench.remakeTopic(aggregate);
    await bench.write(early);
    await bench.append(`${aggregate}-1`, 5);
    bench.asked = 0;
    await start(one);
    await hasAll(one);
    // The lanes of the other partitions have no place yet, so they asked too.
    expect(bench.asked).toBe(PARTITIONS);
  });
});

describe('kill -9 of a process with lanes', () => {
  let build: Build;
  beforeAll(async () => void (build = await buildServices()));
  afterAll(() => build.remove());

  interface Line {
    readonly lane: string;
    readonly place: Checkpoint;
    readonly ids: readonly string[];
  }
  /** What a process has kept: whole lines alone. */
  const kept = ({ printed }: ServiceProcess): Line[] =>
    printed
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line): Line => JSON.parse(line));
  const idsIn = (lines: readonly Line[]): string[] => lines.flatMap(({ ids }) => ids);
  const open = (places: Readonly<Record<string, Checkpoint>> = {}): ServiceProcess =>
    new ServiceProcess('reader', build.program('libs/eventing/src/lanes/testing/reader'), {}, [
      ...[
        bench.settings.brokers[0] ?? '',
        bench.settings.prefix,
        'killed',
        aggregate,
        JSON.stringify(places),
      ],
    ]);

  it('loses nothing, and what was kept does not come again', async () => {
    const first = open();
    // The lanes begin at the end of the empty log.
    await until(() => first.printed.split('asked').length > PARTITIONS, 60_000);
    const writing = happen(201);
    await until(() => idsIn(kept(first)).length > 40, 60_000);
    await first.kill();
    const before = kept(first);
    await writing;
    expect(idsIn(before).length).toBeLessThan(201);
    const second = open(Object.fromEntries(before.map(({ lane, place }) => [lane, place])));
    await until(() => idsIn(before).length + idsIn(kept(second)).length >= 201, 90_000);
    await second.kill();
    const lines = [...before, ...kept(second)];
    const lanes = partitions.map((n) =>
      idsIn(lines.filter(({ lane }) => lane === `reader@${aggregate}/${n}`)),
    );
    expect(lanes).toEqual(partitions.map((n) => bench.inPartition(aggregate, n).map(({ id }) => id)));
    expect(second.printed).not.toContain('asked');
  });
});
