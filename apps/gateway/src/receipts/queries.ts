import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ok, refuse, type Result, type Tenant } from '#kernel';
import { receiptsReadModel, type ReceiptRow } from '#contracts';
import { ProjectionWatch, rowTypes } from '#eventing';
import { POOL } from '#hosting';
import type { InstantRange, Page, PageRequest } from '#http';
import { Conditions, DocTable, unpackText } from '../doc-table.js';
import { holds } from '../invoices/search.js';

const { table, projection } = receiptsReadModel;

const READ_OF_RECEIPTS = [
  ...(['id', 'revision', 'organization_id', 'livemode', 'date', 'status', 'key', 'folio_number'] as const),
  ...(['payment_form', 'customer_id', 'invoice_id', 'currency', 'total', 'expires_at'] as const),
] as const;

/** What the gateway needs of a receipt, and its row's answer as JSON text (ReceiptAnswers makes the API's of it). */
export type StoredReceipt = Pick<ReceiptRow, (typeof READ_OF_RECEIPTS)[number]> & { readonly doc: string };

const SELECT_RECEIPT = `SELECT ${READ_OF_RECEIPTS.join(', ')}, doc::text AS doc FROM ${table}`;

/** How long to wait for a receipt that another request is making. */
const TWIN_MS = 3_000;

/** The filters of the list, after the request was read. */
export interface ReceiptFilters {
  readonly q?: string | undefined;
  readonly customer?: string | undefined;
  readonly payment_form?: string | undefined;
  readonly range?: InstantRange | undefined;
  readonly invoice?: string | undefined;
  readonly status?: readonly string[] | undefined;
  readonly branch?: string | undefined;
  readonly external_id?: string | undefined;
  readonly key?: string | undefined;
  readonly folio_number?: number | undefined;
}

/** A key as it is stored: it is typed in any case, with spaces or hyphens where people, and printed receipts, put them. */
export const typedKey = (text: string): string => text.toUpperCase().replace(/[\s-]+/g, '');

/** Reads the receipts of one tenant. */
@Injectable()
export class ReceiptQueries {
  private readonly table: DocTable;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {
    this.table = new DocTable(pool, table, 'date');
  }

  /** A receipt by its id; refused receipt_not_found. */
  async find(tenant: Tenant, id: string): Promise<Result<StoredReceipt>> {
    const row = await this.findWhere(Conditions.ofTenant(tenant).and('id = ?', id));
    return row ? ok(row) : refuse('receipt_not_found');
  }

  /** Those of these receipts that can be read, in no order. */
  async findMany(tenant: Tenant, ids: readonly string[]): Promise<StoredReceipt[]> {
    const where = Conditions.ofTenant(tenant).and('id = ANY(?)', ids);
    const { rows } = await this.pool.query<StoredReceipt>({
      text: `${SELECT_RECEIPT} WHERE ${where.sql}`,
      values: where.values,
      types: rowTypes,
    });
    return Promise.all(rows.map(async (row) => ({ ...row, doc: await unpackText(row.doc) })));
  }

  /** Waits for a receipt that somebody is making; undefined where it does not come. */
  async waitForCreated(tenant: Tenant, id: string): Promise<StoredReceipt | undefined> {
    const follower = this.watch.follow(projection, id);
    const read = async (): Promise<StoredReceipt | undefined> => {
      const found = await this.find(tenant, id);
      return found.ok ? found.value : undefined;
    };
    try {
      const there = await read();
      if (there) return there;
      // Only that it is there is heard: the row that is told of has its answer in another form.
      await follower.until<StoredReceipt>({ accept: () => true, read, timeoutMs: TWIN_MS });
      return await read();
    } finally {
      follower.close();
    }
  }

  fetchPage(tenant: Tenant, filters: ReceiptFilters, request: PageRequest): Promise<Page> {
    return this.table.fetchPage(conditionsOf(tenant, filters), request);
  }

  private async findWhere(where: Conditions): Promise<StoredReceipt | undefined> {
    const { rows } = await this.pool.query<StoredReceipt>({
      text: `${SELECT_RECEIPT} WHERE ${where.sql} LIMIT 1`,
      values: where.values,
      types: rowTypes,
    });
    const [row] = rows;
    return row && { ...row, doc: await unpackText(row.doc) };
  }
}

const EXACT = ['payment_form', 'branch', 'external_id', 'folio_number'] as const;

function conditionsOf(tenant: Tenant, filters: ReceiptFilters): Conditions {
  const { q, range, customer, invoice, key, status } = filters;
  const where = Conditions.ofTenant(tenant).within('date', range);
  if (q !== undefined) where.and(...holds('search', q.trim()));
  if (customer !== undefined) where.and('customer_id = ?', customer.toLowerCase());
  if (invoice !== undefined) where.and('invoice_id = ?', invoice.toLowerCase());
  if (key !== undefined) where.and('key = ?', typedKey(key));
  for (const name of EXACT) if (filters[name] !== undefined) where.and(`${name} = ?`, filters[name]);
  // One value by itself lets an index keep the list's order.
  if (status?.length === 1) where.and('status = ?', status[0]);
  else if (status) where.and('status = ANY(?)', status);
  return where;
}
