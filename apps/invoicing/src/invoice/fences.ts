import { Injectable } from '@nestjs/common';
import { deterministicUuid } from '#kernel';
import type { Command } from '#contracts';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';

/**
 * Before a claim passes from one invoice to another, the stream of the first rules out that anything comes of it: a
 * process that has slept since finds the event there and does nothing. Time alone proves nothing about it.
 */
@Injectable()
export class Fences {
  constructor(private readonly invoices: Invoices) {}

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
