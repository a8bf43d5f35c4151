import { describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import type { Command } from '#contracts';
import type { KnownRefund } from '../receipt/receipt.js';
import { commandOf, newTenant } from '../receipt/testing.js';
import { CreditNotes } from './credit-notes.js';

const NOTE = '01a21a6859e000605e45904e';

/** What is asked for once a credit note is stamped whose receipt, and whose refund, are like this then. */
async function askedFor(status: string, refund: Partial<KnownRefund>): Promise<readonly string[]> {
  const asked: Command[] = [];
  const known = { refund: { id: 'r' }, status: 'done', credit_note: NOTE, ...refund };
  const receipts = { handle: async () => ok({ state: { status, refunds: [known] } }) };
  const bus = { send: async (command: Command) => (asked.push(command), ok({ data: undefined })) };
  const notes = new CreditNotes(receipts as never, {} as never, bus as never);
  const command = commandOf(newTenant(), 'receipts.settle-refund', 'receipt');
  await notes.settle(command, NOTE, { kind: 'stamped' });
  return asked.map(({ type, key }) => `${type} ${key}`);
}

describe('a credit note that is stamped', () => {
  it('stands while its sale is invoiced', async () => {
    expect(await askedFor('invoiced_to_customer', { stamped: true })).toEqual([]);
  });

  it('is canceled where the sale is open without it, or never was: it would credit what no invoice has', async () => {
    const canceled = [`invoicing.cancel ${NOTE}`];
    expect(await askedFor('open', { reopened: true })).toEqual(canceled);
    expect(await askedFor('canceled', { stamped: true })).toEqual(canceled);
    // Everything was given back: the sale was canceled by that, and this one had been stamped before.
    expect(await askedFor('canceled', { reopened: true, stamped: true })).toEqual([]);
  });
});
