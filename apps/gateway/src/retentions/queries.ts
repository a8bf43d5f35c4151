import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { isId, ok, refuse, type Result, type Tenant } from '#kernel';
import { retentionsReadModel, type RetentionRow } from '#contracts';
import { ProjectionWatch, rowTypes } from '#eventing';
import { POOL } from '#hosting';
import type { InstantRange, Page, PageRequest } from '#http';
import { Conditions, DocTable, unpackText } from '../doc-table.js';
import { holds } from '../invoices/search.js';
import { DocumentOutcomes } from '../outcomes.js';

const { table, projection } = retentionsReadModel;

const STORED = [
  ...(['id', 'revision', 'status', 'cve_retenc', 'folio_int', 'customer_id', 'uuid'] as const),
  ...(['outcome', 'xml_key', 'timbre_xml', 'receipt_key'] as const),
] as const;

/** What the gateway needs of a retention, and its answer as JSON text. */
export type StoredRetention = Pick<RetentionRow, (typeof STORED)[number]> & { readonly doc: string };

const FOLLOWED = ['id', 'revision', 'status', 'outcome', 'doc'] as const;

/** The part of a retention that callers see while they wait for its result. */
export type FollowedRetention = Pick<RetentionRow, (typeof FOLLOWED)[number]>;

const SELECT_STORED = `SELECT ${STORED.join(', ')}, doc::text AS doc FROM ${table}`;

/** The filters of the list, after the request was read. */
export interface RetentionFilters {
  readonly q?: string | undefined;
  readonly range?: InstantRange | undefined;
  readonly customer?: string | undefined;
  readonly status?: readonly string[] | undefined;
  readonly cve_retenc?: string | undefined;
  readonly folio_int?: string | undefined;
  readonly external_id?: string | undefined;
  readonly uuid?: string | undefined;
}

/** Reads the retentions of one tenant. Refused ones, which never existed, are never shown. */
@Injectable()
export class RetentionQueries {
  /** For those who wait for a stamp or a cancellation. */
  readonly outcomes: DocumentOutcomes<FollowedRetention>;
  private readonly table: DocTable;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    watch: ProjectionWatch,
  ) {
    this.table = new DocTable(pool, table, 'sort_at');
    this.outcomes = new DocumentOutcomes(watch, projection, (tenant, id) => this.findRow(tenant, id));
  }

  /** A retention by its id; refused retention_not_found. */
  async find(tenant: Tenant, id: string): Promise<Result<StoredRetention>> {
    const row = await this.findWhere(shownOf(tenant).and('id = ?', id));
    return row ? ok(row) : refuse('retention_not_found');
  }

  /** A retention by its id or its UUID. */
  findByReference(tenant: Tenant, reference: string): Promise<StoredRetention | undefined> {
    const text: string = reference;
    const where = shownOf(tenant);
    return this.findWhere(
      isId(reference) ? where.and('id = ?', text.toLowerCase()) : where.and('uuid = ?', text.toUpperCase()),
    );
  }

  private async findRow(tenant: Tenant, id: string): Promise<FollowedRetention | undefined> {
    const { rows } = await this.pool.query<FollowedRetention>({
      name: 'retention-outcome',
      text: `SELECT ${FOLLOWED.join(', ')} FROM ${table} WHERE id = $3 AND organization_id = $1 AND livemode = $2`,
      values: [tenant.organizationId, tenant.livemode, id],
      types: rowTypes,
    });
    return rows[0];
  }

  fetchPage(tenant: Tenant, filters: RetentionFilters, request: PageRequest): Promise<Page> {
    return this.table.fetchPage(conditionsOf(tenant, filters), request);
  }

  private async findWhere(where: Conditions): Promise<StoredRetention | undefined> {
    const { rows } = await this.pool.query<StoredRetention>({
      text: `${SELECT_STORED} WHERE ${where.sql} LIMIT 1`,
      values: where.values,
      types: rowTypes,
    });
    const [row] = rows;
    return row && { ...row, doc: await unpackText(row.doc) };
  }
}

const shownOf = (tenant: Tenant): Conditions => Conditions.ofTenant(tenant).and('NOT hidden');

const EXACT = ['cve_retenc', 'folio_int', 'external_id'] as const;

function conditionsOf(tenant: Tenant, filters: RetentionFilters): Conditions {
  const { q, range, customer, status, uuid } = filters;
  const where = shownOf(tenant).within('sort_at', range);
  if (q !== undefined) where.and(...holds('search', q.trim()));
  if (customer !== undefined) where.and('customer_id = ?', customer);
  if (uuid !== undefined) where.and('uuid = ?', uuid.toUpperCase());
  for (const name of EXACT) if (filters[name] !== undefined) where.and(`${name} = ?`, filters[name]);
  // One value by itself lets an index keep the list's order.
  if (status?.length === 1) where.and('status = ?', status[0]);
  else if (status) where.and('status = ANY(?)', status);
  return where;
}
