import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { invoicesReadModel, type InvoiceDoc } from '#contracts';
import { POOL } from '#hosting';
import type { Tenant } from '#kernel';
import { Conditions, unpackText } from '../doc-table.js';
import { askUntil } from './ask-until.js';

const { table } = invoicesReadModel;

/** Documents of one page. */
const PAGE = 200;
/** Stored documents above this size (bytes, compressed by PostgreSQL) are read one by one. */
const LARGE = 16 * 1024;

interface PageRow {
  readonly id: string;
  readonly sort_at: Date;
  /** Null: it is large. */
  readonly doc: string | null;
}

/** Reads many documents of one tenant, oldest first, page by page: between two pages nothing is held in the database. */
@Injectable()
export class ExportedDocuments {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * The documents that meet conditions beside the tenant's own.
   *
   * @param signal once it is aborted, the query that runs is canceled and the reading throws
   */
  async *read(
    tenant: Tenant,
    narrow: (where: Conditions) => Conditions,
    signal: AbortSignal,
  ): AsyncGenerator<InvoiceDoc, void, void> {
    let last: PageRow | undefined;
    do {
      const where = narrow(Conditions.ofTenant(tenant).and('NOT hidden'));
      if (last) where.and('(sort_at, id) > (?, ?)', last.sort_at, last.id);
      const rows = await askUntil(this.pool, signal, async (client) => {
        const page = await client.query<PageRow>(
          `SELECT id, sort_at, CASE WHEN pg_column_size(doc) <= ${LARGE} THEN doc::text END AS doc
           FROM ${table} WHERE ${where.sql} ORDER BY sort_at, id LIMIT ${PAGE}`,
          [...where.values],
        );
        return page.rows;
      });
      for (const { id, doc } of rows) {
        const stored = doc ?? (await this.readLarge(tenant, id, signal));
        if (stored !== undefined) yield JSON.parse(await unpackText(stored)) as InvoiceDoc;
      }
      last = rows.length < PAGE ? undefined : rows.at(-1);
    } while (last);
  }

  private async readLarge(tenant: Tenant, id: string, signal: AbortSignal): Promise<string | undefined> {
    const where = Conditions.ofTenant(tenant).and('id = ?', id);
    return askUntil(this.pool, signal, async (client) => {
      const text = `SELECT doc::text AS doc FROM ${table} WHERE ${where.sql}`;
      const found = await client.query<{ doc: string }>(text, [...where.values]);
      return found.rows[0]?.doc;
    });
  }
}
