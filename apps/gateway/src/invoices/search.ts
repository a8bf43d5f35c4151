import type pg from 'pg';
import type { Tenant } from '#kernel';
import { containsPattern, invoicesReadModel, phrasePattern, searchText } from '#contracts';
import { Conditions } from '../doc-table.js';
import { REACHABLE } from '#http';

const { table, names: namesTable } = invoicesReadModel;

/** More names than this are not named one by one: such a text is met soon on a walk through the list. */
const MOST_NAMES = 2_000;

export interface Search {
  readonly where: Conditions;
  /** More matches than lists count: known beforehand. */
  readonly endless: boolean;
}

export interface SearchAsked {
  readonly tenant: Tenant;
  readonly where: Conditions;
  readonly q: string;
  readonly narrowed: boolean;
  readonly hasReceived: boolean;
}

/**
 * What `q` finds: part of a description or of the customer's name; exactly an id, UUID, RFC, folio or total.
 *
 * Names are few and invoices are many, so the names that match are found first; their invoices are in an index in the
 * list's order. Each way to match is then looked for by itself, but where the names alone have more invoices than lists
 * count: there the page is near, and one walk through the list finds it.
 * @param where the list's other conditions
 * @param narrowed whether these are more than the tenant's
 * @param hasReceived whether the tenant has received any invoice: else all are its own
 */
export async function searchFor(
  pool: pg.Pool,
  { tenant, where, q, narrowed, hasReceived }: SearchAsked,
): Promise<Search> {
  const names = await namesWith(pool, tenant, q);
  if (!names || names.length > 0) where.or(...matchNames(names, q));
  where.or(...holds('search', q));
  if (/^[0-9a-f]{24}$/i.test(q)) where.or('id = ?', q.toLowerCase());
  if (/^[0-9a-f-]{36}$/i.test(q)) where.or('uuid = ?', q.toUpperCase());
  if (/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/i.test(q)) where.or('customer_tax_id = ?', q.toUpperCase());
  if (/^\d{1,15}$/.test(q)) where.or('folio_number = ?', q);
  if (/^\d{1,15}(\.\d{1,6})?$/.test(q)) where.or('total = ?', q);
  const endless = !narrowed && names !== undefined && (await haveMany(pool, tenant, names, hasReceived));
  return { where: endless || !names ? where.together() : where, endless };
}

/** The different names of customers on a tenant's invoices that have this text; undefined: too many to tell. */
async function namesWith(pool: pg.Pool, tenant: Tenant, q: string): Promise<readonly string[] | undefined> {
  const where = Conditions.ofTenant(tenant).and(...holds('customer_search', q));
  const { rows } = await pool.query<{ name: string }>(
    `SELECT customer_search AS name FROM ${namesTable} WHERE ${where.sql} LIMIT ${MOST_NAMES + 1}`,
    [...where.values],
  );
  return rows.length > MOST_NAMES ? undefined : rows.map(({ name }) => name);
}

/** Whether customers of these names have more invoices, that the tenant has issued, than lists count. */
async function haveMany(
  pool: pg.Pool,
  tenant: Tenant,
  names: readonly string[],
  hasReceived: boolean,
): Promise<boolean> {
  if (names.length === 0) return false;
  const where = Conditions.ofTenant(tenant).and('NOT hidden').and('customer_search = ANY(?)', names);
  // The index alone tells that there are few; who issued them, the rows.
  if (!(await exceedLists(pool, where))) return false;
  return !hasReceived || exceedLists(pool, where.copy().and("issuer_type = 'issuing'"));
}

async function exceedLists(pool: pg.Pool, where: Conditions): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${where.sql} LIMIT ${REACHABLE + 1}) AS matches`,
    [...where.values],
  );
  return Number(rows[0]?.count) > REACHABLE;
}

type Condition = readonly [sql: string, ...values: unknown[]];

/** One name by itself lets the index keep the list's order. */
const matchNames = (names: readonly string[] | undefined, q: string): Condition =>
  names?.length === 1
    ? ['customer_search = ?', names[0]]
    : names
      ? ['customer_search = ANY(?)', names]
      : holds('customer_search', q);

/** That a column has a text somewhere. Several words in a row are found by a few of their trigrams. */
export function holds(column: 'search' | 'customer_search', q: string): Condition {
  if (!/\S\s+\S/.test(q)) return [`${column} LIKE ?`, containsPattern(q)];
  const text = searchText(q);
  // An inequality, which the planner expects to be true for nearly every row: the pattern already gave it an estimate.
  return [`(${column} LIKE ? AND strpos(${column}, ?) <> 0)`, phrasePattern(text), text];
}
