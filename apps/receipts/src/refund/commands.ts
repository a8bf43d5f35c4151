import { CommandHandler } from '@nestjs/cqrs';
import { ok, refuse, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  ContinueRefundCommand,
  RefundReceiptCommand,
  SettleRefundCommand,
  type AnswerOf,
  type CommandOutcome,
} from '#contracts';
import { receipt, type Handled } from '#eventing';
import { ReceiptChanges } from '../receipt/changes.js';
import { isKnown, type Receipt } from '../receipt/receipt.js';
import { Receipts } from '../receipt/receipts.js';
import { ReceiptRows } from '../receipt/store.js';
import { CreditNotes } from './credit-notes.js';

type Refunded = CommandOutcome<AnswerOf<'receipts.refund'>>;

/** Gives back some of a sale: of an open receipt at once, of an invoiced one by a credit note. */
@CommandHandler(RefundReceiptCommand)
export class RefundReceiptHandler implements Handles<RefundReceiptCommand> {
  constructor(
    private readonly receipts: Receipts,
    private readonly rows: ReceiptRows,
    private readonly changes: ReceiptChanges,
    private readonly notes: CreditNotes,
  ) {}

  async execute(command: RefundReceiptCommand): Promise<Refunded> {
    const state = await this.receipts.state(command.key, command.tenant);
    if (!isKnown(state)) return refuse('receipt_not_found');
    const known = state.refunds.find(({ refund }) => refund.id === command.data.refund_id);
    if (known) return this.repeat(command, known.credit_note !== null);
    return state.invoice === null ? this.reduce(command) : this.credit(command);
  }

  private async reduce(command: RefundReceiptCommand): Promise<Refunded> {
    return receipt(await this.changes.change(command, toReduce(command)), { credit_note: null });
  }

  /** Noted on the receipt first, so that no line is given back twice, and only then asked for. */
  private async credit(command: RefundReceiptCommand): Promise<Refunded> {
    const { invoice, credit_note, issuer } = command.data;
    // The caller's list is behind, or ahead of what it says: they look again.
    if (!invoice) return refuse('conflict');
    await this.rows.markRefunded(command.tenant, command.key);
    const noted = await this.receipts.handle(command, {
      ...toReduce(command),
      ...{ type: 'ask-refund', invoice, credit_note, issuer },
    });
    return this.askNote(command, noted);
  }

  /** The same request again, or another delivery of it: the receipt may be an invoice's by now, and is not held for it. */
  private async repeat(command: RefundReceiptCommand, hasNote: boolean): Promise<Refunded> {
    const known = await this.receipts.handle(command, toReduce(command));
    return hasNote ? this.askNote(command, known) : receipt(known, { credit_note: null });
  }

  private async askNote(command: RefundReceiptCommand, noted: Result<Handled<Receipt>>): Promise<Refunded> {
    if (!noted.ok) return noted;
    const made = await this.notes.ask(command, command.data.refund_id);
    return made.ok ? receipt(noted, { credit_note: made.value }) : made;
  }
}

const toReduce = ({ data: { refund_id, lines, reason }, time }: RefundReceiptCommand) =>
  ({ type: 'reduce', refund_id, lines, reason, at: time }) as const;

/** In case the process that noted a refund died before its credit note was asked for. */
@CommandHandler(ContinueRefundCommand)
export class ContinueRefundHandler implements Handles<ContinueRefundCommand> {
  constructor(private readonly notes: CreditNotes) {}

  async execute(command: ContinueRefundCommand): Promise<CommandOutcome<undefined>> {
    const made = await this.notes.ask(command, command.data.refund_id);
    // A refusal is noted on the receipt, and nobody waits for it here.
    return made.ok ? ok({ data: undefined }) : made;
  }
}

/** What became of a credit note: invoicing tells it of every one that gives back something of a receipt. */
@CommandHandler(SettleRefundCommand)
export class SettleRefundHandler implements Handles<SettleRefundCommand> {
  constructor(private readonly notes: CreditNotes) {}

  async execute(command: SettleRefundCommand): Promise<CommandOutcome<undefined>> {
    const { credit_note, outcome } = command.data;
    const settled = await this.notes.settle(command, credit_note, outcome);
    return settled.ok ? ok({ data: undefined }) : settled;
  }
}
