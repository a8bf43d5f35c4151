import { describe, expect, it } from '@jest/globals';
import { centralTime, localClocks } from './place-of-issue.js';

const clocks = (postalCode: string, instant: string) => {
  const { earliest, latest } = localClocks(postalCode, Date.parse(instant));
  return [earliest, latest].map((ms) => new Date(ms).toISOString().slice(11, 16));
};

describe('local clocks of a place of issue', () => {
  it.each([
    ['06600', '2026-11-21T18:00:00Z', ['12:00', '12:00']],
    ['77500', '2026-11-21T18:00:00Z', ['13:00', '13:00']],
    ['22000', '2026-11-21T18:00:00Z', ['10:00', '10:00']],
    ['22000', '2026-07-01T18:00:00Z', ['11:00', '11:00']],
    ['83000', '2026-07-01T18:00:00Z', ['11:00', '11:00']],
    ['88000', '2026-07-01T18:00:00Z', ['12:00', '13:00']],
    ['32000', '2026-11-21T18:00:00Z', ['11:00', '12:00']],
  ])('%s at %s', (postalCode, instant, expected) => expect(clocks(postalCode, instant)).toEqual(expected));

  it('stamps in the time of central Mexico, which keeps no summer time', () => {
    expect(centralTime(new Date('2026-11-22T05:59:59.900Z'))).toBe('2026-11-21T23:59:59');
    expect(centralTime(new Date('2026-07-01T06:00:00Z'))).toBe('2026-07-01T00:00:00');
  });
});
