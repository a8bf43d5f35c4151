import { describe, expect, it } from '@jest/globals';
import { readPast, readPeriod } from './period.js';

const ZONE = 'America/Mexico_City';
const now = new Date('2026-11-26T18:00:00.000Z');
const periodOf = (from: string, to?: string) => readPeriod({ from, to }, ZONE, now);

describe('the period of a replay', () => {
  it.each([
    ['2026-11-25', undefined, '2026-11-25T06:00:00.000Z', '2026-11-26T18:00:00.000Z'],
    ['2026-11-25T10:00:00', '2026-11-25T11:00:00Z', undefined, undefined],
    ['2026-11-25T10:00:00Z', '2026-11-25', '2026-11-25T10:00:00.000Z', undefined],
    ['2026-11-25T10:00:00Z', '2027-01-01', '2026-11-25T10:00:00.000Z', '2027-01-01T06:00:00.000Z'],
  ])('from %s to %s', (from, to, expectedFrom, expectedTo) => {
    const read = periodOf(from, to);
    if (!expectedTo)
      expect(read).toMatchObject({ ok: false, refusal: { code: 'invalid_date_range', path: 'to' } });
    else expect(read).toEqual({ ok: true, value: { from: expectedFrom, to: expectedTo } });
  });

  it.each([
    ['2026-02-30', undefined, 'from'],
    ['2026-11-25', '2026-11-31', 'to'],
  ])('has days that exist: %s, %s', (from, to, path) =>
    expect(periodOf(from, to)).toMatchObject({ refusal: { code: 'invalid_date', path, location: 'body' } }),
  );

  it('does not begin in the future', () => {
    const details = [{ path: 'from', code: 'invalid_value', location: 'body' }];
    expect(periodOf('2026-11-27')).toMatchObject({ refusal: { code: 'invalid_request', details } });
  });
});

describe('an instant of the past', () => {
  it('is local to the organization where it has no zone', () =>
    expect(readPast('since', '2026-11-25', ZONE, now)).toEqual({
      ...{ ok: true, value: new Date('2026-11-25T06:00:00.000Z') },
    }));

  it('is not a millisecond ahead', () => {
    expect(readPast('since', now.toISOString(), ZONE, now).ok).toBe(true);
    expect(readPast('since', '2026-11-26T18:00:00.001Z', ZONE, now)).toMatchObject({
      refusal: { code: 'invalid_request', details: [{ path: 'since', code: 'invalid_value' }] },
    });
  });
});
