import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { keysOf, type KeyCatalogues } from '#billing';
import { invoicesReadModel, productsReadModel, searchText, type InvoiceItemDoc } from '#contracts';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { POOL } from '#hosting';
import type { Page, PageRequest } from '#http';
import { parseInvoiceDoc } from '../docs.js';
import { unpackText } from '../doc-table.js';
import { productBody } from './bodies.js';
import type { ProposedProduct } from './dto.js';

/** How far back lines are looked at: this many documents, or lines, whichever is reached first. */
const MOST_DOCUMENTS = 5_000;
const MOST_LINES = 50_000;
/** Documents read at once. */
const BATCH = 200;

interface PastRow {
  readonly id: string;
  readonly sort_at: Date;
  readonly doc: string;
}

/** Lines of the issuer's own past that are no products yet. */
@Injectable()
export class ProductProposals {
  private readonly keys: KeyCatalogues;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CATALOGUES) { large }: Catalogues,
  ) {
    this.keys = keysOf(large);
  }

  /** A page of them, the most frequent first, each as its last document has it. */
  async fetchPage(tenant: Tenant, { take, skip }: PageRequest): Promise<Page> {
    const seen = await this.seenLines(tenant);
    const known = await this.knownOf(tenant, [...seen.values()]);
    const proposed = [...seen.values()]
      .filter(({ product }) => !known(product))
      .sort((one, other) => other.times_seen - one.times_seen);
    return {
      rows: proposed.slice(skip, skip + take).map((proposal) => ({
        id: proposal.last_invoice_id,
        sortKey: proposal.last_seen_at,
        doc: JSON.stringify(proposal),
      })),
      count: proposed.length,
    };
  }

  /**
   * What the latest documents sell, the newest first. Lines with one SKU are of one product, others with the same keys
   * and description. Those of global invoices are tickets.
   */
  private async seenLines(tenant: Tenant): Promise<Map<string, ProposedProduct>> {
    const seen = new Map<string, ProposedProduct>();
    let documents = 0;
    let lines = 0;
    let after: PastRow | undefined;
    do {
      const batch = await this.readBatch(tenant, after);
      for (const row of batch) {
        const { items, global } = parseInvoiceDoc(await unpackText(row.doc));
        lines += items.length;
        if (global === null) this.add(seen, items, row);
        if (lines >= MOST_LINES) return seen;
      }
      documents += batch.length;
      after = batch.length === BATCH ? batch.at(-1) : undefined;
    } while (after && documents < MOST_DOCUMENTS);
    return seen;
  }

  private add(
    seen: Map<string, ProposedProduct>,
    items: readonly InvoiceItemDoc[],
    { id, sort_at }: PastRow,
  ) {
    const inThis = new Set<string>();
    for (const item of items) {
      const { sku, product_key, unit_key, description } = item.product;
      const key = sku ? `sku ${sku}` : `${product_key} ${unit_key} ${searchText(description)}`;
      // A document with the same product on two lines has it once.
      if (inThis.has(key)) continue;
      inThis.add(key);
      const earlier = seen.get(key);
      const product = earlier ? undefined : productBody(item, this.keys);
      if (earlier) earlier.times_seen += 1;
      else if (product)
        seen.set(key, { product, times_seen: 1, last_seen_at: sort_at.toISOString(), last_invoice_id: id });
    }
  }

  private async readBatch(tenant: Tenant, after: PastRow | undefined): Promise<PastRow[]> {
    const { rows } = await this.pool.query<PastRow>({
      name: 'own-past',
      text: `
        SELECT i.id, i.sort_at, i.doc::text AS doc
        FROM ${invoicesReadModel.table} AS i
        WHERE i.organization_id = $1 AND i.livemode = $2 AND i.issuer_type = 'issuing' AND i.timbre_xml = ''
          AND i.status = 'valid' AND i.type = 'I'
          AND ($3::timestamptz IS NULL OR (i.sort_at, i.id) < ($3, $4))
        ORDER BY i.sort_at DESC, i.id DESC LIMIT ${BATCH}`,
      values: [tenant.organizationId, tenant.livemode, after?.sort_at ?? null, after?.id ?? null],
    });
    return rows;
  }

  /** Whether there is a product already: with the same SKU, or the same description and key. */
  private async knownOf({ organizationId, livemode }: Tenant, seen: readonly ProposedProduct[]) {
    const { rows } = await this.pool.query<{ sku: string | null; product_key: string; description: string }>({
      name: 'products-of-past',
      text: `
        SELECT p.sku, p.doc->>'product_key' AS product_key, p.doc->>'description' AS description
        FROM ${productsReadModel.table} AS p
        WHERE p.organization_id = $1 AND p.livemode = $2
          AND (p.sku = ANY($3) OR p.doc->>'description' = ANY($4))`,
      values: [
        organizationId,
        livemode,
        seen.flatMap(({ product: { sku } }) => (sku === undefined ? [] : [sku])),
        seen.map(({ product }) => product.description),
      ],
    });
    const skus = new Set(rows.map(({ sku }) => sku));
    const texts = new Set(rows.map(({ product_key, description }) => `${product_key} ${description}`));
    return ({ sku, product_key, description }: ProposedProduct['product']): boolean =>
      (sku !== undefined && skus.has(sku)) || texts.has(`${product_key} ${description}`);
  }
}
