import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { withClient } from '#hosting/moving/index';
import { SERVICES } from '#hosting/owners/services';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { DistributedStart } from './distributed-start.js';

const PATIENCE_MS = 600_000;
const MOVE = 'apps/standalone/src/store-move-main';

/**
 * An installation of one command, with a database for each service: its events go to EventStoreDB (the double of it) and back,
 * and all of it to another server.
 */
describe('npm run store:move on a folder of start:distributed', () => {
  let dataDir: string;
  let double: EventStoreDbDouble;
  let running: DistributedStart;
  const made: string[] = [];
  const targets = new Map<string, TestDatabase>();
  beforeAll(async () => {
    double = await EventStoreDbDouble.start();
    dataDir = await mkdtemp(join(tmpdir(), 'timbra-distributed-'));
    await chmod(dataDir, 0o711);
  });
  afterAll(async () => {
    await running.end('SIGTERM');
    await Promise.all([double.stop(), ...[...targets.values()].map((target) => target.drop())]);
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE_MS);

  const inEventStoreDb = () => ({ TIMBRA_EVENT_STORE: 'eventstoredb', ...other() });
  const other = () => ({ EVENTSTOREDB_URL: double.url, EVENTSTOREDB_PREFIX: 'ours' });
  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    running = new DistributedStart(dataDir, settings);
    await running.prints('Ctrl-C stops it.');
  };
  const move = (...args: string[]) => running.operateWith(other(), MOVE, 'events', ...args);

  const FOLIOS = 'SELECT folio_number AS n FROM gateway.invoices ORDER BY 1';
  const foliosHere = () => running.query<{ n: string }>('gateway', FOLIOS);

  /** It shows what it showed, and works on: each folio once. */
  const continues = async (
    folios: () => Promise<readonly { readonly n: string }[]> = foliosHere,
  ): Promise<void> => {
    expect(await running.findInvoices()).toEqual([...made].sort());
    made.push(await running.makeInvoice());
    const numbers = await folios();
    expect(numbers.map(({ n }) => Number(n))).toEqual(made.map((_, index) => index + 1));
  };

  it(
    'copies ahead while it runs, and refuses the rest',
    async () => {
      await start();
      for (let n = 0; n < 3; n += 1) made.push(await running.makeInvoice());
      expect(await move('eventstoredb', '--ahead')).toEqual([
        ...[0, expect.stringMatching(/Copied [1-9]\d* events and compared [1-9]/)],
      ]);
      expect(await move('eventstoredb')).toEqual([1, expect.stringContaining('is in use')]);
      made.push(await running.makeInvoice());
    },
    PATIENCE_MS,
  );

  it(
    'takes the places of all services along',
    async () => {
      await running.end('SIGTERM');
      const [code, printed] = await move('eventstoredb');
      expect(printed).toMatch(/Copied [1-9]\d* events\. Both stores have the same/);
      expect(code).toBe(0);
      await start(inEventStoreDb());
      await continues();
    },
    PATIENCE_MS,
  );

  it(
    'and back, also ahead',
    async () => {
      expect(await move('postgres', '--ahead')).toEqual([0, expect.stringMatching(/Copied [1-9]/)]);
      made.push(await running.makeInvoice());
      await running.end('SIGTERM');
      expect(await move('postgres')).toEqual([0, expect.stringContaining('TIMBRA_EVENT_STORE=postgres')]);
    },
    PATIENCE_MS,
  );

  it(
    'to databases of another server, each its own',
    async () => {
      for (const place of ['', ...SERVICES.map((service) => service.toUpperCase())])
        targets.set(`DATABASE_URL${place && '_'}${place}`, await freshDatabase());
      const named = Object.fromEntries([...targets].map(([name, { url }]) => [name, url]));
      const to = Object.fromEntries(Object.entries(named).map(([name, url]) => [`TO_${name}`, url]));
      const [refused, why] = await running.operateWith(
        { TO_DATABASE_URL: to['TO_DATABASE_URL'] ?? '' },
        MOVE,
        'database',
      );
      expect([refused, why]).toEqual([1, expect.stringContaining('set TO_DATABASE_URL_CANCELLATION, TO_')]);
      const [code, printed] = await running.operateWith(to, MOVE, 'database');
      expect(printed).toMatch(/invoicing: invoicing\.folio_counters: 1 rows copied, the same on both sides/);
      expect(code).toBe(0);
      await start(named);
      await continues(() =>
        withClient(
          named['DATABASE_URL_GATEWAY'] ?? '',
          async (client) => (await client.query<{ n: string }>(FOLIOS)).rows,
        ),
      );
    },
    PATIENCE_MS,
  );
});
