import { Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import type { Command } from '#contracts';
import type { ClaimedAt, Hold } from './holds.js';
import { revisionOf, type Invoice } from './invoice.js';
import { Invoices } from './invoices.js';

/** A claim as it was found: whose, and when. */
export interface FoundClaim {
  readonly holder: string;
  readonly at: ClaimedAt;
  /** False while its holder may well be in the making. */
  readonly settled: boolean;
}

/**
 * Before a claim passes from one invoice to another, the stream of the first rules out that anything comes of it: a
 * process that has slept since finds the event there and does nothing. Time alone proves nothing about it.
 */
@Injectable()
export class Fences {
  constructor(private readonly invoices: Invoices) {}

  /** Whether nothing can come of a claim any more; one that is open for long is ruled out. */
  async isDead(
    command: Command,
    { holder, at, settled }: FoundClaim,
    holdOf: (holder: Invoice, at: ClaimedAt) => Hold,
  ): Promise<boolean> {
    const state = await this.invoices.state(holder, command.tenant);
    const hold = holdOf(state, at);
    if (hold !== 'open' || !settled) return hold === 'dead';
    const ruledOut = revisionOf(state);
    const after = await this.ruleOut(command, holder, ruledOut);
    return holdOf(after, at ?? ruledOut) === 'dead';
  }

  /** Rules out what another invoice, or another attempt, began at a revision; the invoice as it is then. */
  ruleOut(command: Command, holder: string, at: number): Promise<Invoice> {
    return this.forgo(command, deterministicUuid(command.id, 'forgo', holder, at), holder, at);
  }

  /** The same of this very command, which is refused: wherever else it is being handled, it comes to nothing. */
  giveUp(command: Command, at: number): Promise<Invoice> {
    return this.forgo(command, command.id, command.key, at);
  }

  private async forgo(command: Command, id: string, holder: string, at: number): Promise<Invoice> {
    // What the caller has seen (`ifRevision`) was another stream's, or is decided already.
    const { ifRevision: _, ...envelope } = command;
    const now = new Date(command.time);
    const handled = await this.invoices.handle(
      { ...envelope, id },
      { type: 'forgo', now, at },
      { key: holder },
    );
    return handled.ok ? handled.value.state : this.invoices.state(holder, command.tenant);
  }
}
