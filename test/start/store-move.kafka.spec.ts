import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { DistributedStart } from './distributed-start.js';

const PATIENCE_MS = 600_000;
const MOVE = 'apps/standalone/src/store-move-main';

/** An installation of one command, with a database for each service: its events go to EventStoreDB (the double of it) and back. */
describe('npm run store:move on a folder of start:distributed', () => {
  let dataDir: string;
  let double: EventStoreDbDouble;
  let running: DistributedStart;
  const made: string[] = [];
  beforeAll(async () => {
    double = await EventStoreDbDouble.start();
    dataDir = await mkdtemp(join(tmpdir(), 'timbra-distributed-'));
    await chmod(dataDir, 0o711);
  });
  afterAll(async () => {
    await running.end('SIGTERM');
    await double.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE_MS);

  const inEventStoreDb = () => ({ TIMBRA_EVENT_STORE: 'eventstoredb', ...other() });
  const other = () => ({ EVENTSTOREDB_URL: double.url, EVENTSTOREDB_PREFIX: 'ours' });
  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
    running = new DistributedStart(dataDir, settings);
    await running.prints('Ctrl-C stops it.');
  };
  const move = (...args: string[]) => running.operateWith(other(), MOVE, 'events', ...args);

  /** It shows what it showed, and works on: each folio once. */
  const continues = async (): Promise<void> => {
    expect(await running.findInvoices()).toEqual([...made].sort());
    made.push(await running.makeInvoice());
    const numbers = await running.query<{ n: string }>(
      'gateway',
      'SELECT folio_number AS n FROM gateway.invoices ORDER BY 1',
    );
    expect(numbers.map(({ n }) => Number(n))).toEqual(made.map((_, index) => index + 1));
  };

  it(
    'refuses while it runs',
    async () => {
      await start();
      for (let n = 0; n < 3; n += 1) made.push(await running.makeInvoice());
      const [code, printed] = await move('eventstoredb');
      expect(printed).toContain('is in use');
      expect(code).toBe(1);
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
    'from where it was killed, and back',
    async () => {
      await running.end('SIGKILL');
      await start(inEventStoreDb());
      await continues();
      await running.end('SIGTERM');
      expect(await move('postgres')).toEqual([0, expect.stringContaining('TIMBRA_EVENT_STORE=postgres')]);
      await start();
      await continues();
    },
    PATIENCE_MS,
  );
});
