import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import { moveStores } from '#apps/standalone/src/store-move';
import { readStoreMove } from '#apps/standalone/src/store-move-command';
import { COLLECTOR } from '#apps/webhooks/src/events/collector-options';
import { until } from '#bus/testing/until';
import { compareWithFold } from '#eventing';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { createPool, migrate, migrationsOf, startEmbeddedPostgres } from '#hosting';
import { withClient } from '#hosting/moving/client';
import { migrateSandboxPac } from '#pac';
import { allServices } from '#apps/standalone/src/services';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { useForAWhile } from '../installations/story.js';
import { eventsAt } from '../support/webhook-receivers.js';
import { answers, startReceiver, type Receiver } from '../receivers/index.js';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { invoice } from '../support/bodies.js';
import { caughtUp } from '../support/commands.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { isElsewhere } from '../support/elsewhere.js';

/**
 * An installation that was used for a while goes to another database, its events to EventStoreDB (the double of it), and
 * back. After each move its API answers what it answered before, and it continues: the next folio, the next webhook.
 */

/** Each start is on a port of its own. */
const LINKS = { TIMBRA_PUBLIC_URL: 'https://timbra.example' };
const TOLD = ['customer.created', 'invoice.created', 'invoice.status_updated'];

// The story says itself where events are.
const sometimes = isElsewhere ? describe.skip : describe;

sometimes('an installation on the move', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  let double: EventStoreDbDouble;
  let receiver: Receiver;
  let seen: Json;
  let shown: Json;
  let folio: number;
  let app: TestApp;
  beforeAll(async () => {
    [first, second, double, receiver] = await Promise.all([
      freshDatabase(),
      freshDatabase(),
      EventStoreDbDouble.start(),
      startReceiver({ behave: answers(200) }),
    ]);
    app = await startApp({ DATABASE_URL: first.url, ...LINKS });
    seen = await useForAWhile(app);
    await app.post('/webhooks', { url: receiver.url, enabled_events: TOLD }, { key: seen.testKey });
    await app.post('/invoices', invoice({ series: 'OLD' }), { key: seen.testKey });
    await settled();
    shown = await look();
    folio = shown.invoices.find(({ series }: Json) => series === 'OLD').folio_number;
    await app.close();
  });
  afterAll(async () => {
    await Promise.all([first.drop(), second.drop(), double.stop(), receiver.close()]);
  });

  const inEventStoreDb = () => ({
    ...{ TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_PREFIX: 'timbra', EVENTSTOREDB_URL: double.url },
  });
  const said: string[] = [];
  const move = (databaseUrl: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    moveStores(
      { databaseUrl, ownDatabases: new Map(), dataDir: '/nowhere' },
      readStoreMove(args, env),
      (line) => said.push(line),
    );

  /** Nothing is on its way any more: each told event has been delivered. */
  async function settled(): Promise<void> {
    await caughtUp(app.runtime, invoicesProjection.name);
    await caughtUp(app.runtime, COLLECTOR);
    await until(async () => (await app.runtime.pool.query('SELECT FROM webhooks.deliveries')).rowCount === 0);
  }

  /** What an integrator sees. */
  async function look(): Promise<Json> {
    const api = { key: seen.testKey as string };
    const { data: invoices } = await app.get('/invoices?limit=100', api);
    const of = (path: (id: string) => string): Promise<Json[]> =>
      Promise.all(invoices.map(({ id }: Json) => app.get(path(id as string), api)));
    return {
      invoices,
      each: await of((id) => `/invoices/${id}`),
      histories: await of((id) => `/invoices/${id}/history`),
      xml: await Promise.all(
        invoices
          .filter(({ status }: Json) => status !== 'draft')
          .map(({ id }: Json) => app.get(`/invoices/${id}/xml`, api)),
      ),
      customers: await app.get('/customers', api),
      products: await app.get('/products', api),
      webhooks: await app.get('/webhooks', api),
      events: await app.get('/events?limit=100', api),
      organization: await app.get('/organizations/me', api),
      user: await app.get(`/organizations/${seen.organization.id}`, { key: seen.user }),
    };
  }

  /** Starts it where it is now: it shows what it showed, does the next thing once, and is stopped. */
  async function continues(env: Readonly<Record<string, string>>): Promise<void> {
    app = await startApp({ ...env, ...LINKS });
    try {
      await nextThing();
    } finally {
      await app.close();
    }
  }

  async function nextThing(): Promise<void> {
    expect(await look()).toEqual(shown);
    const had = receiver.requests.length;
    const made = await app.post('/invoices', invoice({ series: 'OLD' }), { key: seen.testKey });
    expect([made.status, made.folio_number]).toEqual(['valid', (folio += 1)]);
    await settled();
    expect(receiver.requests.length).toBeGreaterThan(had);
    // Each event once, in all starts together.
    expect(eventsAt(receiver)).toBe(receiver.requests.length);
    const { pool, store } = app.runtime;
    expect(await compareWithFold({ pool, store, projection: invoicesProjection })).toEqual([]);
    shown = await look();
    expect(app.bugs()).toEqual([]);
  }

  it('continues in another database', async () => {
    await move(first.url, ['database'], { TO_DATABASE_URL: second.url });
    expect(said.at(-3)).toMatch(/^Moved \d+ tables with \d+ rows, each the same by count and hash\.$/);
    await move(first.url, ['database', '--check'], { TO_DATABASE_URL: second.url });
    await continues({ DATABASE_URL: second.url });
    await expect(move(first.url, ['database', '--check'], { TO_DATABASE_URL: second.url })).rejects.toThrow(
      'differ in',
    );
  });

  it('continues with its events in EventStoreDB, and does not start with those of before', async () => {
    await move(second.url, ['events', 'eventstoredb'], inEventStoreDb());
    await expect(startApp({ DATABASE_URL: second.url })).rejects.toThrow(
      'belongs to the event store "eventstoredb timbra"',
    );
    await continues({ DATABASE_URL: second.url, ...inEventStoreDb() });
    await move(second.url, ['events', 'eventstoredb', '--check'], inEventStoreDb());
    expect(said.at(-1)).toMatch(/^The store in use has [1-9]\d* more, the other one 0\.$/);
  });

  it('continues with its events back in PostgreSQL', async () => {
    await move(second.url, ['events', 'postgres'], inEventStoreDb());
    await continues({ DATABASE_URL: second.url });
  });

  it('is not started while a move is not finished, and can be worked on again when that is given up', async () => {
    const unreachable = { ...inEventStoreDb(), EVENTSTOREDB_PREFIX: 'other' };
    await withClient(second.url, async (client) => {
      await client.query(
        `CREATE SCHEMA timbra_move; CREATE TABLE timbra_move.mark AS SELECT 'events' AS kind, 'x' AS what`,
      );
    });
    await expect(startApp({ DATABASE_URL: second.url })).rejects.toThrow('is not finished');
    await expect(move(second.url, ['events', 'eventstoredb'], unreachable)).rejects.toThrow(
      'Another move is not finished',
    );
    await move(second.url, ['abandon'], {});
    expect(said.at(-1)).toContain('works on the event store that it had');
    await move(second.url, ['events', 'eventstoredb', '--check'], inEventStoreDb());
  });

  it('has all positions of the event store where moves look for them', async () => {
    const columns = await withClient(second.url, async (client) => {
      const { rows } = await client.query<{ name: string }>(`
        SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name FROM information_schema.columns
        WHERE column_name ~ '(position|log_offset|checkpoint)' AND table_schema NOT IN ('pg_catalog', 'information_schema')
        ORDER BY 1`);
      return rows.map(({ name }) => name);
    });
    expect(columns).toEqual([
      'event_store.events.position',
      'platform.checkpoints.log_offset',
      'platform.checkpoints.position',
    ]);
  });
});

describe('npm run store:move', () => {
  let build: Build;
  let dataDir: string;
  let target: TestDatabase;
  beforeAll(async () => {
    [build, dataDir, target] = await Promise.all([buildServices(), temporaryDataFolder(), freshDatabase()]);
    const database = await startEmbeddedPostgres({ dataDir, durable: false });
    await migrate(database.url, migrationsOf(allServices));
    await withClient(database.url, async (client) => {
      await client.query(`
        INSERT INTO platform.contents (organization_id, livemode, key, bytes)
        SELECT 'a', false, 'document ' || n, decode(repeat(md5(n::text), 100), 'hex') FROM generate_series(1, 500) AS n`);
    });
    const pool = createPool(database.url, { applicationName: 'test', max: 1 });
    await migrateSandboxPac(pool);
    await pool.end();
    await database.stop();
  });
  afterAll(async () => {
    await Promise.all([build.remove(), target.drop(), removeDataFolder(dataDir)]);
  });

  const program = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new ServiceProcess(
      'store:move',
      build.program('apps/standalone/src/store-move-main'),
      { TIMBRA_DATA: dataDir, TO_DATABASE_URL: target.url, ...env },
      args,
    );

  it('leaves the embedded database: killed with -9 on the way, and run again', async () => {
    const killed = program(['database']);
    await killed.prints(/(platform\.contents: 500 rows copied)/);
    await killed.kill();
    const said = await program(['database']).finished();
    expect(said).toMatch(/Moved \d+ tables with \d+ rows, each the same by count and hash/);
    expect(await program(['database', '--check']).finished()).toContain('Both databases have the same rows.');
  });

  it('ends with a sentence where it can do nothing', async () => {
    await expect(program(['database']).finished()).rejects.toThrow(
      'ended with 1:\nThe database of TO_DATABASE_URL is not empty (',
    );
    const nowhere = program(['database'], { TIMBRA_DATA: `${dataDir}/nowhere` });
    await expect(nowhere.finished()).rejects.toThrow('ended with 1:\nThere is no installation in');
    await expect(program(['everything']).finished()).rejects.toThrow('npm run store:move -- database');
    const refused = program(['database'], {
      TO_DATABASE_URL: 'postgresql://timbra:secret@127.0.0.1:1/timbra',
    });
    await expect(refused.finished()).rejects.toThrow(
      'ended with 1:\nSomething that this process needs is away',
    );
    expect(refused.printed).not.toContain('secret');
  });
});
