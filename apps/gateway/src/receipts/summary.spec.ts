import { describe, expect, it } from '@jest/globals';
import { MOST_DAYS, summaryDays, summaryOf, type SummaryGroup } from './summary.js';

const ZONE = 'America/Mexico_City';
/** Still the 25th in Mexico. */
const NOW = new Date('2026-11-26T05:30:00.000Z');
const days = (query: { from?: string; to?: string }, zone = ZONE) => summaryDays(query, NOW, zone);
const refused = (query: { from?: string; to?: string }) => {
  const asked = days(query);
  return asked.ok ? [] : [asked.refusal.code, asked.refusal.path];
};

describe('the days of a summary', () => {
  it('are today, where the organization is', () => {
    expect(days({})).toMatchObject({
      value: {
        days: ['2026-11-25'],
        bounds: [new Date('2026-11-25T06:00:00.000Z'), new Date('2026-11-26T06:00:00.000Z')],
      },
    });
    expect(days({}, 'Asia/Tokyo')).toMatchObject({ value: { days: ['2026-11-26'] } });
  });

  it('are those of a range, with both its ends', () => {
    expect(days({ from: '2026-11-30', to: '2026-12-02' })).toMatchObject({
      value: { days: ['2026-11-30', '2026-12-01', '2026-12-02'] },
    });
    expect(days({ from: '2026-02-28' })).toMatchObject({ value: { days: ['2026-02-28'] } });
    expect(days({ from: '2026-11-26T05:00:00Z' })).toMatchObject({ value: { days: ['2026-11-25'] } });
  });

  it('are as long as the clock says where it changes', () => {
    const asked = days({ from: '2026-03-08' }, 'America/Tijuana');
    const [from, until] = asked.ok ? asked.value.bounds : [];
    expect((until?.getTime() ?? 0) - (from?.getTime() ?? 0)).toBe(23 * 3_600_000);
  });

  it.each<[string, { from?: string; to?: string }, string[]]>([
    ['no date', { from: '2026-02-30' }, ['invalid_date', 'from']],
    ['no date at its end', { to: 'x' }, ['invalid_date', 'to']],
    ['an end before its start', { from: '2026-11-02', to: '2026-11-01' }, ['invalid_date_range', 'to']],
    ['an end before today alone', { to: '2026-11-24' }, ['invalid_date_range', 'to']],
    ['more than two months', { from: '2026-01-01', to: '2026-03-04' }, ['date_range_too_large', 'to']],
    ['all of time', { from: '0001-01-01', to: '9999-12-31' }, ['date_range_too_large', 'to']],
  ])('are refused with %s', (_, query, told) => expect(refused(query)).toEqual(told));

  it('may be the longest period that receipts are invoiced by', () => {
    const asked = days({ from: '2026-07-01', to: '2026-08-31' });
    expect(asked.ok && asked.value.days.length).toBe(MOST_DAYS);
  });
});

describe('the sums', () => {
  const group = (patch: Partial<SummaryGroup>): SummaryGroup => ({
    ...{ day: 1, branch: 'Centro', payment_form: '01', status: 'open', currency: 'MXN' },
    ...{ receipts: 1, total: '0.1' },
    ...patch,
  });
  const asked = days({ from: '2026-11-24', to: '2026-11-25' });
  if (!asked.ok) throw new Error('these are days');
  const summary = summaryOf(asked.value, [
    group({}),
    group({ payment_form: '04', total: '0.2' }),
    group({ day: 2, status: 'invoiced_globally', receipts: 3, total: '10' }),
    group({ day: 2, branch: null, status: 'canceled', total: '1000' }),
    group({ day: 2, branch: null, currency: 'USD', total: '5' }),
  ]);

  it('are exact, one for each currency, without canceled sales but where those are named', () => {
    expect(summary.totals).toEqual([
      { currency: 'MXN', receipts: 5, total: 10.3 },
      { currency: 'USD', receipts: 1, total: 5 },
    ]);
    expect(summary.by_status).toEqual([
      { status: 'open', currency: 'MXN', receipts: 2, total: 0.3 },
      { status: 'invoiced_globally', currency: 'MXN', receipts: 3, total: 10 },
      { status: 'canceled', currency: 'MXN', receipts: 1, total: 1000 },
      { status: 'open', currency: 'USD', receipts: 1, total: 5 },
    ]);
    expect(summary.by_branch).toEqual([
      { branch: 'Centro', currency: 'MXN', receipts: 5, total: 10.3 },
      { branch: null, currency: 'USD', receipts: 1, total: 5 },
    ]);
    expect(summary.by_payment_form.map(({ payment_form, total }) => [payment_form, total])).toEqual([
      ...[['01', 10.1] as const, ['04', 0.2] as const, ['01', 5] as const],
    ]);
  });

  it('have every day, each with its rows', () => {
    expect(summary.days.map(({ date, rows }) => [date, rows.length])).toEqual([
      ...[['2026-11-24', 2] as const, ['2026-11-25', 3] as const],
    ]);
    expect(summary).toMatchObject({ from: '2026-11-24', to: '2026-11-25', timezone: ZONE });
    expect(summary.days[0]?.rows[0]).toEqual({
      ...{ branch: 'Centro', payment_form: '01', status: 'open', currency: 'MXN', receipts: 1, total: 0.1 },
    });
  });
});
