import { Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import type { Command } from '#contracts';
import { InvoiceHolds, type Settled } from './invoice-holds.js';
import { isKnown, revisionOf, type Receipt } from './receipt.js';
import { Receipts } from './receipts.js';
import { receiptRowOf } from './row.js';
import { CHANGE, ReceiptRows, type ReceiptHead } from './store.js';

/**
 * Whoever meets a receipt that somebody else holds finds out by streams what becomes of that hold: time alone proves
 * nothing about a process that sleeps (ADR 34, 58).
 */
@Injectable()
export class Holds {
  constructor(
    private readonly rows: ReceiptRows,
    private readonly receipts: Receipts,
    private readonly invoices: InvoiceHolds,
  ) {}

  /** Settles who holds a receipt, as it was found. */
  async settle(command: Command, row: ReceiptHead): Promise<Settled> {
    if (row.revision < 0) return this.settleMaking(command, row);
    if (row.holder === null) return 'free';
    if (!row.holder.startsWith(CHANGE)) return this.invoices.settle(command, row);
    return this.settleChange(command, row);
  }

  /** Rules out what was begun with a receipt at a revision; the receipt as it is then. */
  async ruleOut(command: Command, id: string, revision: number): Promise<Receipt> {
    // What the caller has seen (`ifRevision`) is decided by their own command.
    const { ifRevision: _, ...envelope } = command;
    const forgoing = { ...envelope, id: deterministicUuid(command.id, 'forgo', id, revision) };
    const handled = await this.receipts.handle(
      forgoing,
      { type: 'forgo', revision, at: command.time },
      { key: id },
    );
    return handled.ok ? handled.value.state : this.receipts.state(id, command.tenant);
  }

  /** Its maker died between the first event and the row, or sleeps there, or has not come to the event yet. */
  private async settleMaking(command: Command, row: ReceiptHead): Promise<Settled> {
    const state = await this.receipts.state(row.id, command.tenant);
    if (state.status === 'absent') return 'absent';
    if (!isKnown(state)) {
      await this.rows.remove(row.id);
      return 'absent';
    }
    await this.rows.writeThrough(receiptRowOf(row.id, command.tenant, state), { from: null, to: null });
    return 'free';
  }

  private async settleChange(command: Command, row: ReceiptHead): Promise<Settled> {
    let state = await this.receipts.state(row.id, command.tenant);
    if (revisionOf(state) === row.revision) {
      if (!row.settled) return 'busy';
      state = await this.ruleOut(command, row.id, row.revision);
    }
    if (!isKnown(state)) return 'absent';
    await this.rows.writeThrough(receiptRowOf(row.id, command.tenant, state), { from: row.holder, to: null });
    return 'free';
  }
}
