import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import facturapi, { type CancellationMotive } from 'facturapi';
import pg from 'pg';
import { until } from '#bus/testing/until';
import { answers, startReceiver, type Receiver } from '../receivers/index.js';
import { invoice, stored, universidad } from '../support/bodies.js';
import { requestOf } from '../support/request.js';
import { SERVICES, startTopology, type ServiceName, type Topology } from './topology.js';

type Sdk = InstanceType<typeof facturapi.default>;

const ALL: readonly ServiceName[] = ['gateway', ...SERVICES];
/** Of the platform's tables, those that are written in one transaction with the rows of a service. */
const WITH_ROWS = ['checkpoints', 'followed_store', 'leases', 'removed_rows', 'write_probes'];

/** An installation whose services share one database, and have one each from some day on. */
describe('services leave the database that they share', () => {
  let topology: Topology;
  let receiver: Receiver;
  let baseUrl: string;
  const made: string[] = [];
  /** Rows of the services' tables in the shared database at that moment. */
  let left: ReadonlyMap<string, string>;

  beforeAll(async () => {
    topology = await startTopology({ TIMBRA_DOMAIN_EVENTS: 'topics' });
    receiver = await startReceiver({ behave: answers(200) });
    baseUrl = topology.baseUrl;
  }, 300_000);
  afterAll(async () => {
    await topology.stop();
    await receiver.close();
  }, 120_000);

  const sdk = (): Sdk => {
    const client = new facturapi.default(topology.demo.test_key);
    client.BASE_URL = baseUrl;
    return client;
  };
  const rowsOf = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  /** How many rows each table of ours has. */
  const count = async (url: string): Promise<ReadonlyMap<string, string>> => {
    const rows = await rowsOf<{ name: string; count: string }>(
      url,
      `SELECT schemaname || '.' || tablename AS name,
         (xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I.%I', schemaname, tablename), false, true, '')))[1]::text AS count
       FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'public')`,
    );
    return new Map(rows.map(({ name, count: n }) => [name, n]));
  };
  const filled = (counts: ReadonlyMap<string, string>): string[] =>
    [...counts].flatMap(([name, n]) => (n === '0' ? [] : [name]));
  const isOfService = (table: string) => ALL.some((service) => table.startsWith(`${service}.`));
  /** What has a place in the database of a service. */
  const isIn = (service: ServiceName, table: string) =>
    table.startsWith(`${service}.`) ||
    table.startsWith('timbra_own.') ||
    WITH_ROWS.includes(table.replace(/^platform\./, ''));

  /** A customer with its invoice, which is listed and canceled; endpoints hear of it. */
  const live = async () => {
    const customer = await sdk().customers.create(universidad);
    const { id, status, folio_number } = await sdk().invoices.create(invoice({ customer: customer.id }));
    expect(status).toBe('valid');
    made.push(id);
    const { data } = await sdk().invoices.list();
    expect(data.map((one) => one.id).sort()).toEqual([...made].sort());
    const canceled = await sdk().invoices.cancel(id, { motive: '02' as CancellationMotive });
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect(await sdk().invoices.retrieve(id)).toEqual(stored(canceled));
    await until(async () => receiver.requests.filter(({ body }) => body.includes(id)).length >= 2, 120_000);
    return folio_number;
  };

  it('who works in one database', async () => {
    const options = requestOf('POST', {
      key: topology.demo.test_key,
      body: { url: receiver.url, enabled_events: ['invoice.created', 'invoice.canceled'] },
    });
    const { status } = await fetch(`${baseUrl}/webhooks`, options);
    expect(status).toBe(201);
    expect(await live()).toBe(1);
  });

  it('and is stopped, and given one for each service', async () => {
    await topology.end();
    await topology.giveOwnDatabases();
    left = await count(topology.databaseUrl);
    for (const service of ALL) {
      const there = await count(topology.urlOf(service));
      for (const [table, n] of left)
        if (table.startsWith(`${service}.`)) expect([table, there.get(table)]).toEqual([table, n]);
    }
  });

  it('goes on where it was: with its folios, its lists and its endpoints', async () => {
    const [gateway] = await Promise.all(ALL.map((service) => topology.start(service)));
    baseUrl = `${gateway?.url}/v2`;
    expect(await live()).toBe(2);
    // A second gateway shows what the first one was told of.
    const other = await topology.start('gateway');
    baseUrl = `${other.url}/v2`;
    expect(await live()).toBe(3);
  });

  it('and none of its tables is written where another service has its own', async () => {
    for (const service of ALL) {
      const tables = filled(await count(topology.urlOf(service)));
      expect([service, tables.filter((table) => !isIn(service, table))]).toEqual([service, []]);
    }
    const shared = await count(topology.databaseUrl);
    expect([...shared].filter(([table]) => isOfService(table))).toEqual(
      [...left].filter(([table]) => isOfService(table)),
    );
    const inserted = (url: string, schema: string) =>
      rowsOf<{ n: string }>(
        url,
        `SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) AS n FROM pg_stat_user_tables WHERE schemaname = '${schema}'`,
      );
    for (const schema of ['event_store', 'pac_sandbox'])
      for (const service of ALL)
        expect([service, await inserted(topology.urlOf(service), schema)]).toEqual([service, [{ n: '0' }]]);
  });

  it('and a process that has not heard of it does not start', async () => {
    await expect(topology.start('customers', { DATABASE_URL_CUSTOMERS: '' })).rejects.toThrow(
      'customers has worked in a database of its own: set DATABASE_URL_CUSTOMERS to it.',
    );
  });

  it('ends in order', async () => {
    const codes = await topology.end();
    expect(codes.filter((code) => code !== 0)).toEqual([1]);
  });
});
