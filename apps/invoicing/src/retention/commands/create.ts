import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Refused } from '#kernel';
import type { Handles } from '#bus/nest/index';
import { CreateRetentionCommand, type CommandOutcome, type InvoiceAsked } from '#contracts';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { makeRoom } from '../../document/long-documents.js';
import { NEW } from '../../document/revision.js';
import { RetentionClaims, RetentionFences } from '../claims.js';
import { withFolio } from '../folio.js';
import { OF_RETENTIONS, prepare } from '../prepare.js';
import { Retentions } from '../retentions.js';

type Asked = CommandOutcome<InvoiceAsked | undefined>;

/** Creates a retention or a draft, and claims its idempotency key, which the decider can't. */
@CommandHandler(CreateRetentionCommand)
export class CreateRetentionHandler implements Handles<CreateRetentionCommand> {
  constructor(
    private readonly retentions: Retentions,
    private readonly claims: RetentionClaims,
    private readonly fences: RetentionFences,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
  ) {}

  execute(command: CreateRetentionCommand): Promise<Asked> {
    const { data } = command;
    if (data.draft) return this.create(command);
    return this.create({ ...command, data: { ...data, content: withFolio(data.content, command.key) } });
  }

  private async create(command: CreateRetentionCommand): Promise<Asked> {
    const { content, issuer, draft, request } = command.data;
    await makeRoom(content, OF_RETENTIONS);
    if (!draft) {
      // Refused before anything is reserved: a rejected attempt burns no key.
      const prepared = prepare(content, issuer, new Date(command.time), this.catalogues.large);
      if (!prepared.ok) return prepared;
    }
    const key = await this.claims.key(command, content.idempotency_key, { at: NEW, request });
    const outcome = key.ok ? await this.make(command) : key;
    if (outcome.ok || content.idempotency_key === null) return outcome;
    return this.giveUp(command, outcome);
  }

  private make(command: CreateRetentionCommand): Promise<Asked> {
    const { data } = command;
    const now = new Date(command.time);
    return this.retentions.ask(command, { type: data.draft ? 'create-draft' : 'create', now, data });
  }

  /** A refusal after a key was claimed is final, also for another process that is handling the same command. */
  private async giveUp(command: CreateRetentionCommand, refused: Refused): Promise<Asked> {
    const { status } = await this.fences.ruleOut(command, command.key, NEW);
    await this.claims.releaseKeys(command, command.data.content.idempotency_key);
    // Unless that process was quicker: what it did is the answer.
    return status === 'deleted' ? refused : this.make(command);
  }
}
