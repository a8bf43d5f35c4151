import { describe, expect, it } from '@jest/globals';
import { monthOf, zipName } from './month.js';

describe('a month', () => {
  it.each([
    [2026, 11, 'America/Mexico_City', '2026-11-01T06:00:00.000Z', '2026-12-01T05:59:59.999Z'],
    [2024, 2, 'America/Mexico_City', '2024-02-01T06:00:00.000Z', '2024-03-01T05:59:59.999Z'],
    // Summer time begins within it, at the border.
    [2026, 3, 'America/Tijuana', '2026-03-01T08:00:00.000Z', '2026-04-01T06:59:59.999Z'],
    [2026, 1, 'America/Cancun', '2026-01-01T05:00:00.000Z', '2026-02-01T04:59:59.999Z'],
    [2000, 1, 'UTC', '2000-01-01T00:00:00.000Z', '2000-01-31T23:59:59.999Z'],
    // The last one ends where years of four digits end.
    [9999, 12, 'America/Mexico_City', '9999-12-01T06:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ])('%d-%d in %s', (year, month, zone, start_date, end_date) => {
    expect(monthOf(year, month, zone)).toEqual({ start_date, end_date });
  });

  it('names its file', () =>
    expect([zipName(2026, 3), zipName(2026, 12)]).toEqual(['2026-03.zip', '2026-12.zip']));
});
