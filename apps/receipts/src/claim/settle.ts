import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import type { CommandBus } from '#bus';
import type { ClaimedReceipt, Command, ReceiptInvoiceOutcome, ReceiptStatus } from '#contracts';
import { BUS } from '#hosting';
import type { OutcomeCommand } from '../receipt/decide-outcome.js';
import { isKnown } from '../receipt/receipt.js';
import { Receipts } from '../receipt/receipts.js';
import { receiptRowOf } from '../receipt/row.js';
import { ReceiptRows } from '../receipt/store.js';
import type { Claim, OwnReceipts } from './claim.js';
import { ClaimRows, type HeldReceipt, type Passing } from './statements.js';
import { Claims, detached } from './claims.js';
import { ReceiptOutcomes, type ToldReceipt } from './outcomes.js';

type Canceled = Extract<ReceiptInvoiceOutcome, { kind: 'canceled' }>;

/**
 * Settles what became of an invoice of receipts: first their streams say it, then their rows, and last the claim. What it
 * has to do it finds by the rows that the invoice still holds, so it may die anywhere, come again, and come late.
 */
@Injectable()
export class ClaimSettlement {
  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    private readonly claims: Claims,
    private readonly rows: ClaimRows,
    private readonly outcomes: ReceiptOutcomes,
    private readonly receipts: Receipts,
    private readonly receiptRows: ReceiptRows,
  ) {}

  async settle(command: Command, invoice: string, outcome: ReceiptInvoiceOutcome): Promise<void> {
    const claim = await this.claims.state(invoice, command.tenant);
    switch (outcome.kind) {
      case 'stamped':
        await this.stamp(command, invoice, claim);
        return;
      case 'refused':
      case 'failed':
        return this.free(command, invoice, claim, outcome);
      case 'cancellation':
        // Its stamp may be heard of later: the receipts are told of both, in this order.
        await this.stamp(command, invoice, claim);
        return this.note(command, invoice, outcome.status);
      case 'canceled':
        return this.cancel(command, invoice, await this.stamp(command, invoice, claim), outcome);
    }
  }

  /** The receipts of a stamped invoice are invoiced; the last of the claim is told last, for those who wait for it. */
  private async stamp(command: Command, invoice: string, claim: Claim): Promise<Claim> {
    const { own, status } = claim;
    if (status === 'freed' || status === 'forgone')
      return this.claims.record(command, invoice, { type: 'record-stamp', at: command.time });
    if (status !== 'claimed' || !own) return claim;
    const ids = new Set(own.receipts.map(({ id }) => id));
    const held = (await this.rows.heldBy(invoice)).filter(
      ({ id, status }) => status === 'open' && ids.has(id),
    );
    const { kind: as, origin } = own.ask;
    const invoiced: OutcomeCommand = { type: 'record-invoice', invoice, as, origin, at: command.time };
    const last = own.receipts.at(-1)?.id;
    const told = await this.outcomes.tellOnce(command, invoice, held, invoiced, last);
    await this.rows.pass(invoice, told, { status: STATUS[as], invoice, holder: invoice });
    // What another delivery of the request held beyond its receipts, and died.
    await this.rows.letGo(invoice);
    return this.claims.record(command, invoice, { type: 'record-stamp', at: command.time });
  }

  private async free(
    command: Command,
    invoice: string,
    before: Claim,
    { code, details }: Extract<ReceiptInvoiceOutcome, { kind: 'refused' | 'failed' }>,
  ): Promise<void> {
    const freed =
      before.status === 'claimed'
        ? await this.claims.record(command, invoice, { type: 'free', code, details, at: command.time })
        : before;
    if (freed.status === 'freed') await this.rows.letGo(invoice);
  }

  /** Its cancellation came to nothing. */
  private async note(command: Command, invoice: string, status: 'rejected' | 'expired'): Promise<void> {
    const held = await this.invoicedBy(invoice);
    const told = await this.outcomes.tell(command, held, {
      ...{ type: 'note-cancellation', invoice, status, at: command.time },
    });
    await this.passEach(invoice, held, told, (status) => ({ status, invoice, holder: invoice }));
  }

  private async cancel(
    command: Command,
    invoice: string,
    claim: Claim,
    { motive, substitution }: Canceled,
  ): Promise<void> {
    if (motive === '01') return this.handOver(command, invoice, claim, substitution?.invoice ?? null);
    const held = await this.invoicedBy(invoice);
    const { time: at } = command;
    const told = await this.outcomes.tellOnce(
      ...([command, invoice, held] as const),
      motive === '03' ? { type: 'cancel-sale', invoice, at } : { type: 'reopen', invoice, motive, at },
    );
    const status = motive === '03' ? 'canceled' : 'open';
    await this.freeByStream(command, invoice, told);
    const asShown = told.filter(({ decided }) => !decided);
    await this.rows.pass(invoice, asShown, { status, invoice: null, holder: null });
    await this.claims.record(command, invoice, { type: 'release', motive, to: null, at });
  }

  /** Receipts of which credit notes gave something back are less than their rows say: these are made of their streams. */
  private async freeByStream(
    { tenant }: Command,
    invoice: string,
    told: readonly ToldReceipt[],
  ): Promise<void> {
    for (const { id } of told.filter(({ decided }) => decided)) {
      const state = await this.receipts.state(id, tenant);
      if (isKnown(state))
        await this.receiptRows.writeThrough(receiptRowOf(id, tenant, state), { from: invoice, to: null });
    }
  }

  /**
   * The substitute has the receipts from now on: its claim says so first, so that whatever becomes of it finds them. One
   * that is not ours is a document that we know nothing of: the receipts stay with the invoice, as they are in that one.
   */
  private async handOver(command: Command, from: string, claim: Claim, to: string | null): Promise<void> {
    if (to === null || to === from) return;
    const held = await this.invoicedBy(from);
    const as = claim.own?.ask.kind ?? claim.taken[0]?.as ?? 'customer';
    const { time: at } = command;
    if (held.length > 0) {
      const receipts = held.map(({ id, revision }): ClaimedReceipt => ({ id, revision }));
      // One event, whichever command brings it about.
      const taking = detached(command, deterministicUuid(from, 'take-over', to));
      await this.claims.record(taking, to, { type: 'take-over', from, as, receipts, at });
      const told = await this.outcomes.tellOnce(command, from, held, {
        ...{ type: 'hand-over', from, invoice: to, at },
      });
      await this.passEach(from, held, told, (status) => ({ status, invoice: to, holder: to }));
    }
    await this.tellSubstitute(command, from, to, as);
    await this.claims.record(command, from, { type: 'release', motive: '01', to, at });
  }

  /** From now on its service tells us of the substitute; where that is over by now, it says so at once. */
  private async tellSubstitute(
    command: Command,
    from: string,
    to: string,
    kind: 'customer' | 'global',
  ): Promise<void> {
    const heard = await this.bus.send({
      ...detached(command, deterministicUuid(from, 'hold', to)),
      ...{ type: 'invoicing.hold-receipts', key: to, data: { receipts: { kind } } },
    });
    // Refused: it is no invoice that can be canceled, or a credit note of its own. The receipts stay with it.
    if (heard.ok && heard.value.data) await this.settle(command, to, heard.value.data);
  }

  private async invoicedBy(invoice: string): Promise<HeldReceipt[]> {
    return (await this.rows.heldBy(invoice)).filter(({ status }) => status !== 'open');
  }

  /** Passes receipts on that keep their status: those of each in one statement. */
  private async passEach(
    invoice: string,
    held: readonly HeldReceipt[],
    told: readonly ClaimedReceipt[],
    to: (status: ReceiptStatus) => Passing,
  ): Promise<void> {
    const statuses = new Map(held.map(({ id, status }) => [id, status]));
    for (const status of new Set(statuses.values()))
      await this.rows.pass(
        invoice,
        told.filter(({ id }) => statuses.get(id) === status),
        to(status),
      );
  }
}

const STATUS = { customer: 'invoiced_to_customer', global: 'invoiced_globally' } as const satisfies Record<
  OwnReceipts['ask']['kind'],
  ReceiptStatus
>;
