import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { FindCustomersByRfcCommand, type CommandOutcome, type FoundCustomer } from '#contracts';
import { answerWithData } from '#eventing';
import { parseRfc } from '#sat';
import { Twins } from '../twins.js';

/**
 * Who has an RFC, as an import asks it of the receivers of what the organization issued. Asked after a place, it never answers
 * without it: who asks so takes the answer for the last word.
 */
@CommandHandler(FindCustomersByRfcCommand)
export class FindCustomersByRfcHandler implements Handles<FindCustomersByRfcCommand> {
  constructor(private readonly twins: Twins) {}

  async execute({
    tenant,
    data,
  }: FindCustomersByRfcCommand): Promise<CommandOutcome<{ customers: readonly FoundCustomer[] }>> {
    if (data.after && !(await this.twins.shows(data.after)))
      throw new Error(`${data.after.stream} does not show revision ${data.after.revision} yet`);
    const rfcs = data.tax_ids.filter((rfc) => parseRfc(rfc)?.generic === undefined);
    return answerWithData({ customers: await this.twins.byRfc(tenant, rfcs) });
  }
}
