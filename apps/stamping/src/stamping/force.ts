import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { ForceStampCommand, type CommandOutcome } from '#contracts';
import { Pacs } from '#pac';
import { Stampings } from './stampings.js';

/** Refuses to send a document to a provider that its issuer has not, and what is not in doubt. */
@CommandHandler(ForceStampCommand)
export class ForceStampHandler implements Handles<ForceStampCommand> {
  constructor(
    private readonly stampings: Stampings,
    private readonly pacs: Pacs,
  ) {}

  async execute({ key, tenant, data: { to } }: ForceStampCommand): Promise<CommandOutcome<undefined>> {
    const { status } = await this.stampings.state(key, tenant);
    if (status !== 'sealed') return refuse('stamping_doubt_not_found');
    const { organizationId, livemode } = tenant;
    const pac = await this.pacs.named({ organizationId, livemode }, to);
    return refuse(pac ? 'stamping_in_progress' : 'pac_not_available', { params: { pac: to } });
  }
}
