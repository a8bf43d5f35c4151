import { CommandHandler } from '@nestjs/cqrs';
import { refuse, refuseFields } from '#kernel';
import { issuersAlone } from '#billing';
import type { Handles } from '#bus/nest/index';
import { CopyInvoiceCommand, DeleteDraftCommand, EditDraftCommand, type CommandOutcome } from '#contracts';
import { Claims } from '../claims.js';
import type { InvoiceCommand } from '../decide.js';
import { Fences } from '../fences.js';
import { Invoices } from '../invoices.js';
import { makeRoom } from '../../document/long-documents.js';
import { PaymentClaims } from '../payment-claims.js';
import { copyPayments } from '../settle.js';

@CommandHandler(EditDraftCommand)
export class EditDraftHandler implements Handles<EditDraftCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
    private readonly fences: Fences,
  ) {}

  async execute(command: EditDraftCommand): Promise<CommandOutcome<undefined>> {
    const { state: before, replayed } = await this.invoices.look(command);
    const edit: InvoiceCommand = { type: 'edit-draft', now: new Date(command.time), ...command.data };
    const { idempotency_key: key } = command.data.changes;
    if (before.status === 'draft') await makeRoom({ ...before.content, ...command.data.changes });
    if (replayed || before.status !== 'draft' || key === undefined) return this.invoices.run(command, edit);
    const { revision: at } = before;
    // It has the key at this revision; at a later one another invoice may have it.
    if (key === before.content.idempotency_key) return this.invoices.run(command, { ...edit, at });
    // Another key is claimed as a new invoice's is, and the former one is free again.
    const expected = await this.invoices.expected(command);
    if (!expected.ok) return expected;
    const refused = this.invoices.refusalOf(edit, before);
    if (refused) return refused;
    const claimed = await this.claims.key(command, key, { at });
    const outcome = claimed.ok ? await this.invoices.run(command, { ...edit, at }) : claimed;
    // Also for another process that is handling this command: it comes to nothing, if it was not quicker.
    if (!outcome.ok) await this.fences.ruleOut(command, command.key, at);
    await this.claims.releaseKeys(command, before.content.idempotency_key, key);
    const isDone = !outcome.ok && (await this.invoices.look(command)).replayed;
    return isDone ? this.invoices.run(command, edit) : outcome;
  }
}

@CommandHandler(DeleteDraftCommand)
export class DeleteDraftHandler implements Handles<DeleteDraftCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly claims: Claims,
  ) {}

  async execute(command: DeleteDraftCommand): Promise<CommandOutcome<undefined>> {
    const before = await this.invoices.state(command.key, command.tenant);
    const now = new Date(command.time);
    const outcome = await this.invoices.run(command, { type: 'delete-draft', now, ...command.data });
    if (outcome.ok && before.status === 'draft')
      await this.claims.releaseKeys(command, before.content.idempotency_key);
    return outcome;
  }
}

/** Copies an invoice into a new draft. */
@CommandHandler(CopyInvoiceCommand)
export class CopyInvoiceHandler implements Handles<CopyInvoiceCommand> {
  constructor(
    private readonly invoices: Invoices,
    private readonly payments: PaymentClaims,
  ) {}

  async execute(command: CopyInvoiceCommand): Promise<CommandOutcome<undefined>> {
    const { source: copiedFrom, issuer } = command.data;
    const source = await this.invoices.state(copiedFrom, command.tenant);
    if (source.status === 'absent' || source.status === 'deleted' || source.status === 'refused')
      return refuse('invoice_not_found');
    if ('imported' in source && source.imported?.issuer_type === 'receiving')
      return refuseFields([issuersAlone('copy')]);
    // What names the original alone does not go along.
    const content = await this.payments.look(command, {
      ...copyPayments(source.content),
      date: null,
      folio_number: null,
      external_id: null,
      idempotency_key: null,
    });
    const data = { content, issuer, draft: true };
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'create-draft', now, data, copiedFrom });
  }
}
