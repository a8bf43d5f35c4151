import { Injectable } from '@nestjs/common';
import type { Detail, Tenant } from '#kernel';
import { Customers } from '../customers/customers.js';
import { receiverWarnings } from '../customers/resolver.js';
import type { StoredRetention } from './queries.js';

/** What is doubtful about a retention that is taken: its receiver, where the register has not confirmed it. */
@Injectable()
export class RetentionWarnings {
  constructor(private readonly customers: Customers) {}

  /** Of one that is stored, whose receiver is looked up as it is now. */
  async ofStored(
    tenant: Tenant,
    { customer_id: id }: Pick<StoredRetention, 'customer_id'>,
  ): Promise<readonly Detail[]> {
    const customer = id === null ? undefined : await this.customers.find(tenant, id);
    return customer ? receiverWarnings(customer) : [];
  }
}
