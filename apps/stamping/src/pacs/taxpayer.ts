import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { TaxpayerListedCommand, type CommandOutcome, type TaxpayerListed } from '#contracts';
import { answerWithData } from '#eventing';
import { Taxpayers } from '#fiscal';

/** Whether an RFC is registered, as the PACs of the tenant say. Test has a register of its own, and asks nobody. */
@CommandHandler(TaxpayerListedCommand)
export class TaxpayerListedHandler implements Handles<TaxpayerListedCommand> {
  constructor(private readonly taxpayers: Taxpayers) {}

  async execute({ tenant, data }: TaxpayerListedCommand): Promise<CommandOutcome<TaxpayerListed>> {
    if (!tenant.livemode) return answerWithData({ listed: null });
    return answerWithData({ listed: await this.taxpayers.isListed(tenant, data.rfc) });
  }
}
