import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal } from '#kernel';
import { reduceReceipt } from './reduce.js';
import { item } from './testing.js';

describe('giving back some of a sale', () => {
  const sold = [item({ price: '116' }, { quantity: '3', discount: '10' }), item({ price: '50' })];

  it('leaves the rest of each line, with its part of the discount', () => {
    expect(reduceReceipt(sold, [], [{ item: 0, quantity: '1' }])).toEqual({
      ok: true,
      value: {
        items: [{ ...sold[0], quantity: '2', discount: '6.666667' }, sold[1]],
        returned: [{ ...sold[0], quantity: '1', discount: '3.333333' }],
      },
    });
  });

  it('counts what was given back before, among the lines as they were sold', () => {
    const earlier = [{ item: 0, quantity: '3' }];
    expect(reduceReceipt(sold, earlier, [{ item: 1, quantity: '1' }])).toEqual({
      ok: true,
      value: { items: [], returned: [sold[1]] },
    });
  });

  it('gives back no more than there is', () => {
    const earlier = [{ item: 0, quantity: '2' }];
    const lines = [
      { item: 0, quantity: '1' },
      { item: 0, quantity: '0.5' },
      { item: 2, quantity: '1' },
      { item: 1, quantity: '0' },
    ];
    expect(reduceReceipt(sold, earlier, lines)).toMatchObject({
      refusal: {
        code: 'invalid_request',
        details: [
          { path: 'lines[1].quantity', code: 'too_large', params: { max: '0' } },
          { path: 'lines[2].item', code: 'not_found' },
          { path: 'lines[3].quantity', code: 'too_small' },
        ],
      },
    });
  });

  it('divides a discount without losing any of it', () => {
    const line = (n: number) => ({ item: 0, quantity: String(n) });
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        (off, parts) => {
          const quantity = parts.reduce((sum, one) => sum + one, 1);
          const one = item({ price: '200' }, { quantity: String(quantity), discount: String(off / 100) });
          let discounts = 0n;
          parts.forEach((part, index) => {
            const step = reduceReceipt([one], parts.slice(0, index).map(line), [line(part)]);
            if (!step.ok) throw new Error('refused');
            discounts += decimal(step.value.returned[0]?.discount ?? '0');
            if (index === parts.length - 1) discounts += decimal(step.value.items[0]?.discount ?? '0');
          });
          expect(discounts).toBe(decimal(one.discount));
        },
      ),
      { numRuns: 100, seed: 23 },
    );
  });
});
