import { describe, expect, it } from '@jest/globals';
import { emptyAddress } from '#contracts';
import { instantsAround, localTimeOf, MONTH } from './month.js';

/** Tijuana, Ciudad de México, Cancún: the zones of Mexico from the west to the east. */
const ZIPS = ['22000', '06000', '77500'];
const at = (zip: string) => ({ address: { ...emptyAddress, zip }, issuer_info: null });

describe('a month', () => {
  it.each(ZIPS)('has all its local times between its instants, from the first to the last: %s', (zip) => {
    for (const month of ['2026-11', '2026-12', '2027-02', '2026-07']) {
      const { from, until } = instantsAround(month);
      const times = [from.getTime() - 1_000, until.getTime()].map((time) =>
        localTimeOf(at(zip), new Date(time).toISOString()),
      );
      // What is beyond them is of another month.
      for (const time of times) expect(time.startsWith(month)).toBe(false);
    }
  });

  it('is that of the place of issue', () => {
    const night = '2026-12-01T06:30:00.000Z';
    expect(ZIPS.map((zip) => localTimeOf(at(zip), night))).toEqual([
      '2026-11-30T22:30:00',
      '2026-12-01T00:30:00',
      '2026-12-01T01:30:00',
    ]);
    // Of no known place: central Mexico.
    expect(localTimeOf(at('00000'), night)).toBe('2026-12-01T00:30:00');
  });

  it.each(['2026-00', '2026-13', '1999-12', '2026-1', ' 2026-01', '2026-01\n'])('is not %j', (text) =>
    expect(MONTH.test(text)).toBe(false),
  );
});
