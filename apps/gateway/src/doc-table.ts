import type pg from 'pg';
import { deterministicId, isPacked, unpackJsonBytes, type Tenant } from '#kernel';
import type { InstantRange, Page, PageRequest, RowDoc, VersionedDoc } from '#http';

/** SQL conditions that must all hold, with their values; written with `?` for each value. */
export class Conditions {
  private readonly parts: string[] = [];
  /** Ways to match, of which one must hold beside all conditions; none given: the conditions are enough. */
  private readonly ways: string[] = [];
  readonly values: unknown[] = [];

  /** Those of every read of a tenant's table: its organization, in its environment. */
  static ofTenant(tenant: Tenant): Conditions {
    return new Conditions()
      .and('organization_id = ?', tenant.organizationId)
      .and('livemode = ?', tenant.livemode);
  }

  and(sql: string, ...values: readonly unknown[]): this {
    this.parts.push(this.numberParameters(sql, values));
    return this;
  }

  /** A way to match that is looked for by itself, each through the index that suits it; for pages only. */
  or(sql: string, ...values: readonly unknown[]): this {
    this.ways.push(this.numberParameters(sql, values));
    return this;
  }

  /** Looks for all ways at once, in one pass over the list. */
  together(): this {
    this.parts.push(`(${this.ways.splice(0).join(' OR ')})`);
    return this;
  }

  private numberParameters(sql: string, values: readonly unknown[]): string {
    let next = this.values.length;
    this.values.push(...values);
    return sql.replaceAll('?', () => `$${(next += 1)}`);
  }

  /** The bounds of a range of instants. */
  within(column: string, range: InstantRange | undefined): this {
    const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
    for (const [bound, operator] of Object.entries(operators)) {
      const instant = range?.[bound as keyof InstantRange];
      if (instant) this.and(`${column} ${operator} ?`, instant);
    }
    return this;
  }

  get sql(): string {
    return this.parts.length > 0 ? this.parts.join(' AND ') : 'true';
  }

  /** The conditions of each way to match; a row matches if any of them does. */
  get sqlOfWays(): readonly string[] {
    return this.ways.length > 0 ? this.ways.map((way) => `${this.sql} AND (${way})`) : [this.sql];
  }

  copy(): Conditions {
    const copy = new Conditions();
    copy.parts.push(...this.parts);
    copy.ways.push(...this.ways);
    copy.values.push(...this.values);
    return copy;
  }
}

/** Stored documents above this size (bytes, compressed by PostgreSQL) are read one by one when a list is sent. */
const LARGE = 16 * 1024;

/** JSON text as stored, unpacked where it is large. */
export const unpackText = async (stored: string): Promise<string> =>
  isPacked(stored) ? (await unpackJsonBytes(stored)).toString() : stored;

/** The text of a row of a list, also where it is read late; undefined: it is gone. */
export const textOf = async (doc: RowDoc): Promise<string | undefined> =>
  typeof doc === 'string' ? doc : (await doc())?.toString();

interface PageRow {
  readonly id: string | null;
  readonly sort_key: Date;
  /** Null: it is large. */
  readonly doc: string | null;
  readonly count: number;
}

/**
 * Reads a read model whose `doc` is the API's answer. Documents stay text from the database to the
 * socket; large ones are stored compressed.
 * Lists go by `sortColumn` (timestamptz, of milliseconds) and then id, both descending.
 */
export class DocTable {
  constructor(
    private readonly pool: pg.Pool,
    private readonly table: string,
    private readonly sortColumn = 'created_at',
  ) {}

  /** One document, and the revision of its stream that it shows. */
  async findDoc(id: string, conditions: Conditions): Promise<VersionedDoc | undefined> {
    const where = conditions.copy().and('id = ?', id);
    const text = `SELECT doc::text AS json, revision FROM ${this.table} WHERE ${where.sql}`;
    const { rows } = await this.pool.query<{ json: string; revision: number }>({
      name: deterministicId(text),
      text,
      values: where.values,
    });
    return rows[0] && { ...rows[0], json: await unpackText(rows[0].json) };
  }

  /**
   * A page of the rows; with `countUpTo`, how many match all in all, no further than that. Large documents are left in the
   * database until they are sent: a page of them would be hundreds of megabytes.
   */
  async fetchPage(conditions: Conditions, request: PageRequest): Promise<Page> {
    const { table, sortColumn } = this;
    const { take, skip, direction, from, countUpTo } = request;
    const forward = direction === 'forward';
    const where = conditions.copy();
    if (from) where.and(`(${sortColumn}, id) ${forward ? '<' : '>'} (?, ?)`, from.sortKey, from.id);
    const order = forward ? 'DESC' : 'ASC';
    const first = `ORDER BY sort_key ${order}, id ${order} LIMIT ${Number(countUpTo ?? skip + take)}`;
    const ways = where.sqlOfWays.map(
      (sql) => `SELECT id, ${sortColumn} AS sort_key FROM ${table} WHERE ${sql} ${first}`,
    );
    // Each way in the list's order and no further than it takes, so that an index that has this order can serve.
    const matches = ways.length === 1 ? ways.join() : `(${ways.join(') UNION (')}) ${first}`;
    // Find the rows first: documents are stored apart from their rows, and only those of the page are fetched.
    const { rows } = await this.pool.query<PageRow>(
      `WITH matches AS MATERIALIZED (${matches}), page AS (
         SELECT * FROM matches ORDER BY sort_key ${order}, id ${order} LIMIT ${Number(take)} OFFSET ${Number(skip)})
       SELECT counted.count, id, page.sort_key, CASE WHEN pg_column_size(doc) <= ${LARGE} THEN doc::text END AS doc
       FROM (SELECT count(*)::int FROM matches) AS counted LEFT JOIN (page JOIN ${table} USING (id)) ON true
       ORDER BY page.sort_key ${order}, id ${order}`,
      where.values,
    );
    const found = rows.flatMap(({ id, sort_key, doc }) =>
      id === null ? [] : [{ id, sortKey: sort_key.toISOString(), doc: this.docOf(doc, id) }],
    );
    return { rows: found, ...(countUpTo !== undefined && { count: rows[0]?.count ?? 0 }) };
  }
  private docOf(stored: string | null, id: string): RowDoc {
    if (stored !== null) return isPacked(stored) ? () => unpackJsonBytes(stored) : stored;
    return async () => {
      // The page has found it among what the caller may see.
      const { rows } = await this.pool.query<{ doc: string }>(
        `SELECT doc::text AS doc FROM ${this.table} WHERE id = $1`,
        [id],
      );
      return rows[0] && unpackJsonBytes(rows[0].doc);
    };
  }
}
