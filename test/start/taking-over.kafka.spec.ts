import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DistributedStart } from './distributed-start.js';

const PATIENCE_MS = 600_000;

/** A data folder as releases left it whose services shared one database, over the feed: TIMBRA_DOMAIN_EVENTS=feed is still that. */
describe('npm run start:distributed on a folder where all services share one database', () => {
  let dataDir: string;
  let running: DistributedStart;
  const made: string[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'timbra-distributed-'));
    await chmod(dataDir, 0o711);
  });
  afterAll(async () => {
    await running.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE_MS);

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    running = new DistributedStart(dataDir, settings);
    await running.prints('Ctrl-C stops it.');
  };
  const folios = (database: string) => running.query(database, 'SELECT next FROM invoicing.folio_counters');

  it(
    'which is killed while it works',
    async () => {
      await start({ TIMBRA_DOMAIN_EVENTS: 'feed' });
      for (let n = 0; n < 5; n += 1) made.push(await running.makeInvoice());
      expect(await running.query('timbra', 'SELECT FROM platform.own_databases')).toEqual([]);
      expect(await folios('timbra')).toEqual([{ next: '6' }]);
      const underWay = Promise.allSettled(Array.from({ length: 10 }, () => running.makeInvoice()));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await running.end('SIGKILL');
      for (const { status, ...one } of await underWay)
        if (status === 'fulfilled') made.push((one as { value: string }).value);
    },
    PATIENCE_MS,
  );

  it(
    'gives each its own one, with all that was there',
    async () => {
      await start();
      const found = await running.findInvoices();
      expect(found).toEqual(expect.arrayContaining(made));
      made.push(await running.makeInvoice());
      const [{ next }] = (await folios('invoicing')) as [{ next: string }];
      expect(Number(next)).toBeGreaterThan(found.length + 1);
      const numbers = await running.query<{ n: string; distinct: string }>(
        'gateway',
        'SELECT count(folio_number) AS n, count(DISTINCT folio_number) AS distinct FROM gateway.invoices',
      );
      expect(numbers[0]?.distinct).toBe(numbers[0]?.n);
    },
    PATIENCE_MS,
  );

  it(
    'and from then on refuses the feed',
    async () => {
      await running.end('SIGTERM');
      const over = new DistributedStart(dataDir, { TIMBRA_DOMAIN_EVENTS: 'feed' });
      await over.prints(
        'have databases of their own, and so need TIMBRA_DOMAIN_EVENTS=topics: leave it unset.',
      );
      expect(await over.end('SIGTERM')).toBe(1);
      await start();
      expect(await running.findInvoices()).toEqual(expect.arrayContaining(made));
    },
    PATIENCE_MS,
  );
});
