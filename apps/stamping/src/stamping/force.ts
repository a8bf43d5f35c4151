import { CommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { ForceStampCommand, type CommandOutcome, type SurplusSearch } from '#contracts';
import { Pacs, type Pac, type PacDirectory } from '#pac';
import { receipt } from '#eventing';
import { accountOf } from './accounts.js';
import { Stampings } from './stampings.js';

/**
 * Has a document in doubt sent to another provider as well. The service's own process sends it, so that it goes there even if this one
 * dies. Refused: what is in no doubt, a provider that the account has not, and the one that perhaps has it.
 */
@CommandHandler(ForceStampCommand)
export class ForceStampHandler implements Handles<ForceStampCommand> {
  constructor(
    private readonly stampings: Stampings,
    @Inject(Pacs) private readonly pacs: PacDirectory,
  ) {}

  async execute(command: ForceStampCommand): Promise<CommandOutcome<undefined>> {
    const { tenant, actor: by, time, data } = command;
    const pac = await this.pacs.named(accountOf(tenant), data.to);
    if (!pac) {
      const { status } = await this.stampings.state(command.key, tenant);
      if (status !== 'sealed') return refuse('stamping_doubt_not_found');
      return refuse('pac_not_available', { params: { pac: data.to } });
    }
    const now = new Date(time);
    const state = await this.stampings.state(command.key, tenant);
    const [from] = state.status === 'sealed' ? state.holders : [];
    const search = searchAt(from && (await this.pacs.named(accountOf(tenant), from.pac)));
    const searchTo = searchAt(pac);
    return receipt(
      await this.stampings.handle(command, { type: 'force', now, to: data.to, by, search, searchTo }),
    );
  }
}

/** One that is asked by sending would make the surplus stamp: it is looked for at the tax authority alone. */
const searchAt = (pac: Pac | undefined): SurplusSearch =>
  pac?.capabilities.find === 'query' ? 'pac' : 'sat';
