import { Injectable } from '@nestjs/common';
import { isId, ok, refuse, type Result } from '#kernel';
import type { CustomerDoc, CustomerInput } from '#contracts';
import { refusalBelow, type CallContext } from '../commands.js';
import { Customers } from './customers.js';

/** Finds the customer that another resource names, by id or in place. */
@Injectable()
export class CustomerResolver {
  constructor(private readonly customers: Customers) {}

  /**
   * The customer of an id, or the one that data stands for: the identical one that exists, or a new one.
   * Refuses 400 with paths below `path`: customer_not_found for an unknown id,
   * customer_could_not_be_resolved for what is no id at all, and what creating a customer refuses.
   */
  async resolve(
    call: CallContext,
    input: string | CustomerInput,
    path = 'customer',
  ): Promise<Result<CustomerDoc>> {
    if (typeof input === 'string') {
      if (!isId(input)) return refuse('customer_could_not_be_resolved', { path, location: 'body' });
      const customer = await this.customers.find(call.tenant, input.toLowerCase());
      return customer ? ok(customer) : refuse('customer_not_found', { path, location: 'body' });
    }
    const created = await this.customers.create(input, call);
    if (!created.ok)
      return created.refusal.code === 'service_unavailable' ? created : refusalBelow(created, path);
    const customer = await this.customers.find(call.tenant, created.value.customer_id);
    return customer ? ok(customer) : refuse('customer_could_not_be_resolved', { path, location: 'body' });
  }
}
