import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  CopyRetentionCommand,
  DeleteRetentionCommand,
  EditRetentionCommand,
  StampRetentionCommand,
  type CommandOutcome,
  type InvoiceAsked,
} from '#contracts';
import { makeRoom } from '../../document/long-documents.js';
import { RetentionClaims, RetentionFences } from '../claims.js';
import { contentToCopy, contentToStamp, type RetentionCommand } from '../decide.js';
import { OF_RETENTIONS } from '../prepare.js';
import { Retentions } from '../retentions.js';

@CommandHandler(EditRetentionCommand)
export class EditRetentionHandler implements Handles<EditRetentionCommand> {
  constructor(
    private readonly retentions: Retentions,
    private readonly claims: RetentionClaims,
    private readonly fences: RetentionFences,
  ) {}

  async execute(command: EditRetentionCommand): Promise<CommandOutcome<undefined>> {
    const { state: before, replayed } = await this.retentions.look(command);
    const edit: RetentionCommand = { type: 'edit-draft', now: new Date(command.time), ...command.data };
    const { idempotency_key: key } = command.data.changes;
    if (before.status === 'draft')
      await makeRoom({ ...before.content, ...command.data.changes }, OF_RETENTIONS);
    if (replayed || before.status !== 'draft' || key === undefined) return this.retentions.run(command, edit);
    const { revision: at } = before;
    // It has the key at this revision; at a later one another retention may have it.
    if (key === before.content.idempotency_key) return this.retentions.run(command, { ...edit, at });
    // Another key is claimed as a new retention's is, and the former one is free again.
    const expected = await this.retentions.expected(command);
    if (!expected.ok) return expected;
    const refused = this.retentions.refusalOf(edit, before);
    if (refused) return refused;
    const claimed = await this.claims.key(command, key, { at });
    const outcome = claimed.ok ? await this.retentions.run(command, { ...edit, at }) : claimed;
    // Also for another process that is handling this command: it comes to nothing, if it was not quicker.
    if (!outcome.ok) await this.fences.ruleOut(command, command.key, at);
    await this.claims.releaseKeys(command, before.content.idempotency_key, key);
    const isDone = !outcome.ok && (await this.retentions.look(command)).replayed;
    return isDone ? this.retentions.run(command, edit) : outcome;
  }
}

@CommandHandler(DeleteRetentionCommand)
export class DeleteRetentionHandler implements Handles<DeleteRetentionCommand> {
  constructor(
    private readonly retentions: Retentions,
    private readonly claims: RetentionClaims,
  ) {}

  async execute(command: DeleteRetentionCommand): Promise<CommandOutcome<undefined>> {
    const before = await this.retentions.state(command.key, command.tenant);
    const now = new Date(command.time);
    const outcome = await this.retentions.run(command, { type: 'delete-draft', now, ...command.data });
    if (outcome.ok && before.status === 'draft')
      await this.claims.releaseKeys(command, before.content.idempotency_key);
    return outcome;
  }
}

/** Issues a draft, with its customer's data as they are now. Nothing is claimed for it: the decision alone says what comes of it. */
@CommandHandler(StampRetentionCommand)
export class StampRetentionHandler implements Handles<StampRetentionCommand> {
  constructor(private readonly retentions: Retentions) {}

  async execute(command: StampRetentionCommand): Promise<CommandOutcome<InvoiceAsked | undefined>> {
    const now = new Date(command.time);
    const before = await this.retentions.state(command.key, command.tenant);
    if (before.status === 'draft')
      await makeRoom(contentToStamp(before.content, command.data.customer, now), OF_RETENTIONS);
    return this.retentions.ask(command, { type: 'stamp-draft', now, id: command.key, ...command.data });
  }
}

/** Copies a retention into a new draft. */
@CommandHandler(CopyRetentionCommand)
export class CopyRetentionHandler implements Handles<CopyRetentionCommand> {
  constructor(private readonly retentions: Retentions) {}

  async execute(command: CopyRetentionCommand): Promise<CommandOutcome<undefined>> {
    const { source: copiedFrom, issuer } = command.data;
    const source = await this.retentions.state(copiedFrom, command.tenant);
    if (source.status === 'absent' || source.status === 'deleted' || source.status === 'refused')
      return refuse('retention_not_found');
    const content = contentToCopy(source.content);
    const data = { content, issuer, draft: true };
    const now = new Date(command.time);
    await makeRoom(content, OF_RETENTIONS);
    return this.retentions.run(command, { type: 'create-draft', now, data, copiedFrom });
  }
}
