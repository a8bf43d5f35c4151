import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  CUSTOMER_STREAM,
  FindCustomersByRfcCommand,
  type CommandOutcome,
  type FoundCustomer,
  type Place,
} from '#contracts';
import { answerWithData } from '#eventing';
import type { Tenant } from '#kernel';
import { parseRfc } from '#sat';
import { Customers } from '../customers.js';
import { Twins } from '../twins.js';

/**
 * Who has an RFC, as an import asks it of the receivers of what the organization issued. Asked after a place, it never answers
 * without the customer who is there: who asks so takes the answer for the last word.
 */
@CommandHandler(FindCustomersByRfcCommand)
export class FindCustomersByRfcHandler implements Handles<FindCustomersByRfcCommand> {
  constructor(
    private readonly twins: Twins,
    private readonly customers: Customers,
  ) {}

  async execute({
    tenant,
    data,
  }: FindCustomersByRfcCommand): Promise<CommandOutcome<{ customers: readonly FoundCustomer[] }>> {
    if (data.after) await this.awaitPlace(tenant, data.after);
    const rfcs = data.tax_ids.filter((rfc) => parseRfc(rfc)?.generic === undefined);
    return answerWithData({ customers: await this.twins.byRfc(tenant, rfcs) });
  }

  /** Rejects while a customer can't be found who will be: one that was deleted, however long ago, never will. */
  private async awaitPlace(tenant: Tenant, place: Place): Promise<void> {
    if (await this.twins.shows(place)) return;
    const { status } = await this.customers.state(place.stream.slice(CUSTOMER_STREAM.length), tenant);
    if (status === 'active') throw new Error(`${place.stream} does not show revision ${place.revision} yet`);
  }
}
