import { describe, expect, it } from '@jest/globals';
import { ReceiptsOfInvoices } from './receipts-of-invoice.js';

/** A read model that shows the receipts of a canceled invoice for some looks more. */
function shownFor(looks: number) {
  const asked: unknown[] = [];
  const query = ({ values }: { values: unknown[] }) => {
    asked.push(values[0]);
    return Promise.resolve({ rows: [{ found: asked.length <= looks }] });
  };
  return { asked, receipts: new ReceiptsOfInvoices({ query } as never) };
}

describe('the answer to a cancellation', () => {
  it('comes once no receipt shows the invoice: who reads one next sees what became of it', async () => {
    const { asked, receipts } = shownFor(2);
    await receipts.waitUntilLeft('a');
    expect(asked).toEqual(['a', 'a', 'a']);
  });

  it('costs an invoice that has none one look', async () => {
    const { asked, receipts } = shownFor(0);
    await receipts.waitUntilLeft('a');
    expect(asked).toHaveLength(1);
  });

  it('does not wait for ever', async () => {
    const { asked, receipts } = shownFor(Number.POSITIVE_INFINITY);
    await receipts.waitUntilLeft('a', 0);
    expect(asked).toHaveLength(1);
  });
});
