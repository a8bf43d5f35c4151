import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { refuse, ok, isId, type Result, type Tenant } from '#kernel';
import { invoicesReadModel, type InvoiceRow } from '#contracts';
import { ProjectionWatch, rowTypes } from '#eventing';
import { POOL, SOLE_INSTANCE } from '#hosting';
import { Conditions, DocTable, unpackText } from '../doc-table.js';
import type { InstantRange, Page, PageRequest } from '#http';
import { DocumentOutcomes } from '../outcomes.js';
import { PageMarks, type FetchPage } from './page-marks.js';
import { searchFor } from './search.js';

const { table, projection } = invoicesReadModel;

const STORED = [
  'id',
  'revision',
  'status',
  'type',
  'uuid',
  'series',
  'folio_number',
  'issuer_type',
  'customer_id',
  'customer_tax_id',
  'payment_method',
  'outcome',
  'xml_key',
  'timbre_xml',
  'receipt_key',
] as const;

/** What the gateway needs of an invoice, and its answer as JSON text. */
export type StoredInvoice = Pick<InvoiceRow, (typeof STORED)[number]> & { readonly doc: string };

const SELECT_STORED = `SELECT ${STORED.join(', ')}, doc::text AS doc FROM ${table}`;

const FOLLOWED = ['id', 'revision', 'status', 'outcome', 'doc'] as const;

/** The part of an invoice that callers see while they wait for its result. */
export type FollowedInvoice = Pick<InvoiceRow, (typeof FOLLOWED)[number]>;

/** How long an answer waits for what follows from a payment elsewhere; it is sure to follow, if later. */
const PAYMENT_SEEN_MS = 2_000;

/** The filters of the list, after the request was read. */
export interface InvoiceFilters {
  readonly q?: string | undefined;
  readonly range?: InstantRange | undefined;
  readonly customer?: string | undefined;
  readonly supplier?: string | undefined;
  readonly type?: string | undefined;
  readonly payment_method?: string | undefined;
  readonly folio_number?: number | undefined;
  readonly series?: string | undefined;
  readonly external_id?: string | undefined;
  readonly issuer_type?: string | undefined;
  readonly cancellation_status?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly uuid?: string | undefined;
  readonly payment_status?: string | undefined;
}

/** Reads the invoices of one tenant. Refused invoices, which never existed, are never shown. */
@Injectable()
export class InvoiceQueries {
  /** For those who wait for a stamp or a cancellation. */
  readonly outcomes: DocumentOutcomes<FollowedInvoice>;
  private readonly table: DocTable;
  private readonly marks: PageMarks;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    watch: ProjectionWatch,
  ) {
    this.table = new DocTable(pool, table, 'sort_at');
    this.marks = new PageMarks(soleInstance);
    watch.onAdvance(projection, () => this.marks.forget());
    this.outcomes = new DocumentOutcomes(watch, projection, (tenant, id) => this.findRow(tenant, id));
  }

  async find(tenant: Tenant, id: string): Promise<Result<StoredInvoice>> {
    const row = await this.findById(tenant, id);
    return row ? ok(row) : refuse('invoice_not_found');
  }

  /** An invoice by its id or its UUID. */
  async findByReference(tenant: Tenant, reference: string): Promise<StoredInvoice | undefined> {
    const text: string = reference;
    if (isId(reference)) return this.findById(tenant, reference.toLowerCase());
    const { rows } = await this.pool.query<StoredInvoice>({
      text: `${SELECT_STORED} WHERE organization_id = $1 AND livemode = $2 AND uuid = $3 AND NOT hidden`,
      values: [tenant.organizationId, tenant.livemode, text.toUpperCase()],
      types: rowTypes,
    });
    const [row] = rows;
    return row && { ...row, doc: await unpackText(row.doc) };
  }

  /** Which of some UUIDs, in upper case, are of invoices of the tenant. */
  async keepKnown(tenant: Tenant, uuids: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ uuid: string }>(
      `SELECT uuid FROM ${table} WHERE organization_id = $1 AND livemode = $2 AND uuid = ANY($3) AND NOT hidden`,
      [tenant.organizationId, tenant.livemode, uuids],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** The answers of some invoices, as JSON texts. */
  async findDocs(tenant: Tenant, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const { rows } = await this.pool.query<{ doc: string }>({
      text: `SELECT doc::text AS doc FROM ${table} WHERE id = ANY($3) AND organization_id = $1 AND livemode = $2`,
      values: [tenant.organizationId, tenant.livemode, ids],
      types: rowTypes,
    });
    return Promise.all(rows.map(({ doc }) => unpackText(doc)));
  }

  /** Waits until invoices show, or no longer show, that a payment was received; they do so a moment after its stamp. */
  async waitForPayment(
    tenant: Tenant,
    ids: readonly string[],
    payment: string,
    received: boolean,
  ): Promise<void> {
    const accept = ({ doc }: FollowedInvoice): boolean =>
      doc.received_payment_ids.includes(payment) === received;
    await Promise.all(
      ids.map(async (id) => {
        const follower = this.outcomes.follow(id);
        const read = (): Promise<FollowedInvoice | undefined> => this.outcomes.find(tenant, id);
        try {
          const now = await read();
          if (now && !accept(now))
            await follower.until<FollowedInvoice>({ accept, read, timeoutMs: PAYMENT_SEEN_MS });
        } finally {
          follower.close();
        }
      }),
    );
  }

  private async findRow(tenant: Tenant, id: string): Promise<FollowedInvoice | undefined> {
    const { rows } = await this.pool.query<FollowedInvoice>({
      name: 'invoice-outcome',
      text: `SELECT ${FOLLOWED.join(', ')} FROM ${table} WHERE id = $3 AND organization_id = $1 AND livemode = $2`,
      values: [tenant.organizationId, tenant.livemode, id],
      types: rowTypes,
    });
    return rows[0];
  }

  /** A page of what the tenant has issued, unless the filters ask for what it received. */
  fetchPage(tenant: Tenant, filters: InvoiceFilters, request: PageRequest): Promise<Page> {
    const list = JSON.stringify([tenant.organizationId, tenant.livemode, filters]);
    return this.marks.fetchPage(list, request, () => this.search(tenant, filters));
  }

  private async search(tenant: Tenant, filters: InvoiceFilters): Promise<FetchPage> {
    const { q, ...asked } = filters;
    // Who has received nothing has issued all: then the index of the list answers alone, without a look at the rows.
    const { issuer_type: type = asked.supplier === undefined ? undefined : 'receiving', ...rest } = asked;
    const hasReceived = type !== undefined || (await this.hasReceived(tenant));
    const issuer_type = type ?? (hasReceived ? 'issuing' : undefined);
    const where = conditionsOf(tenant, { ...rest, issuer_type });
    if (q === undefined) return (request) => this.table.fetchPage(where, request);
    const narrowed = type === 'receiving' || Object.values(rest).some((filter) => filter !== undefined);
    const search = await searchFor(this.pool, { tenant, where, q: q.trim(), narrowed, hasReceived });
    if (!search.endless) return (request) => this.table.fetchPage(search.where, request);
    return async ({ countUpTo: count, ...uncounted }) => {
      const { rows } = await this.table.fetchPage(search.where, uncounted);
      return { rows, ...(count !== undefined && { count }) };
    };
  }

  private async hasReceived({ organizationId, livemode }: Tenant): Promise<boolean> {
    const { rows } = await this.pool.query<{ some: boolean }>({
      name: 'invoices-received',
      text: `SELECT EXISTS (SELECT FROM ${table} WHERE organization_id = $1 AND livemode = $2
               AND issuer_type = 'receiving' AND NOT hidden) AS some`,
      values: [organizationId, livemode],
    });
    return rows[0]?.some === true;
  }

  private async findById(tenant: Tenant, id: string): Promise<StoredInvoice | undefined> {
    const { rows } = await this.pool.query<StoredInvoice>({
      name: 'invoice-by-id',
      text: `${SELECT_STORED} WHERE id = $3 AND organization_id = $1 AND livemode = $2 AND NOT hidden`,
      values: [tenant.organizationId, tenant.livemode, id],
      types: rowTypes,
    });
    const [row] = rows;
    return row && { ...row, doc: await unpackText(row.doc) };
  }
}

const EXACT = [
  'type',
  'payment_method',
  'folio_number',
  'series',
  'external_id',
  'issuer_type',
  'payment_status',
] as const;

function conditionsOf(tenant: Tenant, filters: Omit<InvoiceFilters, 'q'>): Conditions {
  const where = Conditions.ofTenant(tenant).and('NOT hidden').within('sort_at', filters.range);
  if (filters.customer !== undefined) where.and('customer_id = ?', filters.customer);
  // Of what was received the other party is the supplier.
  if (filters.supplier !== undefined)
    where.and("customer_id = ? AND issuer_type = 'receiving'", filters.supplier);
  for (const name of EXACT) if (filters[name] !== undefined) where.and(`${name} = ?`, filters[name]);
  if (filters.uuid !== undefined) where.and('uuid = ?', filters.uuid.toUpperCase());
  for (const name of ['cancellation_status', 'status'] as const) {
    const values = filters[name];
    // One value by itself lets an index keep the list's order.
    if (values?.length === 1) where.and(`${name} = ?`, values[0]);
    else if (values) where.and(`${name} = ANY(?)`, values);
  }
  return where;
}
