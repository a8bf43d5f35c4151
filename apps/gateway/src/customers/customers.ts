import { Inject, Injectable } from '@nestjs/common';
import { newId, ok, refuse, type Result, type Tenant } from '#kernel';
import {
  containsPattern,
  customersReadModel,
  type CustomerCreation,
  type CustomerDoc,
  type CustomerInput,
} from '#contracts';
import { RUNTIME, type Runtime } from '#platform';
import { CommandSender, type CallContext } from '../commands.js';
import { Conditions, DocTable } from '../doc-table.js';
import type { InstantRange } from '../http/index.js';

export interface CustomerSearch {
  readonly q?: string | undefined;
  readonly range?: InstantRange | undefined;
}

const readModel = customersReadModel.projection;

/** Customers for the API: its writes, and its reads of one tenant's. */
@Injectable()
export class Customers {
  readonly table: DocTable;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly sender: CommandSender,
  ) {
    this.table = new DocTable(runtime.pool, customersReadModel.table);
  }

  /** Creates a customer, or finds the identical one: its id, and which of the two it was. */
  async create(customer: CustomerInput, call: CallContext): Promise<Result<CustomerCreation>> {
    const name = (customer.tax_id || customer.legal_name || '').trim().toUpperCase();
    const { organizationId, livemode } = call.tenant;
    // Customers that may be the same come one after the other, so that the second finds the first.
    const key = `${organizationId}/${livemode ? 'live' : 'test'}/${name}`;
    const data = { customer_id: newId(), customer };
    const sent = await this.sender.send({ type: 'customers.create', key, data }, call, { readModel });
    return sent.ok ? ok(sent.value.data as CustomerCreation) : sent;
  }

  async edit(id: string, changes: CustomerInput, call: CallContext): Promise<Result<string>> {
    const message = { type: 'customers.edit', key: id, data: { changes } } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? this.doc(call.tenant, id) : sent;
  }

  /** Deletes a customer and gives it as it was; one with open invoices stays. */
  async remove(id: string, call: CallContext): Promise<Result<string>> {
    const doc = await this.doc(call.tenant, id);
    if (!doc.ok) return doc;
    if (await this.hasOpenInvoices(call.tenant, id))
      return refuse('customer_has_invoices', { resourceId: id });
    const sent = await this.sender.send({ type: 'customers.delete', key: id, data: {} }, call, { readModel });
    return sent.ok ? doc : sent;
  }

  /** A customer of the tenant as JSON text. */
  async doc(tenant: Tenant, id: string): Promise<Result<string>> {
    const doc = await this.table.doc(id, Conditions.ofTenant(tenant));
    return doc === undefined ? refuse('customer_not_found') : ok(doc);
  }

  async find(tenant: Tenant, id: string): Promise<CustomerDoc | undefined> {
    const doc = await this.doc(tenant, id);
    return doc.ok ? (JSON.parse(doc.value) as CustomerDoc) : undefined;
  }

  search(tenant: Tenant, { q, range }: CustomerSearch): Conditions {
    const conditions = Conditions.ofTenant(tenant).within('created_at', range);
    return q === undefined ? conditions : conditions.and('search LIKE ?', containsPattern(q));
  }

  /** A draft, an invoice being stamped, or a valid one that is still to be paid keeps its customer. */
  private async hasOpenInvoices({ organizationId, livemode }: Tenant, id: string): Promise<boolean> {
    const { rows } = await this.runtime.pool.query<{ open: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM invoicing.invoices
         WHERE organization_id = $1 AND livemode = $2 AND customer_id = $3
           AND (status IN ('draft', 'pending') OR (status = 'valid' AND amount_due > 0))
       ) AS open`,
      [organizationId, livemode, id],
    );
    return rows[0]?.open === true;
  }
}
