import { CommandHandler } from '@nestjs/cqrs';
import { ok, refuse } from '#kernel';
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
import { isKnown, type KnownReceipt, type Receipt } from '../receipt/receipt.js';
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
    const { state, replayed } = await this.receipts.look(command);
    if (!isKnown(state)) return refuse('receipt_not_found');
    const byNote = replayed ? isByCreditNote(state, command) : state.invoice !== null;
    return byNote ? this.credit(command) : this.reduce(command);
  }

  private async reduce(command: RefundReceiptCommand): Promise<Refunded> {
    const { refund_id, lines, reason } = command.data;
    const asked = { refund_id, lines, reason, at: command.time };
    return receipt(await this.changes.change(command, { type: 'reduce', ...asked }), { credit_note: null });
  }

  /** Noted on the receipt first, so that no line is given back twice, and only then asked for. */
  private async credit(command: RefundReceiptCommand): Promise<Refunded> {
    const { refund_id, lines, reason, invoice, credit_note, issuer } = command.data;
    // The caller's list is behind, or ahead of what it says: they look again.
    if (!invoice) return refuse('conflict');
    const asked = { refund_id, lines, reason, at: command.time };
    await this.rows.markRefunded(command.tenant, command.key);
    const noted = await this.receipts.handle(command, {
      ...{ type: 'ask-refund', ...asked },
      ...{ invoice, credit_note, issuer },
    });
    if (!noted.ok) return noted;
    const made = await this.notes.ask(command, refund_id);
    return made.ok ? placed(noted.value, made.value) : made;
  }
}

const placed = (handled: Handled<Receipt>, credit_note: { id: string; number: number } | null): Refunded =>
  receipt(ok(handled), { credit_note });

/** What a delivery before this one has made of the command. */
const isByCreditNote = ({ refunds }: KnownReceipt, { data }: RefundReceiptCommand): boolean =>
  refunds.some(({ refund, credit_note }) => refund.id === data.refund_id && credit_note !== null);

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
