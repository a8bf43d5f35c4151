import { describe, expect, it } from '@jest/globals';
import { offUnpaid, type CreditNote, type OwedInvoice } from './unpaid.js';

const pesos = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n;
const note = (uuid: string, day: string, total: number, over: Partial<CreditNote> = {}): CreditNote => ({
  ...{ uuid, day: `2026-11-${day}`, currency: 'MXN', total: pesos(total), names: ['A'] },
  ...over,
});
/** An invoice of 1160.00 MXN. */
const owed = (...payments: readonly (readonly [day: string, amount: number])[]): OwedInvoice => ({
  ...{ currency: 'MXN', total: pesos(1160) },
  payments: payments.map(([day, amount]) => ({ day: `2026-11-${day}`, amount: pesos(amount) })),
});
const off = (notes: readonly CreditNote[], invoices: Readonly<Record<string, OwedInvoice>>) =>
  Object.fromEntries(
    [...offUnpaid(notes, new Map(Object.entries(invoices)))].map(([uuid, { amount, invoices: named }]) => [
      uuid,
      [Number(amount) / 1e6, named],
    ]),
  );

describe('a credit note of an invoice that is paid later', () => {
  it('gives nothing back while nobody has paid', () =>
    expect(off([note('n', '10', 116)], { A: owed() })).toEqual({ n: [116, ['A']] }));

  it('gives all of it back once the invoice is paid', () =>
    expect(off([note('n', '10', 116)], { A: owed(['05', 1160]) })).toEqual({}));

  it('gives back what exceeds the unpaid rest', () =>
    expect(off([note('n', '10', 500)], { A: owed(['05', 1000]) })).toEqual({ n: [160, ['A']] }));

  it('comes after the payments of its day and before later ones, so a month that is over stays', () => {
    expect(off([note('n', '10', 116)], { A: owed(['10', 1160]) })).toEqual({});
    expect(off([note('n', '10', 116)], { A: owed(['11', 1160]) })).toEqual({ n: [116, ['A']] });
  });

  it('finds the rest smaller by notes before it, whichever day is given first', () => {
    const notes = [note('later', '12', 1000), note('first', '10', 700)];
    expect(off(notes, { A: owed() })).toEqual({ first: [700, ['A']], later: [460, ['A']] });
    // What was given back has no part in it.
    const paid = { A: owed(['05', 1160]) };
    expect(off(notes, paid)).toEqual({});
  });

  it('takes from each invoice that it names, once, and from no other and no other currency', () => {
    const notes = [note('n', '10', 2000, { names: ['A', 'A', 'B', 'unknown'] })];
    expect(off(notes, { A: owed(), B: owed(['01', 660]), C: owed() })).toEqual({ n: [1660, ['A', 'B']] });
    expect(off([note('n', '10', 5, { currency: 'USD' })], { A: owed() })).toEqual({});
  });

  it('takes nothing off an invoice that was paid twice', () =>
    expect(off([note('n', '10', 116)], { A: owed(['01', 1160], ['02', 1160]) })).toEqual({}));
});
