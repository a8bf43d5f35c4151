import { describe, expect, it } from '@jest/globals';
import { totalsOfItems } from '#billing';
import { decimal, formatDecimal, type Result } from '#kernel';
import type { AskReceiptInvoice } from '#contracts';
import { item } from '../receipt/testing.js';
import type { FoundReceipt, ReceiptHead } from '../receipt/store.js';
import { build } from './build.js';
import { MAX_GLOBAL_LINES, ReceiptSelection } from './select.js';
import { askGlobal, askKeys, at, issuer, row } from './testing.js';

const NOW = new Date(at);

/** Receipts of so many lines each, and how many lines were in memory at a time when they were read. */
function sold(...lines: readonly number[]) {
  const receipts = lines.map((count, n): FoundReceipt => {
    const items = Array.from({ length: count }, () => item);
    const totals = totalsOfItems(items, 'MXN');
    if (!totals.ok) throw new Error(totals.refusal.code);
    const { total } = totals.value;
    const known = row(`K${n}`, {
      item_count: count,
      totals: totals.value,
      total,
      folio_number: String(n + 1),
    });
    return { ...known, content: { ...known.content, items } };
  });
  const portions: number[] = [];
  const read = async (ids: readonly string[]): Promise<FoundReceipt[]> => {
    const found = receipts.filter(({ id }) => ids.includes(id));
    portions.push(found.reduce((sum, { item_count }) => sum + item_count, 0));
    return found.reverse();
  };
  const heads = receipts.map(({ content: _, ...head }): ReceiptHead => head);
  return {
    heads,
    read,
    portions,
    total: formatDecimal(lines.reduce((sum, n) => sum + BigInt(n) * decimal('116'), 0n)),
  };
}

const make = (ask: AskReceiptInvoice, { heads, read }: ReturnType<typeof sold>) =>
  build(ask, heads, read, { issuer, now: NOW });

describe('an invoice of receipts with very many lines', () => {
  it('is built of some of them at a time where it is global, and comes to their sum', async () => {
    const sale = sold(5_000, 4_999, 2, 3_000, 1_999, 1);
    const built = await make(askGlobal, sale);
    if (!built.ok) throw new Error(built.refusal.code);
    const { content, receipts } = built.value;
    expect(sale.portions).toEqual([5_000, 4_999, 3_002, 2_000]);
    expect(content.items.map(({ product }) => product.sku)).toEqual(['1', '2', '3', '4', '5', '6']);
    const totals = totalsOfItems(content.items, 'MXN');
    expect(totals.ok && decimal(totals.value.total)).toBe(decimal(sale.total));
    // Nothing keeps the lines once they are added up.
    expect(receipts.every((one) => one.content.items.length === 1)).toBe(true);
  });

  it('is refused a line that withholds, whichever of its lines that is', async () => {
    const sale = sold(3);
    const [first] = await sale.read(sale.heads.map(({ id }) => id));
    if (!first) throw new Error('it is there');
    const isr = { ...item.product.taxes[0], type: 'ISR', rate: '0.1', withholding: true } as const;
    const taxes = [...item.product.taxes, isr] as typeof item.product.taxes;
    const items = [item, { ...item, product: { ...item.product, tax_included: false, taxes } }, item];
    const read = async () => [{ ...first, content: { ...first.content, items } }];
    const built = await build(askGlobal, sale.heads, read, { issuer, now: NOW });
    expect(built).toMatchObject({ ok: false, refusal: { details: [{ code: 'not_allowed' }] } });
  });

  it('is refused before they are read where a customer’s can’t have them all', async () => {
    const sale = sold(3_000, 3_000);
    const built = await make(askKeys('K0', 'K1'), sale);
    expect(built).toMatchObject({
      ok: false,
      refusal: { code: 'receipt_invoicing_too_many_items', path: 'keys' },
    });
    expect(sale.portions).toEqual([]);
  });
});

describe('a global invoice of more lines than can be added up', () => {
  const heads = Array.from({ length: 60 }, (_, n): ReceiptHead => row(`K${n}`, { item_count: 5_000 }));
  const fakes = { freeOf: async () => heads, heldOf: async () => [], heads: async () => heads };
  const select = (over: object): Promise<Result<readonly ReceiptHead[]>> =>
    new ReceiptSelection({ claimGraceMs: 0 }, fakes as never, fakes as never, {} as never).select(
      { tenant: {} } as never,
      { ...askGlobal, ...over },
      { invoice: 'i', wait: false },
    );

  it('takes the first of them where it may', async () => {
    const selected = await select({ limit_to_max_receipts: true });
    expect(selected.ok && selected.value.length).toBe(MAX_GLOBAL_LINES / 5_000);
  });

  it('is refused else, in words of its own', async () => {
    for (const [over, path] of [
      [{}, 'to'],
      [{ receipts: heads.map(({ id }) => id) }, 'receipts'],
    ] as const)
      expect(await select(over)).toMatchObject({
        ok: false,
        refusal: { code: 'global_invoice_too_many_items', details: [{ path, code: 'too_large' }] },
      });
  });
});
