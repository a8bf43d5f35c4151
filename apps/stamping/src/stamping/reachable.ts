import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { PacsReachableCommand, type CommandOutcome, type PacsReachable } from '#contracts';
import { answerWithData } from '#eventing';
import { PAC_HEALTH } from '#fiscal';
import type { PacHealth } from '#pac';

/** What a new document of a tenant would meet. */
@CommandHandler(PacsReachableCommand)
export class PacsReachableHandler implements Handles<PacsReachableCommand> {
  constructor(@Inject(PAC_HEALTH) private readonly health: PacHealth) {}

  async execute({ tenant }: PacsReachableCommand): Promise<CommandOutcome<PacsReachable>> {
    const { organizationId, livemode } = tenant;
    const found = await this.health.reachable({ organizationId, livemode });
    return answerWithData(
      found.state === 'all_refuse' ? { state: found.state, retry_after_s: found.retryAfterS } : found,
    );
  }
}
