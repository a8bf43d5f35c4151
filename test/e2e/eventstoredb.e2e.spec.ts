import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import { allServices } from '#apps/standalone/src/services';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { compareWithFold } from '#eventing';
import { readiness, rebuildCommand } from '#hosting';
import { createPool } from '#hosting/postgres/pool';
import { until } from '#bus/testing/until';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { invoice, line } from '../support/bodies.js';
import { caughtUp } from '../support/commands.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

/** The service with its aggregates in EventStoreDB: the double of it, whose connection the stories break. */

let double: EventStoreDbDouble;
let database: TestDatabase;
let app: TestApp;
const start = (): Promise<TestApp> =>
  startApp({
    DATABASE_URL: database.url,
    TIMBRA_EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: double.url,
    EVENTSTOREDB_PREFIX: 'timbra',
  });
beforeAll(async () => {
  double = await EventStoreDbDouble.start();
  database = await freshDatabase();
  app = await start();
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await double.stop();
});

/** `npm run rebuild`, beside the running service. */
const rebuild = (): Promise<void> =>
  rebuildCommand({
    databaseUrl: database.url,
    eventStore: app.runtime.config.eventStore,
    services: allServices,
    names: [],
    output: { isTTY: false, write: () => true },
  });
/** An invoice is stamped, its maker reads it at once, and nothing fails. */
const works = async (): Promise<void> => {
  const made = await app.post('/invoices', invoice());
  expect(made).toMatchObject({ status: 'valid' });
  expect(await app.get(`/invoices/${made.id}`)).toMatchObject({ status: 'valid', uuid: made.uuid });
  await until(async () => (await readiness(app.runtime)).checks.feed.failing.length === 0);
  expect(await readiness(app.runtime)).toMatchObject({ ready: true });
};

const eventsOf = (id: string): string[] => double.log.stream(`timbra.invoice-${id}`).map(({ type }) => type);

describe('on EventStoreDB', () => {
  it('an invoice is stamped, read and canceled; its events are there and nowhere else', async () => {
    const made = await app.post('/invoices', invoice());
    expect(made).toMatchObject({ status: 'valid' });
    await app.del(`/invoices/${made.id}?motive=02`);
    expect(await app.get(`/invoices/${made.id}`)).toMatchObject({ status: 'canceled', uuid: made.uuid });
    expect(eventsOf(made.id as string).slice(0, 2)).toEqual(['InvoiceIssued', 'InvoiceStamped']);
    const { rows } = await app.runtime.pool.query('SELECT 1 FROM event_store.events LIMIT 1');
    expect(rows).toEqual([]);
  });

  it('an invoice of 5000 items is stamped, and its event fits the server', async () => {
    const items = Array.from({ length: 5_000 }, (_, n) =>
      line({ description: `Refacción ${n} ${'x'.repeat(400)}`, price: 10 + n }),
    );
    const made = await app.post('/invoices', invoice({ items, async: false }));
    const found = await app.get(`/invoices/${made.id}`);
    expect(found.items).toHaveLength(5_000);
    expect(found.items[4_999].product.description).toBe(items[4_999]?.product.description);
    expect(eventsOf(made.id as string)[0]).toBe('InvoiceIssued');
  });

  it('every invoice is made once while the connection breaks again and again', async () => {
    const before = double.log.all.length;
    // Again only when something was stored since: where the machine is slow nothing else would come of it.
    let stored = before;
    const cutting = setInterval(() => {
      if (double.log.all.length === stored) return;
      stored = double.log.all.length;
      double.wire.cut();
    }, 100);
    const folios = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        app.post('/invoices', invoice({ external_id: `cut-${n}`, idempotency_key: `cut-${n}` })),
      ),
    ).finally(() => clearInterval(cutting));
    expect(new Set(folios.map(({ folio_number }: Json) => folio_number as number)).size).toBe(40);
    expect(new Set(folios.map(({ uuid }: Json) => uuid as string)).size).toBe(40);
    const types = double.log.all
      .slice(before)
      .filter(({ stream }) => stream.startsWith('timbra.invoice-'))
      .map(({ type }) => type);
    expect(types.filter((type) => type === 'InvoiceIssued')).toHaveLength(40);
    const stamped = () => folios.every(({ id }: Json) => eventsOf(id as string).includes('InvoiceStamped'));
    await until(stamped);
    for (const { id } of folios) expect(eventsOf(id as string)).toEqual(['InvoiceIssued', 'InvoiceStamped']);
  });

  it('is not ready while the server is away, and is again when it is back, with all that was made', async () => {
    await double.wire.down();
    expect(await readiness(app.runtime, { databaseTimeoutMs: 200 })).toMatchObject({ ready: false });
    await double.wire.up();
    expect(await app.post('/invoices', invoice())).toMatchObject({ status: 'valid' });
    const { pool, store } = app.runtime;
    await caughtUp(app.runtime, invoicesProjection.name);
    expect(await compareWithFold({ pool, store, projection: invoicesProjection })).toEqual([]);
    expect(await readiness(app.runtime)).toMatchObject({ ready: true });
  });

  it('makes invoices as before after all read models were rebuilt, with nothing to do or under load', async () => {
    for (const { name } of allServices.flatMap(({ projections }) => projections))
      await caughtUp(app.runtime, name);
    await rebuild();
    await works();
    let isRebuilt = false;
    const made: Json[] = [];
    const making = (async () => {
      while (!isRebuilt) made.push(await app.post('/invoices', invoice()));
    })();
    await rebuild().finally(() => (isRebuilt = true));
    await making;
    for (const { id, uuid } of made)
      expect(await app.get(`/invoices/${id}`)).toMatchObject({ status: 'valid', uuid });
    await works();
    const { pool, store } = app.runtime;
    await caughtUp(app.runtime, invoicesProjection.name);
    expect(await compareWithFold({ pool, store, projection: invoicesProjection })).toEqual([]);
  }, 300_000);

  it('heals at its start what a rebuild of the release before has broken', async () => {
    await app.close();
    const pool = createPool(database.url, { applicationName: 'test', max: 1 });
    await pool.query(
      'UPDATE platform.checkpoints SET position = position - 1 WHERE name = ANY($1) AND position > 0',
      [allServices.flatMap(({ projections }) => projections.map(({ name }) => name))],
    );
    await pool.end();
    app = await start();
    await works();
  });
});
