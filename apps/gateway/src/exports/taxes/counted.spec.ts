import { describe, expect, it } from '@jest/globals';
import type { InvoiceDoc } from '#contracts';
import { ByIssuer, inParts, paidBy } from './counted.js';

const A = '5C5C5C5C-0000-4000-8000-00000000000A';
const B = '5C5C5C5C-0000-4000-8000-00000000000B';

const issued = (tax_id: string, issuer_type: InvoiceDoc['issuer_type'] = 'receiving') => ({
  ...{ uuid: A, issuer_type },
  issuer_info: { tax_id } as InvoiceDoc['issuer_info'],
});

describe('a document that another one names', () => {
  const known = new ByIssuer<string>();
  known.set(issued('URE180429TM6'), 'the invoice');

  it('is known by its UUID, however it is written, to whoever issued it', () => {
    expect(known.named(A, issued('URE180429TM6'))).toBe('the invoice');
    expect(known.named(A.toLowerCase(), issued('URE180429TM6'))).toBe('the invoice');
    expect(known.named(B, issued('URE180429TM6'))).toBeUndefined();
  });

  it('is nothing to another taxpayer, nor to the other side of the books', () => {
    expect(known.named(A, issued('IVD920810GU2'))).toBeUndefined();
    expect(known.named(A, issued('URE180429TM6', 'issuing'))).toBeUndefined();
  });
});

it('payments pay each document once, in capitals as documents are stored', () => {
  const related_documents = [{ uuid: A.toLowerCase() }, { uuid: B }, { uuid: A }];
  const complements = [
    { type: 'pago', data: [{ related_documents }] },
  ] as unknown as InvoiceDoc['complements'];
  expect(paidBy([{ complements }, { complements: [] }])).toEqual([A, B]);
});

it.each([
  [[], []],
  [[1], [[1]]],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3],
    [[1, 2], [3]],
  ],
])('%j comes in parts: %j', async (items, expected) => {
  async function* read(): AsyncGenerator<number> {
    for (const item of items) yield await Promise.resolve(item);
  }
  const parts: number[][] = [];
  for await (const part of inParts(read(), 2)) parts.push(part);
  expect(parts).toEqual(expected);
});
