import type pg from 'pg';
import { deterministicId, unpackJson, type Tenant } from '#kernel';
import type { InstantRange, Page, PageRequest, VersionedDoc } from './http/index.js';

/** SQL conditions that must all hold, with their values; written with `?` where a value stands. */
export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /** Those of every read of a tenant's table: its organization, in its environment. */
  static ofTenant(tenant: Tenant): Conditions {
    return new Conditions()
      .and('organization_id = ?', tenant.organizationId)
      .and('livemode = ?', tenant.livemode);
  }

  and(sql: string, ...values: readonly unknown[]): this {
    let next = this.values.length;
    this.parts.push(sql.replaceAll('?', () => `$${(next += 1)}`));
    this.values.push(...values);
    return this;
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

  copy(): Conditions {
    const copy = new Conditions();
    copy.parts.push(...this.parts);
    copy.values.push(...this.values);
    return copy;
  }
}

/**
 * Reads a read model whose `doc` is the API's answer. Documents stay text from the database to the
 * socket; large ones lie packed in it.
 * Lists go by `sortColumn` (timestamptz, of milliseconds) and then id, both descending.
 */
export class DocTable {
  constructor(
    private readonly pool: pg.Pool,
    private readonly table: string,
    private readonly sortColumn = 'created_at',
  ) {}

  /** One document, and the revision of its stream that it shows. */
  async doc(id: string, conditions: Conditions): Promise<VersionedDoc | undefined> {
    const where = conditions.copy().and('id = ?', id);
    const text = `SELECT doc::text AS json, revision FROM ${this.table} WHERE ${where.sql}`;
    const { rows } = await this.pool.query<VersionedDoc>({
      name: deterministicId(text),
      text,
      values: where.values,
    });
    return rows[0] && { ...rows[0], json: unpackJson(rows[0].json) };
  }

  /** A page of the rows; with `countUpTo`, how many match all in all, no further than that. */
  async page(conditions: Conditions, request: PageRequest): Promise<Page> {
    const { table, sortColumn } = this;
    const { take, skip, direction, from, countUpTo } = request;
    const forward = direction === 'forward';
    const where = conditions.copy();
    if (from) where.and(`(${sortColumn}, id) ${forward ? '<' : '>'} (?, ?)`, from.sortKey, from.id);
    const order = forward ? 'DESC' : 'ASC';
    const matches = `
      SELECT id, ${sortColumn} AS sort_key FROM ${table} WHERE ${where.sql}
      ORDER BY ${sortColumn} ${order}, id ${order} LIMIT ${Number(countUpTo ?? take)}`;
    // The rows are found first: documents lie apart from their rows, and only those of the page are fetched.
    const { rows } = await this.pool.query<{ id: string | null; sort_key: Date; doc: string; count: number }>(
      countUpTo === undefined
        ? `SELECT id, page.sort_key, doc::text AS doc
           FROM (${matches} OFFSET ${Number(skip)}) AS page JOIN ${table} USING (id)
           ORDER BY page.sort_key ${order}, id ${order}`
        : `WITH matches AS MATERIALIZED (${matches}), page AS (
             SELECT * FROM matches ORDER BY sort_key ${order}, id ${order} LIMIT ${Number(take)} OFFSET ${Number(skip)})
           SELECT counted.count, id, page.sort_key, doc::text AS doc
           FROM (SELECT count(*)::int FROM matches) AS counted LEFT JOIN (page JOIN ${table} USING (id)) ON true
           ORDER BY page.sort_key ${order}, id ${order}`,
      where.values,
    );
    const found = rows.flatMap(({ id, sort_key, doc }) =>
      id === null ? [] : [{ id, sortKey: sort_key.toISOString(), doc: unpackJson(doc) }],
    );
    const count = rows[0]?.count;
    return { rows: found, ...(count !== undefined && { count }) };
  }
}
