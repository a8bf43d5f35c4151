import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { StartupError } from '../postgres/startup-error.js';
import { rebuildCommand } from '../rebuild/rebuild-command.js';
import { START, writePosition } from '#kernel';
import type { EventStore } from '#event-store';
import {
  compareWithFold,
  FeedHub,
  findCheckpoint,
  healCheckpoints,
  positionOf,
  ProjectionRunner,
} from '#eventing';
import { readCheckpoint, rebuildProjection } from '#eventing';
import { until } from '#bus/testing/until';
import { event, metadata, openBench, silent, type Bench } from '../testing/bench.js';
import { createTallies, digest, tallies, tally } from '../testing/tallies.js';
import { findPlaces, openEventStore } from './event-store.js';

describe('openEventStore', () => {
  let bench: Bench;
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    bench = await openBench();
    double = await EventStoreDbDouble.start();
    await createTallies(bench.pool);
  });
  afterAll(async () => {
    await bench.dispose();
    await double.stop();
  });

  const esdb = (over: object = {}) =>
    ({ kind: 'eventstoredb', url: double.url, prefix: 'timbra', ...over }) as const;
  const open = async (choice: Parameters<typeof openEventStore>[0]) =>
    (await openEventStore(choice, { rows: bench.pool, events: bench.pool })).store;

  it('opens EventStoreDB, and keeps a database to the store that it began with', async () => {
    const store = await open(esdb());
    await store.append('tally-x', -1, [event('Removed')], metadata);
    expect(double.log.stream('timbra.tally-x')).toHaveLength(1);
    await store.close();
    await expect(open({ kind: 'postgres' })).rejects.toThrow(StartupError);
    await expect(open(esdb({ prefix: 'another' }))).rejects.toThrow('eventstoredb timbra');
    await (await open(esdb())).close();
  });

  it('follows its feed through breaks of the connection, and rebuilds to the same bytes', async () => {
    const store = await open(esdb());
    const projection = tallies();
    const hub = new FeedHub({ store, log: silent, pollMs: 20 });
    hub.follow(new ProjectionRunner({ pool: bench.pool, projection }));
    await hub.start();
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([tally(store, 5), tally(store, 3), tally(store, 1)]);
      double.wire.cut();
    }
    const head = await store.head();
    await until(() => hub.status()[0]?.position === head);
    await hub.stop();
    expect(await compareWithFold({ pool: bench.pool, store, projection })).toEqual([]);
    await store.close();

    const rows = await digest(bench.pool);
    const service = { name: 'tallies', migrations: [], projections: [projection], processes: [] };
    const output = { isTTY: false, write: () => true };
    await rebuildCommand({
      databaseUrl: bench.url,
      eventStore: esdb(),
      services: [service],
      names: [],
      output,
    });
    expect(rows).toMatch(/^24:/);
    expect(await digest(bench.pool)).toBe(rows);
  });

  /** Follows the store until the read model shows all there is. */
  const caughtUp = async (store: EventStore, hub: FeedHub): Promise<void> => {
    const head = await store.head();
    await until(() => hub.status().every(({ position, failures }) => position === head && failures === 0));
    expect(await compareWithFold({ pool: bench.pool, store, projection: tallies() })).toEqual([]);
  };
  const following = async (store: EventStore): Promise<FeedHub> => {
    const hub = new FeedHub({ store, log: silent, pollMs: 20 });
    hub.follow(new ProjectionRunner({ pool: bench.pool, projection: tallies() }));
    await hub.start();
    return hub;
  };

  it('continues a read model that was rebuilt, whether it was up to date or events came meanwhile', async () => {
    const store = await open(esdb());
    const hub = await following(store);
    const id = await tally(store, 3);
    await caughtUp(store, hub);
    const rebuild = () => rebuildProjection({ pool: bench.pool, store, projection: tallies() });
    await rebuild();
    await tally(store, 1, id);
    await caughtUp(store, hub);

    let isRebuilt = false;
    const writing = (async () => {
      while (!isRebuilt) await tally(store, 1, id);
    })();
    await rebuild().finally(() => (isRebuilt = true));
    await writing;
    await tally(store, 1, id);
    await caughtUp(store, hub);
    await hub.stop();
    await store.close();
  });

  describe('a checkpoint that is no place in the store', () => {
    let store: EventStore;
    const lines: { readonly level: string; readonly fields: unknown }[] = [];
    const log = {
      warn: (fields: unknown) => void lines.push({ level: 'warn', fields }),
    } as unknown as Logger;
    beforeEach(async () => {
      lines.length = 0;
      store = await open(esdb());
      await tally(store, 2);
      const hub = await following(store);
      await caughtUp(store, hub);
      await hub.stop();
    });
    afterEach(() => store.close());
    const kept = async (name = 'tallies') => positionOf(await findCheckpoint(bench.pool, name));
    const put = (how: string) =>
      bench.pool.query(`UPDATE platform.checkpoints SET position = ${how} WHERE name = 'tallies'`);

    it('fails its consumer until a start heals it, as the rebuild of the release before left it', async () => {
      const meant = await kept();
      await put('position - 1');
      // Another process has not seen the events come: it asks the server.
      await store.close();
      store = await open(esdb());
      const stuck = await following(store);
      await until(() => (stuck.status()[0]?.failures ?? 0) > 1);
      expect(stuck.status()[0]?.lastError).toContain('InvalidPosition');
      await stuck.stop();

      await healCheckpoints(bench.pool, store, log);
      expect(await kept()).toBe(meant);
      const [from, to] = [String(BigInt(writePosition(meant)) - 1n), writePosition(meant)];
      expect(lines).toEqual([{ level: 'warn', fields: { consumers: ['tallies'], from, to } }]);
      const hub = await following(store);
      await tally(store, 2);
      await caughtUp(store, hub);
      await hub.stop();
    });

    it('is healed to the nearest place before it where it is no such one', async () => {
      const [first] = await store.readFeed(START, 1);
      await readCheckpoint(bench.pool, 'another', { position: first!.position });
      await put('position - 2');
      await healCheckpoints(bench.pool, store, log);
      expect(await kept()).toBe(first!.position);
      await bench.pool.query(`DELETE FROM platform.checkpoints WHERE name = 'another'`);
      await put('position + 1');
      await healCheckpoints(bench.pool, store, log);
      expect(await kept()).toBe(START);
    });

    it('stays, and ends the start, beyond the newest event: the store was restored from an older backup', async () => {
      await put('position + 1000000');
      const beyond = await kept();
      const starting = findPlaces(bench.pool, store, log);
      await expect(starting).rejects.toThrow(StartupError);
      await expect(starting).rejects.toThrow('Restore both from the same moment');
      expect(await kept()).toBe(beyond);
      await put('0');
    });

    it('does not happen to those that the store gave', async () => {
      await healCheckpoints(bench.pool, store, log);
      expect(lines).toEqual([]);
    });
  });

  it('ends the start with a sentence, without the password, if no server answers', async () => {
    const stopped = await EventStoreDbDouble.start();
    await stopped.stop();
    const url = `esdb://u:s3cret@127.0.0.1:${stopped.wire.port}`;
    const opening = open(esdb({ url, retryMs: 200 }));
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow(/EVENTSTOREDB_URL does not answer/);
    await expect(opening).rejects.not.toThrow(/s3cret/);
  });

  it.each([
    ['read-all', 'may not read $all'],
    ['read:timbra.', 'may not read streams that begin with "timbra."'],
    ['append:timbra.', 'may not append to streams that begin with "timbra."'],
    ['append:timbra:content-', 'may not append to streams that begin with "timbra:content-"'],
  ] as const)('ends the start with the right that the user lacks: %s', async (denial, sentence) => {
    const stored = double.log.all.length;
    double.denied.add(denial);
    const opening = open(esdb());
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow(`The user of EVENTSTOREDB_URL ${sentence}: deploy/eventstoredb`);
    double.denied.clear();
    await (await open(esdb())).close();
    expect(double.log.all).toHaveLength(stored);
  });

  it('continues the search of the log where the process before it had come to', async () => {
    const before = await open(esdb());
    await tally(before, 1);
    await before.head();
    for (let n = 0; n < 5_000; n += 1) double.log.noise('of-others');
    await before.readFeed(await before.head(), 1);
    await until(async () => {
      const { rows } = await bench.pool.query<{ looked: string }>(
        'SELECT looked FROM platform.searched_logs',
      );
      return (double.log.placeOf(BigInt(rows[0]?.looked ?? 0)) ?? 0) > 4_000;
    });
    await before.close();
    double.search.passed = 0;
    const after = await open(esdb());
    await after.head();
    expect(double.search.passed).toBeLessThan(2_000);
    await after.close();
  });

  it('takes a database that has followed its own events for one of PostgreSQL', async () => {
    const old = await openBench();
    await old.pool.query(`INSERT INTO platform.checkpoints (name, position) VALUES ('invoices', 7)`);
    const pools = { rows: old.pool, events: old.pool };
    await expect(openEventStore(esdb(), pools)).rejects.toThrow('belongs to the event store "postgres"');
    await (await openEventStore({ kind: 'postgres' }, pools)).store.close();
    await old.dispose();
  });
});
