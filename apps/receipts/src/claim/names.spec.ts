import { describe, expect, it } from '@jest/globals';
import { judgeNamed, notOpen, toNames } from './names.js';
import { askGlobal, askKeys, row } from './testing.js';

const global = { ...askGlobal, receipts: ['id-A', 'id-B', 'id-C'] };
const byIds = { by: 'id', ids: global.receipts } as const;

describe('the receipts that a request names', () => {
  it('count once, are in its order, and may be typed in any case', () => {
    const ask = askKeys('bbb', 'AAA', ' BBB ');
    const names = toNames(ask, ask.receipts);
    expect(names).toEqual([
      { name: 'BBB', path: 'keys[0]' },
      { name: 'AAA', path: 'keys[1]' },
    ]);
    const judged = judgeNamed(ask, names, [row('AAA'), row('BBB')]);
    expect(judged.ok && judged.value.map(({ key }) => key)).toEqual(['BBB', 'AAA']);
  });

  it('are refused together where some are not there, each at its place', () => {
    const ask = askKeys('AAA', 'BBB', 'CCC');
    expect(judgeNamed(ask, toNames(ask, ask.receipts), [row('BBB')])).toMatchObject({
      ok: false,
      refusal: {
        code: 'receipt_keys_not_found',
        details: [
          { code: 'receipt_not_found', path: 'keys[0]' },
          { code: 'receipt_not_found', path: 'keys[2]' },
        ],
      },
    });
    expect(judgeNamed(global, toNames(global, byIds), [row('A'), row('C')])).toMatchObject({
      refusal: { code: 'receipt_not_found', path: 'receipts[1]', location: 'body' },
    });
  });

  it('are refused without a place where the address names them', () => {
    const ask = { ...askKeys(), receipts: { by: 'id', ids: ['id-A'] } as const };
    expect(judgeNamed(ask, toNames(ask, ask.receipts), [])).toEqual({
      ok: false,
      refusal: { code: 'receipt_not_found' },
    });
  });

  it('are refused where one is not open, which says what invoice has it', () => {
    const ask = askKeys('AAA', 'BBB');
    const names = toNames(ask, ask.receipts);
    const invoiced = row('BBB', { status: 'invoiced_globally', invoice_id: 'x', holder: 'x' });
    expect(judgeNamed(ask, names, [row('AAA'), invoiced])).toMatchObject({
      refusal: { code: 'receipt_not_open', path: 'keys[1]', location: 'body', resourceId: 'x' },
    });
    // Being invoiced at this moment, or changed.
    expect(notOpen(names, [row('AAA', { holder: 'y' })]).refusal.resourceId).toBe('y');
    expect(notOpen(names, [row('AAA', { holder: 'change:c' })]).refusal.resourceId).toBeUndefined();
  });

  it('are refused by a global invoice of another period or payment form', () => {
    const ask = { ...global, payment_form: '01' };
    const found = [
      row('A', { date: '2026-12-01T06:00:00.000Z' }),
      row('B', { payment_form: '04' }),
      row('C', { item_count: 0 }),
    ];
    expect(judgeNamed(ask, toNames(ask, byIds), found)).toMatchObject({
      refusal: {
        code: 'invalid_request',
        details: [
          { code: 'invalid_value', path: 'receipts[0]' },
          { code: 'invalid_value', path: 'receipts[1]' },
          { code: 'receipt_not_open', path: 'receipts[2]' },
        ],
      },
    });
    expect(judgeNamed(ask, toNames(ask, byIds), [row('A'), row('B'), row('C')]).ok).toBe(true);
  });
});
