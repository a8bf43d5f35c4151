import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readPosition, START, type Position } from '#kernel';
import { until } from '#bus/testing/until';
import { partitionOf } from '#bus/kafka/partitioner';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { openEventStore } from '#hosting/runtime/event-store';
import { openBench, silent, type Bench } from '#hosting/testing/bench';
import { DomainTopics, type WriteMoments } from '#hosting/testing/domain-topics';
import { LONG_MS, OWN, startRelays, Streams, type RelayProcess } from '#hosting/testing/relay';
import type { RelayProcessOptions } from '#hosting/testing/relay';
import { positionOf } from '../feed/place.js';
import { findCheckpoint } from '../projections/checkpoints.js';
import { Lease } from '../publisher/lease.js';
import { OldestUnrelayed } from './oldest-unrelayed.js';
import { beginShard, findRelayed } from './shards.js';

let bench: Bench;
let topics: DomainTopics;
let streams: Streams;
const running: RelayProcess[] = [];
const sleepers: (() => void)[] = [];

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());
beforeEach(async () => {
  await bench.pool.query('TRUNCATE event_store.events, platform.checkpoints, platform.leases');
  topics = new DomainTopics();
  streams = new Streams(bench.store);
});
afterEach(async () => {
  for (const wakeUp of sleepers.splice(0)) wakeUp();
  await Promise.all(running.splice(0).map(({ hub }) => hub.stop()));
});

type Options = Omit<RelayProcessOptions, 'bench' | 'topics'>;
async function start(options: Options = {}): Promise<RelayProcess> {
  const process = await startRelays({ bench, topics, ...options });
  running.push(process);
  return process;
}
const stop = async (process: RelayProcess): Promise<void> => {
  running.splice(running.indexOf(process), 1);
  await process.hub.stop();
};
/** A reader gets all of the service's events, and each message names the event before it. */
const expectAllRead = async (): Promise<void> => {
  const own = await streams.own();
  expect(await topics.read()).toEqual(own);
  expect(topics.misnamed(own)).toEqual([]);
};
/** All of the service's events are relayed, by the checkpoints of the processes. */
const allRelayed = async (): Promise<void> => {
  const newest = [...(await streams.own()).values()].flat().reduce<Position>((max, { position }) => {
    return position > max ? position : max;
  }, START);
  await until(async () => ((await findRelayed(bench.pool, 'invoicing')) ?? START) >= newest);
};
const place = async (name: string): Promise<Position> => positionOf(await findCheckpoint(bench.pool, name));
const ids = (): string[] =>
  [...topics.logs.values()].flat().map(({ message }) => message.headers['timbra-id'] ?? '');

describe('a relay', () => {
  it('writes the service’s events, stored before its start and later, once each and in order', async () => {
    await streams.append(60);
    await start();
    await allRelayed();
    await streams.append(60);
    await allRelayed();
    await expectAllRead();
    expect(topics.written).toBe(await streams.countOwn());
  });

  it('writes each stream to its partition, and every partition in the order of positions', async () => {
    await streams.append(120);
    await start({ shards: 3 });
    await allRelayed();
    expect(topics.logs.size).toBeGreaterThan(4);
    for (const [name, log] of topics.logs) {
      for (const { message } of log) {
        const aggregate = message.key.split('-')[0];
        expect(name).toBe(`${aggregate}/${partitionOf(message.key, 6)}`);
      }
      const positions = log.map(({ message }) => Number(message.headers['timbra-position']));
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    }
    await expectAllRead();
  });

  it.each(['nothing', 'part', 'all'] as const)(
    'writes again where a request failed of which %s was stored, and loses nothing',
    async (failure) => {
      await streams.append(60);
      topics.failures = [failure, failure, failure];
      const { hub } = await start();
      await until(() => hub.status()[0]?.lastError === 'the broker is away');
      expect(await place('relay.invoicing.0of1')).toBe(0n);
      await allRelayed();
      await until(() => hub.status()[0]?.failures === 0);
      await expectAllRead();
      const again = topics.written - (await streams.countOwn());
      expect(again).toBe({ nothing: 0, part: again, all: 3 * (await streams.countOwn()) }[failure]);
    },
  );

  it('moves its checkpoint past the events of others too', async () => {
    await streams.append(10);
    await start();
    await allRelayed();
    const before = await place('relay.invoicing.0of1');
    await until(async () => {
      await streams.appendTo('customer-1');
      return (await place('relay.invoicing.0of1')) > before;
    });
    await expectAllRead();
  });

  it('waits for a broker that is away, with growing pauses, and says little', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    await streams.append(30);
    topics.failures = Array.from({ length: 5 }, () => 'nothing' as const);
    const attempts: number[] = [];
    const beforeWrite = async (): Promise<void> => void attempts.push(Date.now());
    await start({ log, moments: { beforeWrite } });
    await allRelayed();
    const pauses = attempts.slice(1, 6).map((at, n) => at - (attempts[n] ?? 0));
    for (const [n, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(95 * 2 ** n);
    // After one failure, two and four.
    expect(lines.filter((line) => line.includes('feed consumer failed'))).toHaveLength(3);
    expect(lines).toHaveLength(3);
  });

  it('tells how old the oldest event is that is not relayed; those of others do not count', async () => {
    const oldest = new OldestUnrelayed({
      ...{ pool: bench.pool, store: bench.store, service: 'invoicing', streams: OWN },
    });
    expect(await oldest.ageMs()).toBe(0);
    await streams.appendTo('customer-1');
    expect(await oldest.ageMs()).toBe(0);
    await streams.appendTo('invoice-1');
    const first = await oldest.ageMs();
    await streams.append(30);
    await until(async () => (await oldest.ageMs()) > first + 50);
    topics.failures = ['nothing'];
    await start({ shards: 2 });
    await allRelayed();
    expect(await oldest.ageMs()).toBe(0);
    await bench.pool.query(`DELETE FROM platform.checkpoints WHERE name LIKE 'relay.%'`);
    expect(await oldest.ageMs()).toBeGreaterThan(first);
  });
});

describe('two processes with the same shards', () => {
  it('are one that writes each and one that stands by, which no failure is', async () => {
    const [one, two] = [await start({ shards: 2 }), await start({ shards: 2 })];
    await streams.append(80);
    await allRelayed();
    await streams.append(80);
    await allRelayed();
    for (const index of [0, 1])
      expect([one, two].filter(({ relays }) => relays[index]?.active)).toHaveLength(1);
    expect(topics.written).toBe(await streams.countOwn());
    expect([...one.hub.status(), ...two.hub.status()].map(({ failures }) => failures)).toEqual([0, 0, 0, 0]);
  });

  it('take over from each other, one after the other, and write nothing twice', async () => {
    let current = await start();
    for (let round = 0; round < 3; round += 1) {
      await streams.append(20);
      const next = await start();
      const appending = streams.append(20);
      await stop(current);
      await appending;
      await allRelayed();
      current = next;
    }
    await expectAllRead();
    expect(topics.written).toBe(await streams.countOwn());
  });

  it('take over where one has no broker that answers', async () => {
    await streams.append(20);
    let failing = true;
    const beforeWrite = async (): Promise<void> => {
      if (failing) throw new Error('no broker from here');
    };
    const failed = await start({ moments: { beforeWrite } });
    await until(() => (failed.hub.status()[0]?.failures ?? 0) > 0);
    await start();
    await allRelayed();
    failing = false;
    await expectAllRead();
  });
});

describe('a process that sleeps', () => {
  const SHORT_MS = 400;

  /** Falls asleep at a moment of its request number `nth`, and does not renew its lease any more. */
  function sleepAt(moment: keyof WriteMoments, nth = 1, options: Options = {}) {
    let seen = 0;
    let isAsleep = false;
    let wake = (): void => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let sleeper: RelayProcess | undefined;
    const fallAsleep = async (): Promise<void> => {
      seen += 1;
      if (seen !== nth) return;
      await until(() => sleeper !== undefined);
      sleeper?.pause();
      isAsleep = true;
      await asleep;
    };
    const wakeUp = (): void => {
      sleeper?.wake();
      wake();
    };
    sleepers.push(wakeUp);
    return {
      start: async () =>
        (sleeper = await start({ moments: { [moment]: fallAsleep }, leaseMs: SHORT_MS, ...options })),
      hasFallenAsleep: () => until(() => isAsleep),
      wakeUp,
    };
  }

  it('between the write and its checkpoint, for ever: another writes all of it again, and readers see it once', async () => {
    const { start: startSleeper, hasFallenAsleep } = sleepAt('afterWrite');
    await streams.append(30);
    await startSleeper();
    await hasFallenAsleep();
    const own = await streams.countOwn();
    expect([topics.written, await place('relay.invoicing.0of1')]).toEqual([own, 0n]);
    await start();
    await allRelayed();
    expect(topics.written).toBe(2 * own);
    await expectAllRead();
  });

  it('in the midst of its requests, past its lease: woken, it writes old ones again and moves no checkpoint', async () => {
    // Its clock stands still with it, as in a machine that is frozen: it believes that it holds the lease.
    const frozen = { requestMessages: 5, nowMs: () => 0 };
    const { start: startSleeper, hasFallenAsleep, wakeUp } = sleepAt('beforeWrite', 2, frozen);
    await streams.append(60);
    const sleeper = await startSleeper();
    await hasFallenAsleep();
    expect(topics.written).toBe(5);
    const heir = await start();
    await allRelayed();
    await streams.append(60);
    await allRelayed();
    const own = await streams.countOwn();
    const relayed = await place('relay.invoicing.0of1');
    expect(topics.written).toBe(own + 5);
    wakeUp();
    // The other 45 of the first 50.
    await until(() => !sleeper.relays[0]?.active);
    expect(topics.written).toBe(own + 50);
    expect(await place('relay.invoicing.0of1')).toBe(relayed);
    expect(heir.relays[0]?.active).toBe(true);
    expect(sleeper.hub.status()[0]?.failures).toBe(0);
    await expectAllRead();
  });

  it('and knows at its waking that the lease is over: it sends no further request', async () => {
    const { start: startSleeper, hasFallenAsleep, wakeUp } = sleepAt('afterWrite', 1, { requestMessages: 5 });
    await streams.append(60);
    const sleeper = await startSleeper();
    await hasFallenAsleep();
    const heir = new Lease({
      pool: bench.pool,
      name: 'relay.invoicing.0of1',
      lengthMs: LONG_MS,
      log: silent,
    });
    await until(async () => (await heir.take()) !== undefined);
    wakeUp();
    await until(() => !sleeper.relays[0]?.active);
    await stop(sleeper);
    expect([topics.requests, topics.written]).toEqual([1, 5]);
    expect(await place('relay.invoicing.0of1')).toBe(0n);
    await heir.release();
    await start();
    await allRelayed();
    await expectAllRead();
  });
});

describe('another number of shards', () => {
  it('begins where the former ones have all come to: 3, 2, then 5, with events in between', async () => {
    for (const shards of [3, 2, 5]) {
      await streams.append(40);
      const process = await start({ shards });
      await allRelayed();
      await streams.append(20);
      await stop(process);
    }
    await start({ shards: 1 });
    await allRelayed();
    await expectAllRead();
    // The shards that were stopped had not all come as far: what one of them had is written again, and little else.
    expect(topics.written).toBeLessThan(2 * (await streams.countOwn()));
  });

  it('begins at the lowest of the former ones: what another of them has not written comes first', async () => {
    const held = new Lease({
      pool: bench.pool,
      name: 'relay.invoicing.1of3',
      lengthMs: LONG_MS,
      log: silent,
    });
    await held.take();
    await streams.append(60);
    const former = await start({ shards: 3 });
    await until(async () => (await place('relay.invoicing.0of3')) > START);
    await until(async () => (await place('relay.invoicing.2of3')) > START);
    await stop(former);
    expect([await place('relay.invoicing.1of3'), await findRelayed(bench.pool, 'invoicing')]).toEqual([
      0n,
      0n,
    ]);
    await start({ shards: 2 });
    await allRelayed();
    await expectAllRead();
    await held.release();
  });

  it('may run beside the former one, as while a new release is rolled out', async () => {
    await streams.append(40);
    await start({ shards: 3, requestMessages: 4 });
    await start({ shards: 2, requestMessages: 4 });
    await streams.append(80);
    await allRelayed();
    await streams.append(40);
    await allRelayed();
    await expectAllRead();
  });

  it('of former times goes on where the others are by now, and writes nothing again', async () => {
    await streams.append(30);
    await stop(await start({ shards: 3 }));
    const between = await start({ shards: 2 });
    await streams.append(60);
    await allRelayed();
    await stop(between);
    const [written, before] = [topics.written, await streams.countOwn()];
    const relayed = await findRelayed(bench.pool, 'invoicing');
    expect((await place('relay.invoicing.0of3')) < (relayed ?? START)).toBe(true);
    const again = await start({ shards: 3 });
    await until(() => again.relays.every(({ active }) => active));
    for (const { name } of again.relays) await until(async () => (await place(name)) >= (relayed ?? START));
    await streams.append(10);
    await allRelayed();
    await expectAllRead();
    expect(topics.written).toBe(written + (await streams.countOwn()) - before);
    expect(new Set(ids()).size).toBe(await streams.countOwn());
  });

  it('that did not all begin says nothing of how far events are relayed', async () => {
    await streams.append(20);
    await bench.pool.query(`INSERT INTO platform.checkpoints (name, position)
      VALUES ('relay.invoicing.0of4', 1000000), ('relay.invoicing-2.0of1', 1000000), ('relay.invoicing.x', 1000000)`);
    await start({ shards: 2 });
    await allRelayed();
    await expectAllRead();
    expect(topics.written).toBe(await streams.countOwn());
  });
});

describe('the event before each', () => {
  const SHARD = 'relay.invoicing.0of1';
  const restart = async (change: string): Promise<void> => {
    await streams.append(60);
    const process = await start();
    await allRelayed();
    await stop(process);
    await bench.pool.query(change);
  };

  it.each([
    [
      'its tails lag behind',
      `UPDATE platform.checkpoints SET notes = json_build_object(
       'noted', '0', 'partitions', notes->'partitions', 'last', json_build_object())`,
    ],
    ['the release before has kept no tails', 'UPDATE platform.checkpoints SET notes = NULL'],
  ])('is looked for in the store where %s, and nothing is written again', async (_, change) => {
    await restart(change);
    await streams.append(30);
    await start();
    await allRelayed();
    await expectAllRead();
    expect(topics.written).toBe(await streams.countOwn());
  });

  it('is right where the release before has relayed some in between', async () => {
    await restart('SELECT');
    await streams.append(30);
    await bench.pool.query(
      'UPDATE platform.checkpoints SET position = (SELECT max(position) FROM event_store.events)',
    );
    const written = topics.written;
    await streams.append(40);
    await start();
    await allRelayed();
    expect(topics.written).toBeGreaterThan(written);
    expect(topics.misnamed(await streams.own())).toEqual([]);
  });

  it('is right where somebody has taken the checkpoint back: it is written again from there', async () => {
    await restart('UPDATE platform.checkpoints SET position = position / 2');
    const [written, from] = [topics.written, await place(SHARD)];
    await start();
    await allRelayed();
    await expectAllRead();
    const again = [...(await streams.own()).values()].flat().filter(({ position }) => position > from);
    expect(topics.written - written).toBe(again.length);
  });

  it('is right where the topics were made again with another number of partitions', async () => {
    await restart('SELECT');
    topics = new DomainTopics(8);
    await streams.append(40);
    await start();
    await allRelayed();
    expect(topics.written).toBeGreaterThan(20);
    expect(topics.misnamed(await streams.own())).toEqual([]);
  });

  it('is known to another number of shards from the start, without a look at what was before', async () => {
    await streams.append(60);
    const process = await start({ shards: 3 });
    await allRelayed();
    // Within half a second of the last one.
    const head = await bench.store.head();
    await until(async () => {
      await streams.appendTo('customer-1');
      const { rows } = await bench.pool.query<{ noted: string }>(
        `SELECT notes->>'noted' AS noted FROM platform.checkpoints`,
      );
      return rows.every(({ noted }) => readPosition(noted) >= head);
    });
    await stop(process);
    await beginShard(bench.pool, { service: 'invoicing', index: 0, of: 2 }, undefined);
    const { rows } = await bench.pool.query<{ noted: string }>(
      `SELECT notes->>'noted' AS noted FROM platform.checkpoints WHERE name LIKE '%of2'`,
    );
    expect(rows.map(({ noted }) => readPosition(noted) >= head)).toEqual([true, true]);
    const { written } = topics;
    await streams.append(60);
    await start({ shards: 2 });
    await allRelayed();
    await expectAllRead();
    expect(topics.written).toBe(await streams.countOwn());
    expect(topics.written).toBeGreaterThan(written);
  });

  it('is found in EventStoreDB as well', async () => {
    const double = await EventStoreDbDouble.start();
    const choice = { kind: 'eventstoredb', url: double.url, prefix: 'timbra' } as const;
    const { store } = await openEventStore(choice, { rows: bench.pool, events: bench.pool });
    try {
      streams = new Streams(store);
      await streams.append(60);
      const process = await start({ shards: 2, store });
      await allRelayed();
      await stop(process);
      await bench.pool.query(
        `UPDATE platform.checkpoints SET notes = NULL WHERE name = 'relay.invoicing.1of2'`,
      );
      await streams.append(30);
      const heir = await start({ shards: 3, store });
      await allRelayed();
      await expectAllRead();
      expect(topics.written).toBe(await streams.countOwn());
      await stop(heir);
    } finally {
      await store.close();
      await double.stop();
    }
  });
});
