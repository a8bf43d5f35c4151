import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { packJson, type Tenant } from '#kernel';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { ExportedDocuments } from './documents.js';

let database: TestDatabase;
let pool: pg.Pool;
let documents: ExportedDocuments;
const ours: Tenant = { organizationId: 'ours', livemode: false };

/** Rows of one page, and some of a third. */
const COUNT = 450;
const idOf = (n: number): string => `id-${String(n).padStart(4, '0')}`;
/** Some hundred documents are of the same second. */
const dateOf = (n: number): Date => new Date(Date.UTC(2026, 10, 1, 0, 0, Math.floor(n / 150)));

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  documents = new ExportedDocuments(pool);
  await pool.query('CREATE SCHEMA gateway');
  await pool.query(`
    CREATE TABLE gateway.invoices (
      id text PRIMARY KEY, organization_id text, livemode boolean, hidden boolean, status text,
      sort_at timestamptz, doc json)`);
  const add = (id: string, sortAt: Date, doc: string, over: Partial<Tenant> & { hidden?: boolean } = {}) =>
    pool.query('INSERT INTO gateway.invoices VALUES ($1, $2, $3, $4, $5, $6, $7)', [
      ...[id, over.organizationId ?? 'ours', over.livemode ?? false, over.hidden ?? false, 'valid', sortAt],
      doc,
    ]);
  for (let n = COUNT - 1; n >= 0; n -= 1) await add(idOf(n), dateOf(n), JSON.stringify({ id: idOf(n) }));
  // Large ones: as it is, and as what is larger is stored.
  const noise = Array.from({ length: 4_000 }, (_, n) => (n * 2_654_435_761) % 1e9).join(' ');
  await add('large', dateOf(COUNT), JSON.stringify({ id: 'large', noise }));
  const packed = await packJson(JSON.stringify({ id: 'packed', noise: noise.repeat(10) }));
  await add('packed', dateOf(COUNT + 150), packed);
  await add('theirs', dateOf(0), '{"id":"theirs"}', { organizationId: 'theirs' });
  await add('live', dateOf(0), '{"id":"live"}', { livemode: true });
  await add('hidden', dateOf(0), '{"id":"hidden"}', { hidden: true });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const idsOf = async (tenant: Tenant, status = 'valid'): Promise<readonly string[]> => {
  const ids: string[] = [];
  const where = documents.read(tenant, (one) => one.and('status = ?', status), new AbortController().signal);
  for await (const { id } of where) ids.push(id);
  return ids;
};

describe('the documents of an export', () => {
  it('are all of a tenant, each once and oldest first, over pages and however large they are', async () => {
    const expected = Array.from({ length: COUNT }, (_, n) => idOf(n));
    expect(await idsOf(ours)).toEqual([...expected, 'large', 'packed']);
    const { rows } = await pool.query<{ large: string[] }>(
      'SELECT array_agg(id ORDER BY id) AS large FROM gateway.invoices WHERE pg_column_size(doc) > 16384',
    );
    expect(rows[0]?.large).toEqual(['large', 'packed']);
  });

  it('are of that tenant alone, in its environment, and meet the conditions', async () => {
    expect(await idsOf({ organizationId: 'theirs', livemode: false })).toEqual(['theirs']);
    expect(await idsOf({ organizationId: 'ours', livemode: true })).toEqual(['live']);
    expect(await idsOf(ours, 'canceled')).toEqual([]);
  });

  it('are read page by page: between two of them no connection is taken, and one that is gone asks no more', async () => {
    const reader = new AbortController();
    const reading = documents.read(ours, (one) => one, reader.signal);
    await reading.next();
    expect(pool.totalCount - pool.idleCount).toBe(0);
    reader.abort();
    // What the page has is there; the next one is not asked for.
    for (let n = 1; n < 200; n += 1) expect((await reading.next()).done).toBe(false);
    await expect(reading.next()).rejects.toThrow(/abort/);
  });
});
