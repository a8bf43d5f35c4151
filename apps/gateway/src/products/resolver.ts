import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { decimal, field, formatDecimal, ok, refuse, type Result, type Tenant } from '#kernel';
import { productsReadModel, type ItemProduct, type ProductDoc } from '#contracts';
import { POOL } from '#hosting';

/** A product that another resource names, and where: `items[0].product`. */
export interface ProductReference {
  readonly id: string;
  readonly path: string;
}

const decimalText = (number: number): string => formatDecimal(decimal(number));

const exactTax = <T extends { readonly rate: number; readonly base: number | null }>(tax: T) => ({
  ...tax,
  rate: decimalText(tax.rate),
  base: tax.base === null ? null : decimalText(tax.base),
});

/** A product's document as the lines of an invoice carry it: amounts as decimal text. */
const itemProduct = (doc: ProductDoc): ItemProduct => ({
  id: doc.id,
  description: doc.description,
  product_key: doc.product_key,
  unit_key: doc.unit_key,
  unit_name: doc.unit_name,
  price: decimalText(doc.price),
  tax_included: doc.tax_included,
  taxability: doc.taxability,
  taxes: doc.taxes.map(exactTax),
  local_taxes: doc.local_taxes.map(exactTax),
  sku: doc.sku,
});

/** Finds the products that another resource names by id, in one query. */
@Injectable()
export class ProductResolver {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** The ids of a tenant's products by their SKU; of those that share one, the newest. */
  async idsBySku(tenant: Tenant, skus: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (skus.length === 0) return new Map();
    const { rows } = await this.pool.query<{ id: string; sku: string }>({
      name: 'product-ids-by-sku',
      text: `SELECT DISTINCT ON (sku) id, sku FROM ${productsReadModel.table}
             WHERE organization_id = $1 AND livemode = $2 AND sku = ANY($3) ORDER BY sku, created_at DESC, id DESC`,
      values: [tenant.organizationId, tenant.livemode, [...new Set(skus)]],
    });
    return new Map(rows.map(({ id, sku }) => [sku, id]));
  }

  /** The tenant's products by id. Refuses 400 product_not_found with one detail per path of an unknown one. */
  async resolveMany(
    tenant: Tenant,
    references: readonly ProductReference[],
  ): Promise<Result<ReadonlyMap<string, ItemProduct>>> {
    const ids = [...new Set(references.map(({ id }) => id.toLowerCase()))];
    if (ids.length === 0) return ok(new Map());
    const { rows } = await this.pool.query<{ id: string; doc: ProductDoc }>({
      name: 'products-by-id',
      text: `SELECT id, doc FROM ${productsReadModel.table}
             WHERE organization_id = $1 AND livemode = $2 AND id = ANY($3)`,
      values: [tenant.organizationId, tenant.livemode, ids],
    });
    const products = new Map(rows.map(({ id, doc }) => [id, itemProduct(doc)]));
    const missing = references.filter(({ id }) => !products.has(id.toLowerCase()));
    const [first] = missing;
    if (!first) return ok(products);
    const details = missing.slice(0, 100).map(({ path }) => field(path, 'not_found'));
    return refuse('product_not_found', { path: first.path, location: 'body', details });
  }
}
