import { describe, expect, it } from '@jest/globals';
import { field, refuse } from '#kernel';
import { eligibleAfter } from './eligible.js';

const refusalOf = (code: 'receipt_not_open' | 'receipt_keys_not_found', ...paths: string[]) =>
  refuse(code, { details: paths.map((path) => field(path, 'not_found')) }).refusal;

describe('receipts that a preview shows', () => {
  it('are those that the refusal does not name', () => {
    expect(eligibleAfter(refusalOf('receipt_not_open', 'keys[0]', 'keys[2]'), ['A', 'B', 'C'])).toEqual([
      'B',
    ]);
    expect(eligibleAfter(refusalOf('receipt_keys_not_found', 'keys[0]'), ['A'])).toEqual([]);
  });

  it('do not have a refused key in another place of the list', () => {
    expect(eligibleAfter(refusalOf('receipt_not_open', 'keys[1]'), ['A', 'b', 'B'])).toEqual(['A']);
  });

  it('are none to be found out by a refusal of the whole', () => {
    expect(eligibleAfter(refuse('receipt_invoicing_too_many_items').refusal, ['A'])).toBeUndefined();
    expect(eligibleAfter(refuse('receipt_not_open').refusal, ['A'])).toBeUndefined();
  });
});
