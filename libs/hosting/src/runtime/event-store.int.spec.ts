import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { StartupError } from '../postgres/startup-error.js';
import { rebuildCommand } from '../rebuild/rebuild-command.js';
import { compareWithFold, FeedHub, ProjectionRunner } from '#eventing';
import { until } from '#bus/testing/until';
import { event, metadata, openBench, silent, type Bench } from '../testing/bench.js';
import { createTallies, digest, tallies, tally } from '../testing/tallies.js';
import { openEventStore } from './event-store.js';

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
