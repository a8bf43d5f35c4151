import { describe, expect, it } from '@jest/globals';
import { expiryOf } from './expiry.js';
import { globalDateOf, globalPeriodOf, periodicityProblems, type AskedPeriod } from './global-period.js';
import type { Periodicity } from '#contracts';
import { lastCompletePeriod, periodAround } from './periods.js';

const MEXICO = 'America/Mexico_City';
const at = (text: string): Date => new Date(text);

describe('the period around an instant', () => {
  it.each<[Periodicity, string, string, string, string]>([
    ['day', '2026-11-21T18:00:00Z', '2026-11-21', '2026-11-21', '11'],
    // Late in the evening of the 30th it is the 1st in UTC.
    ['day', '2026-12-01T05:59:59Z', '2026-11-30', '2026-11-30', '11'],
    ['day', '2026-12-01T06:00:00Z', '2026-12-01', '2026-12-01', '12'],
    ['week', '2026-11-22T18:00:00Z', '2026-11-16', '2026-11-22', '11'],
    ['week', '2026-11-23T18:00:00Z', '2026-11-23', '2026-11-29', '11'],
    // From November to December: its month is that of its last day.
    ['week', '2026-11-30T18:00:00Z', '2026-11-30', '2026-12-06', '12'],
    ['fortnight', '2026-11-15T18:00:00Z', '2026-11-01', '2026-11-15', '11'],
    ['fortnight', '2028-02-16T18:00:00Z', '2028-02-16', '2028-02-29', '02'],
    ['month', '2026-02-10T18:00:00Z', '2026-02-01', '2026-02-28', '02'],
    ['two_months', '2026-02-10T18:00:00Z', '2026-01-01', '2026-02-28', '13'],
    ['two_months', '2026-11-10T18:00:00Z', '2026-11-01', '2026-12-31', '18'],
  ])('%s around %s is %s to %s, months %s', (periodicity, instant, first, last, months) => {
    const period = periodAround(at(instant), periodicity, MEXICO);
    expect(period).toMatchObject({ first, last, global: { periodicity, months } });
  });

  it('begins and ends at local midnight, also where the clock changes within it', () => {
    // Tijuana changes its clock with California: 31 days and one hour, or less one.
    expect(periodAround(at('2026-11-10T18:00:00Z'), 'month', 'America/Tijuana')).toMatchObject({
      from: at('2026-11-01T07:00:00Z'),
      until: at('2026-12-01T08:00:00Z'),
    });
    expect(periodAround(at('2026-03-10T18:00:00Z'), 'month', 'America/Tijuana')).toMatchObject({
      from: at('2026-03-01T08:00:00Z'),
      until: at('2026-04-01T07:00:00Z'),
    });
    // Mexico City has no summer time since 2022.
    expect(periodAround(at('2026-07-10T18:00:00Z'), 'month', MEXICO)).toMatchObject({
      from: at('2026-07-01T06:00:00Z'),
      until: at('2026-08-01T06:00:00Z'),
    });
  });

  it('begins when the clock first shows the day, where midnight is skipped', () => {
    // In Santiago the clock went from 23:59:59 to 01:00 on the 6th of September 2026.
    const { from, until } = periodAround(at('2026-09-06T15:00:00Z'), 'day', 'America/Santiago');
    expect((until.getTime() - from.getTime()) / 3_600_000).toBe(23);
    expect(from).toEqual(at('2026-09-06T04:00:00Z'));
  });

  it('leaves no instant between two periods', () => {
    for (const periodicity of ['day', 'week', 'fortnight', 'month', 'two_months'] as const) {
      let period = periodAround(at('2026-01-01T12:00:00Z'), periodicity, 'America/Tijuana');
      for (let n = 0; n < 400 && period.from < at('2027-02-01T00:00:00Z'); n += 1) {
        const next = periodAround(period.until, periodicity, 'America/Tijuana');
        expect(next.from).toEqual(period.until);
        period = next;
      }
    }
  });

  it('the last complete one ended before now', () => {
    const now = at('2027-01-03T18:00:00Z');
    expect(lastCompletePeriod(now, 'month', MEXICO)).toMatchObject({
      ...{ first: '2026-12-01', last: '2026-12-31' },
      global: { months: '12', year: 2026 },
    });
    expect(lastCompletePeriod(now, 'week', MEXICO)).toMatchObject({
      first: '2026-12-21',
      last: '2026-12-27',
    });
    expect(lastCompletePeriod(now, 'day', MEXICO)).toMatchObject({ first: '2027-01-02' });
  });
});

describe('a receipt expires', () => {
  it.each([
    ['at the end of the seventh day', '2026-11-10T18:00:00Z', 'month', 7, '2026-11-18T05:59:59.999Z'],
    [
      'with its period, where that ends earlier',
      '2026-11-28T18:00:00Z',
      'month',
      7,
      '2026-12-01T05:59:59.999Z',
    ],
    [
      'with its period, where no days are set',
      '2026-11-10T18:00:00Z',
      'month',
      0,
      '2026-12-01T05:59:59.999Z',
    ],
    [
      'on its own day, where that is the period',
      '2026-11-11T05:59:00Z',
      'day',
      7,
      '2026-11-11T05:59:59.999Z',
    ],
    [
      'by the day where it was sold, not that of UTC',
      '2026-12-01T03:00:00Z',
      'month',
      7,
      '2026-12-01T05:59:59.999Z',
    ],
  ] as const)('%s', (_, date, periodicity, duration_days, expires) => {
    expect(expiryOf(at(date), { periodicity, duration_days, time_zone: MEXICO }).toISOString()).toBe(expires);
  });
});

describe('the period of a global invoice', () => {
  const now = at('2026-11-21T18:00:00Z');
  const ask = (
    asked: AskedPeriod,
    over: { periodicity?: Periodicity; taxSystem?: string; now?: Date } = {},
  ) =>
    globalPeriodOf(asked, { ...{ periodicity: 'month', timeZone: MEXICO, taxSystem: '601', now }, ...over });

  it.each<[string, AskedPeriod, object]>([
    ['the last complete one', {}, { first: '2026-10-01', last: '2026-10-31', global: { months: '10' } }],
    ['of another periodicity', { periodicity: 'week' }, { first: '2026-11-09', last: '2026-11-15' }],
    [
      'the days asked for',
      { from: '2026-11-03', to: '2026-11-09' },
      { first: '2026-11-03', last: '2026-11-09' },
    ],
    ['to the end of its period', { from: '2026-11-03' }, { first: '2026-11-03', last: '2026-11-30' }],
    ['from where its period begins', { to: '2026-11-09' }, { first: '2026-11-01', last: '2026-11-09' }],
    [
      'local days of instants',
      { from: '2026-11-04T03:00:00Z', to: '2026-11-09T12:00:00-06:00' },
      { first: '2026-11-03', last: '2026-11-09' },
    ],
    [
      'a week from one year to the next, of its last day',
      { from: '2025-12-29', to: '2026-01-04', periodicity: 'week' },
      { global: { periodicity: 'week', months: '01', year: 2026 } },
    ],
    [
      'the same, in the month where it began',
      { from: '2025-12-29', to: '2026-01-04', periodicity: 'week', months: '12' },
      { global: { periodicity: 'week', months: '12', year: 2025 } },
    ],
  ])('is %s', (_, asked, expected) => {
    expect(ask(asked)).toMatchObject({ ok: true, value: expected });
  });

  it.each<[string, AskedPeriod, object]>([
    [
      'a year',
      { periodicity: 'year' },
      { code: 'invalid_request', path: 'periodicity', details: [{ code: 'invalid_value' }] },
    ],
    [
      'two months, of who may not',
      { periodicity: 'two_months' },
      { code: 'invalid_request', path: 'periodicity' },
    ],
    ['no date', { from: '2026-02-30' }, { code: 'invalid_date', path: 'from' }],
    [
      'an end before its beginning',
      { from: '2026-11-09', to: '2026-11-03' },
      { code: 'invalid_date_range', path: 'from' },
    ],
    [
      'days of two periods',
      { from: '2026-10-31', to: '2026-11-03' },
      { code: 'invalid_global_invoice_period', path: 'to', params: { period: 'month' } },
    ],
    [
      'a month that it is not in',
      { from: '2026-11-03', months: '10' },
      { path: 'months', details: [{ params: { values: '11' } }] },
    ],
    ['a month that is none', { from: '2026-11-03', months: '19' }, { path: 'months' }],
    ['a period of long ago', { from: '2024-12-01' }, { path: 'to', details: [{ code: 'too_small' }] }],
    ['a period of years to come', { from: '2027-01-01' }, { path: 'to', details: [{ code: 'too_large' }] }],
    ['another year', { from: '2026-11-03', year: 2025 }, { path: 'year' }],
  ])('is not %s', (_, asked, refusal) => {
    expect(ask(asked)).toMatchObject({ ok: false, refusal });
  });

  it('is two months for regime 621', () => {
    expect(ask({}, { periodicity: 'two_months', taxSystem: '621' })).toMatchObject({
      value: { first: '2026-09-01', last: '2026-10-31', global: { months: '17' } },
    });
    expect(periodicityProblems('two_months', '626')).toMatchObject([
      { path: 'periodicity', code: 'invalid_value' },
    ]);
    expect(periodicityProblems('two_months', '621')).toEqual([]);
  });

  it('dates the invoice at its last second, within what the tax authority takes', () => {
    const dated = (day: string) => globalDateOf(day, MEXICO, now);
    expect(dated('2026-11-20')).toBe('2026-11-21T05:59:59.000Z');
    expect(dated('2026-11-18')).toBe('2026-11-19T05:59:59.000Z');
    // Three days ago, and today, which has not ended.
    expect(dated('2026-11-17')).toBeNull();
    expect(dated('2026-11-21')).toBeNull();
  });
});
