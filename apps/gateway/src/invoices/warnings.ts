import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { warning, type Clock, type Detail, type Tenant } from '#kernel';
import {
  invoiceWarnings,
  keysOf,
  skusOf,
  type KeyCatalogues,
  type UsualPrice,
  type WarnedContent,
} from '#billing';
import { invoicesReadModel, productsReadModel, type InvoiceDoc, type ProductDoc } from '#contracts';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { CLOCK, LOG, POOL, type Logger } from '#hosting';
import { Customers } from '../customers/customers.js';
import { receiverWarnings } from '../customers/resolver.js';

/** SKUs that are looked up for one invoice, and stored products that are compared with. */
const MAX_COMPARED = 500;

/** An invoice, and the folio that its request asked for; null: it takes the next one. */
interface Warned extends WarnedContent {
  /** Absent in what is no invoice yet. */
  readonly id?: string;
  readonly series: string | null;
  readonly folio_number: number | null;
}

/**
 * What is probably not meant in an invoice that is taken. Computed for each answer, in whose language it is written,
 * and never stored: what is doubtful today may be known tomorrow. No invoice is refused or kept waiting for it, so
 * nothing here rejects: what can't be looked up now is left out.
 */
@Injectable()
export class InvoiceWarnings {
  private readonly keys: KeyCatalogues;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CATALOGUES) { large }: Catalogues,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly customers: Customers,
  ) {
    this.keys = keysOf(large);
  }

  /**
   * The warnings of an invoice, those of its receiver first.
   * @param receiver what finding the receiver said of it
   * @param now the moment of the request, by default this one
   */
  async of(
    tenant: Tenant,
    invoice: Warned,
    receiver: readonly Detail[],
    now = this.clock.now(tenant),
  ): Promise<readonly Detail[]> {
    return this.lookUp(receiver, async () => {
      const [prices, repeated] = await Promise.all([
        this.lookUp([], () => this.prices(tenant, skusOf(invoice))),
        this.lookUp([], () => this.repeatedFolio(tenant, invoice)),
      ]);
      return [...receiver, ...repeated, ...invoiceWarnings(invoice, { now, keys: this.keys, prices })];
    });
  }

  /** The same of an invoice that is stored, whose receiver is looked up. */
  async ofStored(tenant: Tenant, doc: InvoiceDoc, now = this.clock.now(tenant)): Promise<readonly Detail[]> {
    const id = doc.customer?.id;
    const customer = id ? await this.lookUp(undefined, () => this.customers.find(tenant, id)) : undefined;
    return this.of(tenant, doc, customer ? receiverWarnings(customer) : [], now);
  }

  private async prices(tenant: Tenant, skus: readonly string[]): Promise<UsualPrice[]> {
    if (skus.length === 0) return [];
    const { rows } = await this.pool.query<{ sku: string; doc: ProductDoc }>({
      name: 'products-by-sku',
      text: `SELECT sku, doc FROM ${productsReadModel.table}
             WHERE organization_id = $1 AND livemode = $2 AND sku = ANY($3) LIMIT ${MAX_COMPARED}`,
      values: [tenant.organizationId, tenant.livemode, skus.slice(0, MAX_COMPARED)],
    });
    return rows.map(({ sku, doc: { unit_key, price } }) => ({ sku, unit_key, price }));
  }

  /** Asks only for an invoice that chose its folio: the counter gives none twice. */
  private async repeatedFolio(
    { organizationId, livemode }: Tenant,
    { id = '', series, folio_number: folio }: Warned,
  ): Promise<Detail[]> {
    if (folio === null) return [];
    const { rowCount } = await this.pool.query({
      name: series === null ? 'invoices-by-folio' : 'invoices-by-series-and-folio',
      text: `SELECT FROM ${invoicesReadModel.table}
             WHERE organization_id = $1 AND livemode = $2 AND folio_number = $3 AND id <> $4
               AND ${series === null ? 'series IS NULL' : 'series = $5'} AND NOT hidden AND status = 'valid'
               AND issuer_type = 'issuing' LIMIT 1`,
      values: [organizationId, livemode, folio, id, ...(series === null ? [] : [series])],
    });
    if (rowCount === 0) return [];
    return [warning('folio_number', 'folio_repeated', { folio, ...(series !== null && { series }) })];
  }

  private async lookUp<Found>(otherwise: Found, find: () => Promise<Found>): Promise<Found> {
    try {
      return await find();
    } catch (error) {
      this.log.warn({ err: error }, 'an answer may lack warnings: what they need was not found out');
      return otherwise;
    }
  }
}
