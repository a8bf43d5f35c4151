import { describe, expect, it, jest } from '@jest/globals';
import { instantOf, localDateTime } from './local-time.js';

const local = (utc: string, zone: string) => localDateTime(new Date(utc), zone);
const utc = (text: string, zone: string) => instantOf(text, zone).toISOString();

describe('local time', () => {
  it('has had no summer time in the interior since 2022-10-30', () => {
    expect(local('2022-07-01T12:00:00Z', 'America/Mexico_City')).toBe('2022-07-01T07:00:00');
    expect(local('2026-07-01T12:00:00Z', 'America/Mexico_City')).toBe('2026-07-01T06:00:00');
    expect(local('2026-07-01T12:00:00Z', 'America/Chihuahua')).toBe('2026-07-01T06:00:00');
    expect(local('2026-07-01T12:00:00Z', 'America/Mazatlan')).toBe('2026-07-01T05:00:00');
    expect(local('2026-07-01T12:00:00Z', 'America/Cancun')).toBe('2026-07-01T07:00:00');
    expect(local('2026-07-01T12:00:00Z', 'America/Hermosillo')).toBe('2026-07-01T05:00:00');
  });

  it('keeps summer time at the northern border', () => {
    for (const [zone, summer, winter] of [
      ['America/Tijuana', '05', '04'],
      ['America/Ciudad_Juarez', '06', '05'],
      ['America/Ojinaga', '07', '06'],
      ['America/Matamoros', '07', '06'],
    ] as const) {
      expect(local('2026-07-01T12:00:00Z', zone)).toBe(`2026-07-01T${summer}:00:00`);
      expect(local('2026-01-01T12:00:00Z', zone)).toBe(`2026-01-01T${winter}:00:00`);
    }
  });

  it('drops the milliseconds and is right to the second around a change', () => {
    // Tijuana, 2026-03-08: 01:59:59 is followed by 03:00:00.
    expect(local('2026-03-08T09:59:59.999Z', 'America/Tijuana')).toBe('2026-03-08T01:59:59');
    expect(local('2026-03-08T10:00:00.000Z', 'America/Tijuana')).toBe('2026-03-08T03:00:00');
  });

  it('reads a local time back', () => {
    expect(utc('2026-11-21T09:30:15', 'America/Mexico_City')).toBe('2026-11-21T15:30:15.000Z');
    expect(utc('2026-03-08T01:59:59', 'America/Tijuana')).toBe('2026-03-08T09:59:59.000Z');
    expect(utc('2026-03-08T03:00:00', 'America/Tijuana')).toBe('2026-03-08T10:00:00.000Z');
  });

  it('takes the first of a repeated time and moves a skipped one forward', () => {
    // 2026-11-01: 02:00 PDT is 01:00 PST again.
    expect(utc('2026-11-01T01:30:00', 'America/Tijuana')).toBe('2026-11-01T08:30:00.000Z');
    expect(utc('2026-11-01T02:00:00', 'America/Tijuana')).toBe('2026-11-01T10:00:00.000Z');
    expect(utc('2026-03-08T02:30:00', 'America/Tijuana')).toBe('2026-03-08T10:30:00.000Z');
  });

  it('is its own inverse on every hour of a year, except the repeated hour', () => {
    for (const zone of ['America/Tijuana', 'America/Mexico_City', 'America/Ciudad_Juarez']) {
      const strays: string[] = [];
      const end = Date.UTC(2027, 0, 1);
      for (let ms = Date.UTC(2026, 0, 1); ms < end; ms += 3_600_000)
        if (instantOf(localDateTime(new Date(ms), zone), zone).getTime() !== ms)
          strays.push(new Date(ms).toISOString());
      expect(strays).toHaveLength(zone === 'America/Mexico_City' ? 0 : 1);
    }
  });

  it.each(['2026-02-30T00:00:00', '2026-01-01', '2026-01-01T24:00:00', '2026-01-01T00:00:00Z', 'now', ''])(
    'refuses %j',
    (text) => expect(() => instantOf(text, 'America/Cancun')).toThrow(RangeError),
  );

  it('makes its formatters once', () => {
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    for (let i = 0; i < 20_000; i += 1)
      for (const zone of ['America/Mexico_City', 'America/Ojinaga'])
        localDateTime(new Date(Date.UTC(2026, 0, 1) + i * 60_000), zone);
    expect(made.mock.calls.length).toBeLessThanOrEqual(2);
    made.mockRestore();
  });

  it('refuses an unknown zone', () => {
    expect(() => localDateTime(new Date(0), 'America/Macondo')).toThrow(RangeError);
    expect(() => localDateTime(new Date(NaN), 'America/Cancun')).toThrow(RangeError);
  });
});
