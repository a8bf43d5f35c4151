import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { newId, ok, refuse, type Result, type Tenant } from '#kernel';
import { containsPattern, suppliersReadModel, type SupplierCreation, type SupplierInput } from '#contracts';
import { POOL } from '#hosting';
import type { InstantRange, VersionedDoc } from '#http';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable } from '../doc-table.js';

export interface SupplierSearch {
  readonly q?: string | undefined;
  readonly range?: InstantRange | undefined;
}

const readModel = suppliersReadModel;

/** Suppliers for the API: its writes, and its reads of one tenant's. */
@Injectable()
export class Suppliers {
  readonly table: DocTable;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    private readonly sender: CommandSender,
  ) {
    this.table = new DocTable(pool, suppliersReadModel.table);
  }

  /** Creates a supplier, or finds the identical one: its id, and which of the two it was. */
  async create(supplier: SupplierInput, call: CallContext): Promise<Result<SupplierCreation>> {
    const name = (supplier.tax_id || supplier.legal_name || '').trim().toUpperCase();
    const { organizationId, livemode } = call.tenant;
    // Suppliers that may be the same come one after the other, so that the second finds the first.
    const key = `supplier/${organizationId}/${livemode ? 'live' : 'test'}/${name}`;
    const data = { supplier_id: newId(), supplier };
    const sent = await this.sender.send({ type: 'customers.create-supplier', key, data }, call, {
      readModel,
    });
    return sent.ok ? ok(sent.value.data) : sent;
  }

  async edit(
    id: string,
    changes: SupplierInput,
    call: CallContext,
    ifRevision?: readonly number[],
  ): Promise<Result<VersionedDoc>> {
    const message = { type: 'customers.edit-supplier', key: id, data: { changes }, ifRevision } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? this.findDoc(call.tenant, id) : sent;
  }

  /** Deletes a supplier and gives it as it was; the documents received from it stay. */
  async remove(id: string, call: CallContext, ifRevision?: readonly number[]): Promise<Result<VersionedDoc>> {
    const doc = await this.findDoc(call.tenant, id);
    if (!doc.ok) return doc;
    const message = { type: 'customers.delete-supplier', key: id, data: {}, ifRevision } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? doc : sent;
  }

  /** A supplier of the tenant. */
  async findDoc(tenant: Tenant, id: string): Promise<Result<VersionedDoc>> {
    const doc = await this.table.findDoc(id, Conditions.ofTenant(tenant));
    return doc === undefined ? refuse('supplier_not_found') : ok(doc);
  }

  search(tenant: Tenant, { q, range }: SupplierSearch): Conditions {
    const conditions = Conditions.ofTenant(tenant).within('created_at', range);
    return q === undefined ? conditions : conditions.and('search LIKE ?', containsPattern(q));
  }
}
