import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabaseVariable, SERVICES } from '#hosting/owners/services';
import { reckonConnections } from '../../scripts/lib/distributed/connections.mjs';
import { DistributedStart, isRunning, untilGone } from './distributed-start.js';

const PATIENCE_MS = 600_000;
const EVENTS = 'SELECT count(*) AS n FROM event_store.events';
/** The whole of it, with a Kafka, a PostgreSQL and processes of its own, one start after the other on one data folder. */
describe('npm run start:distributed', () => {
  let dataDir: string;
  let running: DistributedStart;
  const made: string[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'timbra-distributed-'));
    // Under root the database is another user's, who must pass.
    await chmod(dataDir, 0o711);
  });
  afterAll(async () => {
    await running.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }, PATIENCE_MS);

  const start = async (): Promise<void> => {
    running = new DistributedStart(dataDir);
    await running.prints('Ctrl-C stops it.');
  };
  const makeInvoice = async (): Promise<void> => {
    made.push(await running.makeInvoice());
  };
  const findInvoices = () => running.findInvoices();

  it(
    'starts everything, and an invoice can be made',
    async () => {
      await start();
      expect((await running.processes()).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['kafka', 'gateway', 'invoicing', 'publisher']),
      );
      // Where nobody sits at a terminal, no key is printed.
      expect(running.output).not.toContain((await running.demo()).test_key);
      await makeInvoice();
    },
    PATIENCE_MS,
  );

  it(
    'keeps the rows of each service in its own database, and shares events and documents',
    async () => {
      const idsIn = async (database: string, table: string) => {
        const rows = await running.query<{ id: string }>(database, `SELECT id FROM ${table}`);
        return rows.map(({ id }) => id);
      };
      expect(await idsIn('gateway', 'gateway.invoices')).toEqual(made);
      expect(await idsIn('timbra', 'gateway.invoices')).toEqual([]);
      const folios = 'SELECT next FROM invoicing.folio_counters';
      expect(await running.query('invoicing', folios)).toEqual([{ next: '2' }]);
      expect(await running.query('timbra', folios)).toEqual([]);
      expect(await running.query('timbra', EVENTS)).not.toEqual([{ n: '0' }]);
      expect(await running.query('invoicing', EVENTS)).toEqual([{ n: '0' }]);
      const taken = await running.query<{ service: string }>(
        'timbra',
        'SELECT service FROM platform.own_databases',
      );
      expect(taken.map(({ service }) => service).sort()).toEqual([...SERVICES].sort());
    },
    PATIENCE_MS,
  );

  it(
    'tells each process of its own databases only, which no other service may enter',
    async () => {
      for (const service of SERVICES) {
        const env = await running.environmentOf(service);
        const names = Object.keys(env).filter((name) => /^DATABASE_URL|_LOGINS$/.test(name));
        expect(names.sort()).toEqual(['DATABASE_URL', ownDatabaseVariable(service)]);
      }
      const { DATABASE_URL = '' } = await running.environmentOf('customers');
      const { username: user, password } = new URL(DATABASE_URL);
      expect(await running.query('customers', 'SELECT current_user AS me', { user, password })).toEqual([
        { me: 'timbra_customers' },
      ]);
      await expect(running.query('invoicing', 'SELECT 1', { user, password })).rejects.toThrow(
        'permission denied for database "invoicing"',
      );
      await expect(
        running.query('timbra', 'SELECT FROM invoicing.folio_counters', { user, password }),
      ).rejects.toThrow('permission denied for schema invoicing');
      expect(Object.keys(await running.environmentOf('kafka')).join()).not.toContain('DATABASE_URL');
    },
    PATIENCE_MS,
  );

  it(
    'has as many connections as are reckoned with, and programs of the operator work beside it',
    async () => {
      await Promise.all(Array.from({ length: 40 }, makeInvoice));
      const [sessions] = await running.query<{ n: number; most: number }>(
        'timbra',
        `SELECT count(*)::int AS n, current_setting('max_connections')::int AS most
         FROM pg_stat_activity WHERE usename LIKE 'timbra%'`,
      );
      const needs = { processes: SERVICES.length, pool: 8, beside: SERVICES.length };
      expect(sessions?.most).toBe(reckonConnections(needs));
      expect(sessions?.n).toBeGreaterThan(SERVICES.length * 4);
      expect(sessions?.n).toBeLessThan(reckonConnections(needs) - 20);
      expect(await running.operate('apps/standalone/src/users-main', 'list')).toEqual([
        0,
        expect.stringContaining('demo@example.com'),
      ]);
    },
    PATIENCE_MS,
  );

  it(
    'starts a service again that was killed, and the next invoice is stamped',
    async () => {
      const before = (await running.processes()).find(({ name }) => name === 'invoicing');
      process.kill(before?.pid ?? 0, 'SIGKILL');
      await makeInvoice();
      await running.prints('invoicing ended (SIGKILL) and is started again in 1 s.');
      await running.prints('invoicing is up again.');
      await makeInvoice();
    },
    PATIENCE_MS,
  );

  it(
    'lets no second start have the data folder',
    async () => {
      const second = new DistributedStart(dataDir);
      await second.prints('is in use by another running Timbra');
      expect(await second.end('SIGTERM')).toBe(1);
      await makeInvoice();
    },
    PATIENCE_MS,
  );

  it(
    'stops in order, and leaves nothing running',
    async () => {
      const processes = await running.processes();
      expect(await running.end('SIGINT')).toBe(0);
      const stages = ['the gateway', 'the services', 'Kafka', 'PostgreSQL'];
      const told = [...running.output.matchAll(/Stopping (the \w+|Kafka|PostgreSQL)\n/g)].map(
        ([, stage]) => stage,
      );
      expect(told).toEqual(stages);
      expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);
      const [code, said] = await running.operate('apps/standalone/src/users-main', 'list');
      expect([code, said]).toEqual([1, expect.stringMatching(/don't run: start them first .*\.\n$/)]);
    },
    PATIENCE_MS,
  );

  it(
    'finds everything at the next start, also after its own process was killed',
    async () => {
      await start();
      expect(await findInvoices()).toEqual([...made].sort());
      const processes = await running.processes();
      const lock = await readFile(join(dataDir, 'postgres/lock'), 'utf8');
      expect(await running.end('SIGKILL')).toBe('SIGKILL');
      // At once: what has not ended yet is in the way of nothing.
      await start();
      await untilGone(processes);
      expect(await readFile(join(dataDir, 'postgres/lock'), 'utf8')).not.toBe(lock);
      expect(await findInvoices()).toEqual([...made].sort());
      await makeInvoice();
    },
    PATIENCE_MS,
  );

  it(
    'leaves nothing running where its own process is killed and never started again',
    async () => {
      const processes = await running.processes();
      await running.end('SIGKILL');
      await untilGone(processes);
      // PostgreSQL removes this file as it ends.
      const hasServer = (): Promise<boolean> =>
        readFile(join(dataDir, 'postgres/data/postmaster.pid')).then(
          () => true,
          () => false,
        );
      while (await hasServer()) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    PATIENCE_MS,
  );
});
