import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { refuse, type Result } from '#kernel';
import type { Command } from '#contracts';
import { Contended, type Handled } from '#eventing';
import type { ReceiptCommand } from './decide.js';
import { Holds } from './holds.js';
import { isKnown, type Receipt } from './receipt.js';
import { Receipts } from './receipts.js';
import { receiptRowOf, type StoredReceipt } from './row.js';
import { holderOf, ReceiptRows } from './store.js';

type Changed = Result<Handled<Receipt>>;

/** How often others may be met at it, and how long they are waited for, before the command fails and comes again. */
const ROUNDS = 100;
const PAUSE_MS = 50;

/**
 * Changes a receipt: it is held at a revision, changed at that one and no other, and then shown in its row. Whoever makes
 * an invoice of it at the same time finds it held, or changed.
 */
@Injectable()
export class ReceiptChanges {
  constructor(
    private readonly rows: ReceiptRows,
    private readonly receipts: Receipts,
    private readonly holds: Holds,
  ) {}

  /**
   * Lets a command decide on the receipt that is its key.
   *
   * @throws {Contended} where others hold it again and again
   */
  async change(command: Command, change: ReceiptCommand): Promise<Changed> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const held = await this.rows.hold(command.tenant, command.key, holderOf(command));
      const changed = held ? await this.changeHeld(command, change, held) : await this.meet(command, change);
      if (changed) return changed;
    }
    throw new Contended(`receipt ${command.key}`);
  }

  /** Undefined: others ruled out what was begun, while this process slept. It begins again. */
  private async changeHeld(
    command: Command,
    change: ReceiptCommand,
    held: StoredReceipt,
  ): Promise<Changed | undefined> {
    const { id, revision } = held;
    const holder = holderOf(command);
    // Where the caller has seen another revision, it is refused for that, or has been done already.
    const isSeen = command.ifRevision?.includes(revision) ?? true;
    const handled = await this.receipts.handle(
      { ...command, ...(isSeen && { ifRevision: [revision] }) },
      change,
    );
    if (handled.ok && (handled.value.changed || handled.value.replayed)) {
      const { state } = handled.value;
      if (!isKnown(state)) throw new Error(`receipt ${id} has a row and no stream`);
      const row = receiptRowOf(id, command.tenant, state);
      await this.rows.writeThrough(row, { from: holder, to: null });
      return handled;
    }
    if (!handled.ok && handled.refusal.code === 'precondition_failed' && isSeen) {
      await this.holds.settle(command, { ...held, settled: true });
      return undefined;
    }
    await this.rows.release(id, holder, revision);
    return handled;
  }

  /** It can't be held: undefined, where it may be possible now. */
  private async meet(command: Command, change: ReceiptCommand): Promise<Changed | undefined> {
    const row = await this.rows.find(command.tenant, command.key);
    if (!row) return refuse('receipt_not_found');
    const { replayed } = await this.receipts.look(command);
    if (replayed) return this.receipts.handle(command, change);
    switch (await this.holds.settle(command, row)) {
      case 'free':
        return undefined;
      case 'busy':
        return sleep(PAUSE_MS, undefined);
      case 'held':
        return refuse('receipt_not_open');
      case 'absent':
        return refuse('receipt_not_found');
    }
  }
}
