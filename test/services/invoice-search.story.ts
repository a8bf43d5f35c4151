import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { InvoiceQueries, type InvoiceFilters } from '#apps/gateway/src/invoices/queries';
import { searchText } from '#contracts';
import { deterministicId, type Tenant } from '#kernel';
import { ProjectionWatch } from '#eventing';
import { createPool, migrate, platformMigrations } from '#hosting';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { afterAll, beforeAll, describe, expect, it } from '../support/story.js';

/**
 * The search of invoices over some thousands of them, beside what a plain look at each one finds: few and many names,
 * more matches than lists count, several ways to match at once.
 */

const ours: Tenant = { organizationId: 'a'.repeat(24), livemode: false };
const CAP = 3_001;

interface Stored {
  readonly id: string;
  readonly uuid: string;
  readonly name: string | null;
  readonly rfc: string;
  readonly text: string;
  readonly folio: number;
  readonly total: string;
  readonly status: string;
  readonly hidden: boolean;
  readonly issuer_type: 'issuing' | 'receiving';
  readonly at: Date;
}

let database: TestDatabase;
let pool: pg.Pool;
let queries: InvoiceQueries;
let remembering: InvoiceQueries;
let invoices: readonly Stored[];

/** A customer with more invoices than lists count, sixty with two each, and 2,100 with one; some have descriptions of these. */
function generate(organization: string, count: number): Stored[] {
  return Array.from({ length: count }, (_, n) => {
    const often = n % 2 === 0;
    const name = often ? 'ALFA SERVICIOS' : n % 63 === 1 ? `BETA ${n % 120} DEL NORTE` : `ÑANDÚ ${n % 2_200}`;
    return {
      id: deterministicId(organization, String(n)),
      uuid: randomUUID().toUpperCase(),
      name: n % 97 === 0 ? null : name,
      rfc: often ? 'AAA010101AAA' : 'XAXX010101000',
      text: searchText(
        n % 11 === 0 ? 'Árbol de levas' : 'tornillo',
        n % 501 === 0 ? 'Alfa servicios' : 'clavo',
      ),
      folio: n,
      total: `${n % 700}.50`,
      status: n % 50 === 0 ? 'canceled' : 'valid',
      hidden: n % 89 === 0,
      issuer_type: 'issuing',
      // Several at the same instant.
      at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 60_000),
    };
  });
}

/** Of one supplier more than lists count, which was issued an invoice itself. */
const receive = (count: number): Stored[] =>
  generate('received', count).map((row, n) => ({
    ...row,
    ...{ name: 'GAMMA INSUMOS', rfc: 'GIN010101AAA', text: searchText('resina') },
    issuer_type: n % 1_000 === 0 ? 'issuing' : 'receiving',
  }));

const INSERT = `
  INSERT INTO gateway.invoices (id, revision, organization_id, livemode, status, hidden, type, issuer_type, total, uuid,
    customer_tax_id, customer_search, folio_number, cancellation_status, created_at, sort_at, search, doc)
  SELECT id, 1, $2, $3, status, hidden, 'I', issuer_type, total, uuid, rfc, name, folio, 'none', at, at, text,
    json_build_object('id', id)
  FROM json_to_recordset($1) AS r(issuer_type text, id text, status text, hidden boolean, total numeric, uuid text, rfc text, name text,
    folio bigint, at timestamptz, text text)`;

async function insert(rows: readonly Stored[], { organizationId, livemode }: Tenant): Promise<void> {
  const stored = rows.map(({ name, ...row }) => ({ ...row, name: name && searchText(name) }));
  await pool.query(INSERT, [JSON.stringify(stored), organizationId, livemode]);
}

beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, platformMigrations);
  pool = createPool(database.url, { applicationName: 'test', max: 4, onIdleError: () => undefined });
  invoices = [...generate(ours.organizationId, 7_000), ...receive(3_300)];
  await insert(invoices, ours);
  await insert(generate('live', 500), { ...ours, livemode: true });
  await insert(generate('theirs', 500), { ...ours, organizationId: 'b'.repeat(24) });
  await pool.query(`
    INSERT INTO gateway.customer_names
    SELECT DISTINCT organization_id, livemode, customer_search FROM gateway.invoices WHERE customer_search IS NOT NULL`);
  await pool.query('ANALYZE gateway.invoices, gateway.customer_names');
  queries = new InvoiceQueries(pool, false, new ProjectionWatch(pool));
  remembering = new InvoiceQueries(pool, true, new ProjectionWatch(pool));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Newest first, ids that are the greatest first: what matches, by a look at each. */
function expected(q: string, filters: InvoiceFilters, rows = invoices): string[] {
  const text = searchText(q.trim());
  const found = rows.filter(
    (row) =>
      !row.hidden &&
      row.issuer_type === (filters.issuer_type ?? 'issuing') &&
      (!filters.status || filters.status.includes(row.status)) &&
      (!filters.range?.gte || row.at >= filters.range.gte) &&
      (row.text.includes(text) ||
        searchText(row.name).includes(text) ||
        [row.id, row.uuid, row.rfc, String(row.folio)].includes(q) ||
        Number(row.total) === Number(q)),
  );
  found.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  return found.map(({ id }) => id);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Pages of a hundred, first to last, as page mode asks for them. */
async function paged(
  filters: InvoiceFilters,
  pages: readonly number[],
  tenant = ours,
  of = queries,
): Promise<[number | undefined, string[]][]> {
  const found: [number | undefined, string[]][] = [];
  for (const page of pages) {
    const request = { take: 100, skip: (page - 1) * 100, direction: 'forward', countUpTo: CAP } as const;
    const { rows, count } = await of.fetchPage(tenant, filters, request);
    found.push([count, idsOf(rows)]);
  }
  return found;
}

/** The same of a list that is known: what is counted, and what each page has. */
const pagesOf = (all: readonly string[], pages: readonly number[]): [number, string[]][] =>
  pages.map((page) => [Math.min(all.length, CAP), all.slice(0, CAP).slice((page - 1) * 100, page * 100)]);

/** By cursor: forward from the beginning, and as far back again. */
async function walked(filters: InvoiceFilters, steps: number): Promise<[string[], string[]]> {
  const forward = [];
  let from: { id: string; sortKey: string | number } | undefined;
  for (let step = 0; step < steps; step += 1) {
    const request = { take: 70, skip: 0, direction: 'forward', ...(from && { from }) } as const;
    const { rows, count } = await queries.fetchPage(ours, filters, request);
    expect(count).toBeUndefined();
    forward.push(...rows);
    from = rows.at(-1) ?? from;
  }
  const last = forward.at(-1);
  const back =
    last &&
    (await queries.fetchPage(
      ours,
      { issuer_type: 'issuing', ...filters },
      { take: 5_000, skip: 0, direction: 'backward', from: last },
    ));
  return [idsOf(forward), idsOf(back?.rows ?? []).reverse()];
}

describe('a search of invoices finds what a look at each finds', () => {
  it.each<[what: string, q: () => string, filters?: InvoiceFilters]>([
    ['one name with more invoices than lists count', () => 'alfa servicios'],
    ['the same, of those canceled', () => 'ALFA  Servicios', { status: ['canceled'] }],
    ['the same, from a day on', () => 'alfa', { range: { gte: new Date(Date.UTC(2026, 0, 2)) } }],
    ['part of a name and of descriptions', () => 'servicios'],
    ['a few names', () => 'beta 1'],
    ['words of a few names', () => 'del norte'],
    ['many names', () => 'ñandu 1'],
    ['more names than are named one by one', () => 'Ñandú'],
    ['the same, of those canceled', () => 'ñandu', { status: ['canceled', 'valid'] }],
    ['a supplier’s name, of which little was issued', () => 'gamma insumos'],
    ['the same, of what was received', () => 'gamma', { issuer_type: 'receiving' }],
    ['what only received documents say', () => 'resina', { issuer_type: 'receiving' }],
    ['a word of most descriptions', () => 'tornillo'],
    ['words of some descriptions', () => 'arbol de levas'],
    ['two letters', () => 'lo'],
    ['nothing', () => 'inexistente'],
    ['an RFC', () => 'AAA010101AAA'],
    ['digits: folio, total, name', () => '121'],
    ['an amount', () => '121.5'],
    ['an id', () => invoices[5]?.id ?? ''],
    ['a UUID', () => invoices[7]?.uuid ?? ''],
    ['what is hidden', () => invoices[89]?.uuid ?? ''],
    ['signs that mean something to LIKE', () => '%'],
  ])('%s', async (_, of, filters = {}) => {
    const q = of();
    const all = expected(q, filters);
    const pages = [1, 2, 30];
    expect(await paged({ ...filters, q }, pages)).toEqual(pagesOf(all, pages));
    // Each from where another one ended, or after the row that it began with the last time.
    const jumps = [30, 29, 1, 2, 3, 30, 12, 13, 2];
    expect(await paged({ ...filters, q }, jumps, ours, remembering)).toEqual(pagesOf(all, jumps));
    const [forward, back] = await walked({ ...filters, q }, 4);
    expect(forward).toEqual(all.slice(0, 280));
    expect(back).toEqual(forward.slice(0, -1));
  });

  it('also where nothing was received, so that all was issued', async () => {
    const tenant = { ...ours, organizationId: 'd'.repeat(24) };
    const rows = generate(tenant.organizationId, 7_000);
    await insert(rows, tenant);
    await pool.query(
      `INSERT INTO gateway.customer_names
       SELECT DISTINCT organization_id, livemode, customer_search FROM gateway.invoices
       WHERE organization_id = $1 AND customer_search IS NOT NULL`,
      [tenant.organizationId],
    );
    for (const q of ['alfa servicios', 'servicios', 'beta 1']) {
      const all = expected(q, {}, rows);
      const pages = [1, 2, 30];
      expect(await paged({ q }, pages, tenant)).toEqual(pagesOf(all, pages));
    }
    expect(expected('alfa servicios', {}, rows).length).toBeGreaterThan(CAP);
  });

  it('of its cases, some have more than lists count and some few', () => {
    expect(expected('alfa servicios', {}).length).toBeGreaterThan(CAP);
    expect(expected('gamma', { issuer_type: 'receiving' }).length).toBeGreaterThan(CAP);
    expect(expected('gamma', {}).length).toBe(3);
    expect(expected('beta 1', {}).length).toBeGreaterThan(10);
    expect(expected('ñandu', {}).length).toBeGreaterThan(2_001);
    expect(expected('121', {}).length).toBeGreaterThan(2);
  });
});

describe('a list without a word on whose documents', () => {
  it('has what was issued, also once something was received', async () => {
    const tenant = { ...ours, organizationId: 'c'.repeat(24) };
    await insert(generate(tenant.organizationId, 80), tenant);
    const listed = async (filters: InvoiceFilters): Promise<number> => {
      const request = { take: 200, skip: 0, direction: 'forward', countUpTo: CAP } as const;
      const { rows, count } = await queries.fetchPage(tenant, filters, request);
      expect(count).toBe(rows.length);
      return rows.length;
    };
    await pool.query('INSERT INTO gateway.customer_names VALUES ($1, false, $2)', [
      tenant.organizationId,
      searchText('ALFA SERVICIOS'),
    ]);
    const all = await listed({});
    await pool.query(
      `UPDATE gateway.invoices SET issuer_type = 'receiving'
       WHERE organization_id = $1 AND folio_number < 30 AND NOT hidden`,
      [tenant.organizationId],
    );
    const received = await listed({ issuer_type: 'receiving' });
    expect(received).toBeGreaterThan(0);
    expect(await listed({})).toBe(all - received);
    expect(await listed({ issuer_type: 'issuing' })).toBe(all - received);
    // Some of both have a customer of this name.
    const named = { q: 'alfa servicios' };
    const ofBoth = await Promise.all([listed(named), listed({ ...named, issuer_type: 'receiving' })]);
    expect(ofBoth[0] + ofBoth[1]).toBe(39);
    expect(Math.min(...ofBoth)).toBeGreaterThan(0);
  });
});
