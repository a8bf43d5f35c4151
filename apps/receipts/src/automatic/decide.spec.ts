import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import { periodAround } from '#billing';
import type { GlobalsEvent, Periodicity } from '#contracts';
import { globalsDecider, type GlobalsCommand, type Look } from './decide.js';
import { periodOf } from './globals.js';
import { periodAfter, toReceiptPeriod } from './periods.js';
import { dueAt } from './times.js';

const ID = '66f0c0c0c0c0c0c0c0c00000';
const ZONE = 'America/Mexico_City';
const settings = (periodicity: Periodicity) => ({
  receipts: { periodicity, duration_days: 7, auto_global_invoice: true },
  time_zone: ZONE,
});
const at = '2026-11-10T18:00:00.000Z';
const november = toReceiptPeriod(periodAround(new Date(at), 'month', ZONE));
const december = periodAfter(november, settings('month'));
const { until } = november;
const due = dueAt(november, ID);
const later = (hours: number, from = until) => new Date(Date.parse(from) + hours * 3_600_000).toISOString();

const opened: GlobalsEvent = {
  type: 'ReceiptPeriodOpened',
  data: { period: november, warn_at: later(-24), due_at: due, at },
};
const note = (look: Look, when = due): GlobalsCommand => ({
  ...{ type: 'note', id: ID, until, look, next: december, at: when },
});
const asked = (number: number): Look => ({ kind: 'asked', number, invoice: `i${number}`, receipts: 5_000 });
const notMade: Look = {
  kind: 'not-made',
  number: 1,
  invoice: 'i1',
  code: 'organization_incomplete',
  details: [],
};
const left = (pending = false): Look => ({ kind: 'nothing-left', pending, leftOut: [] });
/** What comes of looks, one after the other, each at its hour after the end. */
const after = (...looks: readonly [hours: number, look: Look][]): readonly GlobalsEvent[] =>
  looks.reduce<readonly GlobalsEvent[]>(
    (events, [hours, look]) => [
      ...events,
      ...given(globalsDecider, events)
        .when(note(look, later(hours)))
        .events(),
    ],
    [opened],
  );

describe('automatic global invoices', () => {
  it('begin with the period of now, which is told of the day before its end', () =>
    given(globalsDecider).when({ type: 'open', id: ID, period: november, at }).then([opened]));

  it('of days are told of beforehand by nobody: they have no day before', () => {
    const period = toReceiptPeriod(periodAround(new Date(at), 'day', ZONE));
    const [event] = given(globalsDecider).when({ type: 'open', id: ID, period, at }).events();
    expect(event).toMatchObject({ data: { warn_at: null } });
  });

  it('end their period as it was begun, whatever is set meanwhile', () =>
    given(globalsDecider, [opened]).when({ type: 'open', id: ID, period: december, at }).then([]));

  it('are due in the first hour after midnight, each organization in a minute of its own', () => {
    const minutes = ['00', '07', '1f', 'ff'].map((end) =>
      Date.parse(dueAt(november, `${ID.slice(0, -2)}${end}`)),
    );
    for (const one of minutes) expect(one - Date.parse(until)).toBeLessThan(3_600_000);
    expect(new Set(minutes).size).toBeGreaterThan(2);
    expect(until).toBe('2026-12-01T06:00:00.000Z');
  });
});

describe('a look at a period that is over', () => {
  it('opens the next one, and says what was made', () =>
    given(globalsDecider, [opened])
      .when(note(asked(1)))
      .then([
        {
          type: 'ReceiptPeriodOpened',
          data: {
            period: december,
            warn_at: later(-24, december.until),
            due_at: dueAt(december, ID),
            at: due,
          },
        },
        { type: 'GlobalInvoiceAsked', data: { until, number: 1, invoice: 'i1', receipts: 5_000, at: due } },
      ]));

  it('that comes too early, twice, of a closed or unknown period, or after it was switched off: changes nothing', () => {
    const then = (events: readonly GlobalsEvent[], command: GlobalsCommand) =>
      given(globalsDecider, events).when(command).then([]);
    then([opened], note(asked(1), at));
    then(after([1, asked(1)]), note(asked(1), later(1)));
    then([], note(asked(1)));
    then([opened, { type: 'AutomaticGlobalsEnded', data: { at } }], note(asked(1)));
    then(after([1, left()], [2, left()], [20, left()]), note(left(), later(21)));
  });

  it('numbers its invoices, in portions, until nothing is left', () => {
    const events = after([1, asked(1)], [1, asked(2)], [1, left()]);
    expect(events.slice(2).map(({ type }) => type)).toEqual([
      ...['GlobalInvoiceAsked', 'GlobalInvoiceAsked', 'ReceiptPeriodSwept'],
    ]);
    expect(periodOf(fold(globalsDecider, events), until)).toMatchObject({ nextNumber: 3, dueAt: later(2) });
  });

  it('looks again two and twenty hours after the end, and closes it with its invoices', () => {
    const events = after([1, asked(1)], [1, left()], [2, left()], [20, left()]);
    expect(events.at(-1)).toEqual({
      type: 'ReceiptPeriodClosed',
      data: { until, invoices: ['i1'], left_out: [], at: later(20) },
    });
  });

  it('stays as long as the outcome of an invoice is open', () => {
    const events = after([1, asked(1)], [1, left(true)], [2, left(true)], [20, left(true)]);
    expect(events.at(-1)).toMatchObject({ type: 'ReceiptPeriodSwept', data: { next_at: later(21) } });
  });

  it('tries again what was not made, with growing pauses and another number; in the end it is told and given up', () => {
    let events: readonly GlobalsEvent[] = [opened];
    const pauses: (number | null)[] = [];
    let when = later(1);
    for (let tries = 0; tries < 9; tries += 1) {
      const made = given(globalsDecider, events).when(note(notMade, when)).events();
      events = [...events, ...made];
      const last = made.at(-1);
      if (last?.type !== 'GlobalInvoiceNotMade') throw new Error('nothing was noted');
      const { next_at } = last.data;
      pauses.push(next_at === null ? null : (Date.parse(next_at) - Date.parse(when)) / 60_000);
      when = next_at ?? when;
    }
    expect(pauses).toEqual([5, 15, 60, 180, 360, 720, 1_440, 1_440, null]);
    const known = periodOf(fold(globalsDecider, events), until);
    expect(known).toMatchObject({ status: 'closed', nextNumber: 2 });
    given(globalsDecider, events)
      .when(note(left(), later(200)))
      .then([]);
  });

  it('does not count an invoice that failed after it was asked for', () => {
    const failed: Look = { ...notMade, code: 'invoice_stamping_failed' };
    const events = after(
      [1, asked(1)],
      [1, left(true)],
      [2, failed],
      [3, asked(2)],
      [3, left()],
      [20, left()],
    );
    expect(events.at(-1)).toMatchObject({ type: 'ReceiptPeriodClosed', data: { invoices: ['i2'] } });
  });
});

describe('the day before', () => {
  const announce: GlobalsCommand = { type: 'announce', until, receipts: 3, total: '300', at: later(-24) };

  it('is told once, and only where something is open', () => {
    const { type: _, ...data } = announce;
    const event: GlobalsEvent = { type: 'ReceiptPeriodEnding', data };
    given(globalsDecider, [opened]).when(announce).then([event]);
    given(globalsDecider, [opened, event]).when(announce).then([]);
    given(globalsDecider, [opened])
      .when({ ...announce, receipts: 0 })
      .then([]);
    given(globalsDecider).when(announce).then([]);
  });
});

describe('the period after one', () => {
  it('has the periodicity of now, and never the name of the one before', () => {
    const week = toReceiptPeriod(periodAround(new Date('2026-06-03T18:00:00Z'), 'week', ZONE));
    // From a Monday, the first of a month: the month begins where the week did.
    expect(periodAfter(week, settings('month'))).toMatchObject({ first: '2026-06-01', last: '2026-06-30' });
    expect(week).toMatchObject({ first: '2026-06-01', last: '2026-06-07' });
    expect(periodAfter(week, settings('week'))).toMatchObject({ first: '2026-06-08' });
    expect(periodAfter(november, settings('day'))).toMatchObject({ first: '2026-12-01', last: '2026-12-01' });
  });
});
