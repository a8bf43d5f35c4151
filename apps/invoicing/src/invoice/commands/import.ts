import { CommandHandler } from '@nestjs/cqrs';
import { ok, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ImportInvoicesCommand,
  RecordSatStatusCommand,
  importedInvoiceId,
  type CommandOutcome,
  type ImportedInvoice,
  type ImportOutcome,
  type Place,
} from '#contracts';
import { Invoices } from '../invoices.js';

/** How a document ended, and where its stream stands then. */
interface Imported {
  readonly outcome: ImportOutcome;
  readonly at: Place;
}

/**
 * Takes in documents that were issued elsewhere, all at once: the store appends them in batches. Two commands may have the same
 * document: its stream is the same, and takes only one. Delivered again, it is answered as the first time.
 */
@CommandHandler(ImportInvoicesCommand)
export class ImportInvoicesHandler implements Handles<ImportInvoicesCommand> {
  constructor(private readonly invoices: Invoices) {}

  async execute(
    command: ImportInvoicesCommand,
  ): Promise<CommandOutcome<{ outcomes: readonly ImportOutcome[] }>> {
    const found = await Promise.all(
      command.data.documents.map((invoice) => this.importOne(command, invoice)),
    );
    const outcomes: ImportOutcome[] = [];
    for (const one of found) {
      if (!one.ok) return one;
      outcomes.push(one.value.outcome);
    }
    const [only] = found;
    return ok({ ...(found.length === 1 && only?.ok && { at: only.value.at }), data: { outcomes } });
  }

  private async importOne(
    command: ImportInvoicesCommand,
    invoice: ImportedInvoice,
  ): Promise<Result<Imported>> {
    const id = importedInvoiceId(command.tenant, invoice.stamp.uuid);
    const now = new Date(command.time);
    const handled = await this.invoices.handle(
      command,
      { type: 'import', now, invoice },
      { key: id, expectNew: true },
    );
    if (handled.ok) {
      const { stream, revision } = handled.value;
      return ok({ outcome: { status: 'imported', id }, at: { stream, revision } });
    }
    const { state, revision } = await this.invoices.at(id, command.tenant);
    if (state.status === 'absent') return handled;
    return ok({ outcome: { status: 'duplicate', id }, at: { stream: `invoice-${id}`, revision } });
  }
}

@CommandHandler(RecordSatStatusCommand)
export class RecordSatStatusHandler implements Handles<RecordSatStatusCommand> {
  constructor(private readonly invoices: Invoices) {}

  execute(command: RecordSatStatusCommand): Promise<CommandOutcome<undefined>> {
    const now = new Date(command.time);
    return this.invoices.run(command, { type: 'record-sat-status', now, ...command.data });
  }
}
