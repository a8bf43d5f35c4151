import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DistributedStart, isRunning, untilGone } from './distributed-start.js';

const PATIENCE_MS = 600_000;
const ORDER = {
  customer: {
    ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
    address: { zip: '86991' },
  },
  items: [{ quantity: 2, product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
  payment_form: '28',
};

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
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const { base_url, test_key } = await running.demo();
    const response = await fetch(base_url + path, {
      headers: { authorization: `Bearer ${test_key}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as T;
  };
  const makeInvoice = async (): Promise<void> => {
    const invoice = await call<{ readonly id: string; readonly status: string }>('/invoices', ORDER);
    expect(invoice.status).toBe('valid');
    made.push(invoice.id);
  };
  const findInvoices = async (): Promise<readonly string[]> => {
    const { data } = await call<{ readonly data: readonly { readonly id: string }[] }>('/invoices');
    return data.map(({ id }) => id).sort();
  };

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
