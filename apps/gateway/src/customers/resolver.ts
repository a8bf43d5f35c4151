import { Injectable } from '@nestjs/common';
import { isId, newId, ok, refuse, type Detail, type Result } from '#kernel';
import type { CustomerCheck, CustomerDoc, CustomerInput } from '#contracts';
import { CommandSender, refusalBelow, type CallContext } from '../commands.js';
import { Customers } from './customers.js';

/** Finds the customer that another resource names, by id or in place. */
@Injectable()
export class CustomerResolver {
  constructor(
    private readonly customers: Customers,
    private readonly sender: CommandSender,
  ) {}

  /**
   * The customer of an id, or the one that data stands for: the identical one that exists, or a new one.
   * Refuses 400 with paths below `path`: customer_not_found for an unknown id,
   * customer_could_not_be_resolved for what is no id at all, and what creating a customer refuses. With `dryRun` no
   * customer is created: what would be refused about it is added there, and one that is new has no id.
   */
  async resolve(
    call: CallContext & { readonly dryRun?: Detail[] },
    input: string | CustomerInput,
    path = 'customer',
  ): Promise<Result<CustomerDoc>> {
    if (typeof input === 'string') {
      if (!isId(input)) return refuse('customer_could_not_be_resolved', { path, location: 'body' });
      const customer = await this.customers.find(call.tenant, input.toLowerCase());
      return customer ? ok(customer) : refuse('customer_not_found', { path, location: 'body' });
    }
    if (call.dryRun) return this.tried(call, call.dryRun, input, path);
    const created = await this.customers.create(input, call);
    if (!created.ok)
      return created.refusal.code === 'service_unavailable' ? created : refusalBelow(created, path);
    const customer = await this.customers.find(call.tenant, created.value.customer_id);
    return customer ? ok(customer) : refuse('customer_could_not_be_resolved', { path, location: 'body' });
  }

  private async tried(
    { tenant, actor, correlationId }: CallContext,
    problems: Detail[],
    input: CustomerInput,
    path: string,
  ): Promise<Result<CustomerDoc>> {
    const call = { tenant, actor, correlationId };
    const asked = { type: 'customers.check' as const, key: newId(), data: { customer: input } };
    const sent = await this.sender.send(asked, call);
    if (!sent.ok) return sent;
    const check = sent.value.data as CustomerCheck;
    for (const problem of check.problems)
      problems.push({ ...problem, path: `${path}.${problem.path ?? ''}` });
    const known = check.customer_id && (await this.customers.find(tenant, check.customer_id));
    if (known) return ok(known);
    // What an invoice takes over of a customer; the rest belongs to one that is stored.
    return ok({ ...(check.fields ?? asSent(input)), id: '' } as CustomerDoc);
  }
}

/** The fields that can't be made out, as they came: their problems are told already. */
const asSent = ({ address, ...fields }: CustomerInput) => ({
  legal_name: fields.legal_name ?? null,
  tax_id: fields.tax_id?.trim().toUpperCase() ?? null,
  tax_system: fields.tax_system ?? null,
  email: fields.email ?? null,
  default_invoice_use: fields.default_invoice_use ?? null,
  address: { ...NOWHERE, ...address, country: address?.country ?? 'MEX' },
});

const NOWHERE = {
  street: null,
  exterior: null,
  interior: null,
  neighborhood: null,
  city: null,
  municipality: null,
  zip: null,
  state: null,
};
