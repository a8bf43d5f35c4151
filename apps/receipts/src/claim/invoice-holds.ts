import { Injectable } from '@nestjs/common';
import type { Command } from '#contracts';
import { InvoiceHolds } from '../receipt/invoice-holds.js';
import type { ReceiptHead } from '../receipt/store.js';
import { isClaiming } from './claim.js';
import { ClaimRows } from './statements.js';
import { Claims } from './claims.js';

/**
 * Who meets an open receipt that an invoice holds asks the stream of that invoice's claim. A claim that was made holds
 * until the invoice's outcome; one whose maker has not come to it is ruled out by one event, which the maker finds when it
 * wakes. Then nothing can come of the hold any more, and it goes.
 */
@Injectable()
export class ClaimHolds extends InvoiceHolds {
  constructor(
    private readonly claims: Claims,
    private readonly rows: ClaimRows,
  ) {
    super();
  }

  async settle(command: Command, row: ReceiptHead): Promise<'free' | 'held' | 'busy'> {
    const { holder } = row;
    if (holder === null) return 'free';
    if (row.status !== 'open') return 'held';
    let claim = await this.claims.state(holder, command.tenant);
    if (claim.status === 'absent') {
      if (!row.settled) return 'busy';
      claim = await this.claims.record(command, holder, { type: 'forgo', at: command.time });
    }
    if (isClaiming(claim, row.id)) return 'held';
    // Another delivery of the same request may hold more than it claimed.
    const has = claim.status === 'claimed' || claim.status === 'stamped';
    const claimed = has ? (claim.own?.receipts ?? []) : [];
    await this.rows.letGo(
      holder,
      claimed.map(({ id }) => id),
    );
    return 'free';
  }
}
