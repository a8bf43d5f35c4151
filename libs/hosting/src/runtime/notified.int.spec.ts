import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import type { ReadModel } from '#contracts';
import { PostgresEventStore } from '#event-store';
import { FeedHub, ProjectionRunner, ProjectionWatch } from '#eventing';
import { until } from '#bus/testing/until';
import { event, metadata, openBench, silent, type Bench } from '../testing/bench.js';
import { createTallies, tallies, tally } from '../testing/tallies.js';
import { DatabaseNotifications } from '../postgres/notifications.js';

const ENDED = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'timbra-listener'`;
const model = {
  projection: tallies().name,
  table: 'public.tallies',
  stream: 'tally-',
} as const satisfies ReadModel;

/** Longer than any test: nobody looks by itself, so what is seen was told. */
const NEVER_MS = 3_600_000;

/** Processes that share a database, each made of the parts that a runtime wires. */
describe('processes that share a database', () => {
  let bench: Bench;
  const open: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    bench = await openBench();
  });
  beforeEach(() => createTallies(bench.pool));
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
    await bench.pool.query(
      'DROP TABLE tallies; DELETE FROM platform.checkpoints; DELETE FROM event_store.events; DELETE FROM platform.removed_rows',
    );
  });
  afterAll(() => bench.dispose());

  interface Process {
    readonly store: PostgresEventStore;
    readonly watch: ProjectionWatch;
  }

  /** @param follows whether it runs the projection: then as a gateway does, with others that run it too */
  async function start(instance: string, { follows }: { readonly follows: boolean }): Promise<Process> {
    const { pool } = bench.another();
    const listener = new DatabaseNotifications({ databaseUrl: bench.url, pool, log: silent, pauseMs: 5 });
    const store = new PostgresEventStore(pool, undefined, listener);
    const self = { service: 'tallies', instance };
    const watch = new ProjectionWatch(pool, { notifications: listener, self, pollMs: NEVER_MS });
    let hears = false;
    listener.on('begins', () => (hears = true));
    const hub = new FeedHub({ store, log: silent, isTold: () => listener.arrive, toldPollMs: NEVER_MS });
    const projection = tallies();
    if (follows) {
      watch.hosts(projection.name);
      hub.follow(
        new ProjectionRunner({
          ...{ pool, projection, tellsAs: self },
          onStarted: () => watch.noteStart(projection.name),
          onAdvanced: (_place, changes) => watch.noteAdvance(projection.name, changes),
        }),
      );
    }
    listener.start();
    await hub.start();
    open.push({
      stop: async () => {
        await hub.stop();
        await listener.close();
        await store.close();
      },
    });
    await until(() => hears);
    return { store, watch };
  }
  const place = (id: string, revision: number) => ({ stream: `tally-${id}`, revision });

  it('show one process what another projects of what a third appends', async () => {
    const writer = await start('writer', { follows: false });
    await start('projects', { follows: true });
    const waits = await start('waits', { follows: false });
    const id = newId();
    const seen = waits.watch.reached(model, place(id, 2), 60_000);
    await tally(writer.store, 3, id);
    expect(await seen).toBe(true);
  });

  it('answer a caller at the gateway that stands by, whichever of two projects', async () => {
    const gateways = [await start('one', { follows: true }), await start('two', { follows: true })];
    for (let n = 0; n < 10; n += 1) {
      const id = newId();
      const seen = gateways.map(({ watch }) => watch.reached(model, place(id, 1), 60_000));
      await tally(gateways[n % 2]!.store, 2, id);
      expect(await Promise.all(seen)).toEqual([true, true]);
    }
  });

  it('find what was told while a connection that listens was lost', async () => {
    const writer = await start('writer', { follows: false });
    await start('projects', { follows: true });
    const waits = await start('waits', { follows: false });
    for (let n = 0; n < 5; n += 1) {
      const id = await tally(writer.store, 1);
      const seen = waits.watch.reached(model, place(id, 1), 60_000);
      await bench.pool.query(ENDED);
      await writer.store.append(`tally-${id}`, 0, [event('Removed')], metadata);
      expect(await seen).toBe(true);
    }
  });
});
