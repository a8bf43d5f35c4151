import { describe, expect, it } from '@jest/globals';
import type { SatStanding } from '#contracts';
import { firstLook, nextLook, windowEnd, type NextLook } from './schedule.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = '2026-11-27T18:00:00.000Z';
const valid: SatStanding = { status: 'valid', checked_at: at, efos: 'not_listed' };
const nothing: SatStanding = { status: null, checked_at: null, efos: null };
const open = { now: new Date(at), end: new Date('2027-04-01T06:00:00Z') };
const past = { now: new Date('2027-04-01T06:00:00Z'), end: open.end };

describe('the window in which a document may be canceled', () => {
  it.each([
    ['EKU9003173C9', '2026-01-15T18:00:00Z', '2027-04-01T06:00:00.000Z'],
    ['CACX7605101P8', '2026-01-15T18:00:00Z', '2027-05-01T06:00:00.000Z'],
    ['EKU9003173C9', '2027-12-31T18:00:00Z', '2028-04-01T06:00:00.000Z'],
  ])('of an issuer %s of %s ends at %s', (issuer_rfc, issued, end) => {
    expect(windowEnd(new Date(issued), { issuer_rfc }).toISOString()).toBe(end);
  });

  it('goes by the year in Mexico: the last evening of a year is of that year', () => {
    expect(windowEnd(new Date('2027-01-01T03:00:00Z'), { issuer_rfc: 'EKU9003173C9' }).getUTCFullYear()).toBe(
      2027,
    );
  });
});

describe('when a document is asked about', () => {
  /** The days after its import at which it is, where each look finds the same. */
  const days = (known: SatStanding, count: number): number[] => {
    const found: number[] = [];
    const first = firstLook(known);
    let sum = first.ms;
    let progress = { step: first.step, misses: 0 };
    for (let n = 0; n < count; n += 1) {
      found.push(sum / DAY);
      const next: NextLook = nextLook(progress, { said: valid, known: valid }, open);
      if (next.kind === 'over') break;
      progress = next;
      sum += next.ms;
    }
    return found;
  };

  it('at once where it is not known, and then after an hour, 1, 3, 7, 15, 30 days and each month', () => {
    expect(days(nothing, 9)).toEqual([0, 1 / 24, 1, 3, 7, 15, 30, 60, 90]);
  });

  it('where the import has asked, after an hour, and so on', () => {
    expect(days(valid, 8)).toEqual([1 / 24, 1, 3, 7, 15, 30, 60, 90]);
  });

  it('is not asked about any more once it is canceled, or its window is over', () => {
    const progress = { step: 3, misses: 0 };
    const canceled: SatStanding = { ...valid, status: 'canceled' };
    expect(nextLook(progress, { said: canceled, known: canceled }, open)).toEqual({ kind: 'over' });
    expect(nextLook(progress, { said: valid, known: valid }, past)).toEqual({ kind: 'over' });
  });

  it('twice a day while a cancellation is in process, however long that takes', () => {
    const pending: SatStanding = { ...valid, cancellation: 'pending' };
    for (const window of [open, past])
      expect(nextLook({ step: 9, misses: 0 }, { said: pending, known: pending }, window)).toMatchObject({
        kind: 'in',
        ms: 12 * HOUR,
      });
  });

  it('again soon where nobody answered, and its step is not lost; after the window not for ever', () => {
    const waits = [0, 1, 2, 3, 9].map((misses) =>
      nextLook({ step: 2, misses }, { said: nothing, known: valid }, open),
    );
    expect(waits.map((next) => next.kind === 'in' && next.ms / HOUR)).toEqual([0.25, 1, 6, 24, 24]);
    expect(waits[0]).toMatchObject({ step: 2, misses: 1 });
    expect(nextLook({ step: 2, misses: 31 }, { said: nothing, known: valid }, past)).toEqual({
      kind: 'over',
    });
    expect(nextLook({ step: 2, misses: 31 }, { said: nothing, known: valid }, open).kind).toBe('in');
  });
});
