import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { newId, ok, refuse, type Result, type Tenant } from '#kernel';
import { containsPattern, productsReadModel, type ProductInput } from '#contracts';
import { keysOf, keyWarnings, type KeyCatalogues } from '#billing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { POOL } from '#hosting';
import { parseProductDoc } from '../docs.js';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable } from '../doc-table.js';
import type { VersionedDoc } from '#http';

export interface ProductSearch {
  readonly q?: string | undefined;
  readonly sku?: string | undefined;
}

const readModel = productsReadModel;

/** Products for the API: its writes, and its reads of one tenant's. */
@Injectable()
export class Products {
  readonly table: DocTable;
  private readonly keys: KeyCatalogues;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(CATALOGUES) { large }: Catalogues,
    private readonly sender: CommandSender,
  ) {
    this.keys = keysOf(large);
    this.table = new DocTable(pool, productsReadModel.table);
  }

  async create(product: ProductInput, call: CallContext): Promise<Result<VersionedDoc>> {
    const id = newId();
    const message = { type: 'products.create', key: id, data: { product } } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? this.findDoc(call.tenant, id) : sent;
  }

  async edit(
    id: string,
    changes: ProductInput,
    call: CallContext,
    ifRevision?: readonly number[],
  ): Promise<Result<VersionedDoc>> {
    const message = { type: 'products.edit', key: id, data: { changes }, ifRevision } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? this.findDoc(call.tenant, id) : sent;
  }

  /** A product as it is answered who wrote it: with the keys that nobody here can vouch for. */
  withWarnings(doc: VersionedDoc): VersionedDoc {
    return { ...doc, warnings: keyWarnings(this.keys)(parseProductDoc(doc.json), '') };
  }

  /** Deletes a product and gives it as it was; invoices keep what they were made with. */
  async remove(id: string, call: CallContext, ifRevision?: readonly number[]): Promise<Result<VersionedDoc>> {
    const doc = await this.findDoc(call.tenant, id);
    if (!doc.ok) return doc;
    const message = { type: 'products.delete', key: id, data: {}, ifRevision } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? doc : sent;
  }

  /** A product of the tenant. */
  async findDoc(tenant: Tenant, id: string): Promise<Result<VersionedDoc>> {
    const doc = await this.table.findDoc(id, Conditions.ofTenant(tenant));
    return doc === undefined ? refuse('product_not_found') : ok(doc);
  }

  search(tenant: Tenant, { q, sku }: ProductSearch): Conditions {
    const conditions = Conditions.ofTenant(tenant);
    if (q !== undefined) conditions.and('search LIKE ?', containsPattern(q));
    return sku === undefined ? conditions : conditions.and('sku = ?', sku);
  }
}
