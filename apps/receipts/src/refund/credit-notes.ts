import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid, ok, type Refused, type Result } from '#kernel';
import type { CommandBus } from '#bus';
import { RECEIPT_STREAM, type Command, type ReceiptEvent, type ReceiptInvoiceOutcome } from '#contracts';
import type { EventStore } from '#event-store';
import { readStream } from '#eventing';
import { BUS, EVENT_STORE } from '#hosting';
import { isKnown, type KnownReceipt, type KnownRefund } from '../receipt/receipt.js';
import { Receipts } from '../receipt/receipts.js';

/** A credit note that was asked for, and the number of its issue: what its stamp is waited for by. */
export interface AskedCreditNote {
  readonly id: string;
  readonly number: number;
}

type RefundAsked = Extract<ReceiptEvent, { type: 'RefundAsked' }>['data'];

/** Has the credit notes made that receipts have asked for, as often as it takes: each is one command, by its id. */
@Injectable()
export class CreditNotes {
  constructor(
    private readonly receipts: Receipts,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  /**
   * Asks for the credit note of a refund. A refusal is final: the lines count as sold again, and it is the answer. Null
   * where no credit note is asked for any more.
   */
  async ask(command: Command, refundId: string): Promise<Result<AskedCreditNote | null>> {
    const asked = await this.find(command, refundId);
    if (!asked) return ok(null);
    const { credit_note: id, content, issuer } = asked;
    const { time, tenant, actor, correlationId, key: receipt } = command;
    const created = await this.bus.send({
      ...{ id: deterministicUuid(id, 'credit-note'), type: 'invoicing.create', key: id, time },
      ...{ tenant, actor, correlationId },
      data: { content, issuer, draft: false, receipts: { kind: 'refund', receipt } },
    });
    if (!created.ok) return this.giveUp(command, asked, created);
    return ok(created.value.data ? { id, number: created.value.data.number } : null);
  }

  /**
   * What became of a credit note. One that was stamped after its invoice was canceled credits nothing, and is canceled:
   * the sale is open without what was given back, or never was.
   */
  async settle(command: Command, creditNote: string, outcome: ReceiptInvoiceOutcome): Promise<Result<void>> {
    const record = { type: 'record-refund' as const, credit_note: creditNote, outcome, at: command.time };
    const handled = await this.receipts.handle(command, record);
    if (!handled.ok) return handled;
    const { state } = handled.value;
    const known = isKnown(state) && state.refunds.find(({ credit_note }) => credit_note === creditNote);
    if (known && outcome.kind === 'stamped' && creditsNothing(known, state))
      await this.cancel(command, creditNote);
    return ok(undefined);
  }

  private async giveUp(command: Command, { credit_note }: RefundAsked, refused: Refused): Promise<Refused> {
    const { code, details = [] } = refused.refusal;
    const outcome = { kind: 'refused', code, details } as const;
    await this.settle({ ...command, id: deterministicUuid(credit_note, 'refused') }, credit_note, outcome);
    return refused;
  }

  /** Without acceptance, as it is an egreso; a refusal says that it is on its way, or over. */
  private async cancel({ tenant, actor, correlationId, time }: Command, creditNote: string): Promise<void> {
    await this.bus.send({
      ...{ id: deterministicUuid(creditNote, 'of no invoice'), type: 'invoicing.cancel', key: creditNote },
      ...{ tenant, actor, correlationId, time, data: { motive: '02', substitution: null } },
    });
  }

  /** A refund of the receipt as it was asked for, while nothing has come of it. */
  private async find({ key, tenant }: Command, refundId: string): Promise<RefundAsked | undefined> {
    const state = await this.receipts.state(key, tenant);
    const known = isKnown(state) && state.refunds.find(({ refund }) => refund.id === refundId);
    if (!known || known.credit_note === null || known.status === 'undone') return undefined;
    const events = await readStream<ReceiptEvent>(this.store, RECEIPT_STREAM, key);
    const asked = events.find(({ type, data }) => type === 'RefundAsked' && data.refund.id === refundId);
    return asked?.type === 'RefundAsked' ? asked.data : undefined;
  }
}

/** Whether a credit note that is stamped now has no invoice left that it could be against. */
const creditsNothing = ({ status, reopened, stamped }: KnownRefund, receipt: KnownReceipt): boolean =>
  reopened ? !stamped : receipt.status === 'canceled' && status !== 'undone';
