import { describe, expect, it } from '@jest/globals';
import { parseDateRange, toInstant, type DateRangeInput } from './dates.js';
import { validate } from './dto.js';
import { DateRange } from './fields.js';
import { parseQuery } from './query.js';

const zone = 'America/Mexico_City';

describe('toInstant', () => {
  it.each([
    ['2026-11-21', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T10:00:00', '2026-11-21T16:00:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T16:00:00.000Z'],
    ['2026-11-21 10:00:00.5', '2026-11-21T16:00:00.500Z'],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00.123456z', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21T10:00:00-06:00', '2026-11-21T16:00:00.000Z'],
    ['2026-11-21T10:00:00+0530', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00:00+02', '2026-11-21T08:00:00.000Z'],
    // Mexico had summer time until 2022.
    ['2021-07-01', '2021-07-01T05:00:00.000Z'],
    // What programs send for "ever": .NET's least and greatest dates.
    ['0001-01-01T00:00:00', '0001-01-01T06:36:36.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.999Z'],
    // PostgreSQL knows no year 0, and years of five digits are written otherwise.
    ['0000-02-29', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59.999Z'],
  ])('reads %s', (text, expected) => {
    expect(toInstant(text, zone)?.toISOString()).toBe(expected);
  });

  it('reads local times in the zone given', () => {
    expect(toInstant('2026-07-01', 'America/Tijuana')?.toISOString()).toBe('2026-07-01T07:00:00.000Z');
  });

  it.each([
    '',
    'today',
    '2026-02-30',
    '0001-02-29',
    '0000-00-00',
    '2026-13-01',
    '2026-11-21T25:00:00',
    '2026-11-21T10:00:00+99:00',
    '21/11/2026',
    '1763712000',
    '2026-11-21T10:00:00-06:00Z',
    '2026-11',
    '2026-02-29T00:00:00Z',
    ' 2026-11-21',
  ])('refuses %j', (text) => expect(toInstant(text, zone)).toBeUndefined());
});

describe('parseDateRange', () => {
  it('gives the bounds that were sent', () => {
    expect(parseDateRange({ gte: '2026-01-01', lt: '2026-02-01' }, zone)).toEqual({
      ok: true,
      value: { gte: new Date('2026-01-01T06:00:00Z'), lt: new Date('2026-02-01T06:00:00Z') },
    });
    expect(parseDateRange(undefined, zone)).toEqual({ ok: true, value: undefined });
    expect(parseDateRange({}, zone)).toEqual({ ok: true, value: undefined });
  });

  it('takes a range of one instant', () => {
    expect(parseDateRange({ gte: '2026-01-01', lte: '2026-01-01' }, zone).ok).toBe(true);
  });

  it('names the bound that is no date', () => {
    expect(parseDateRange({ gte: '2026-01-01', lt: 'soon' }, zone)).toMatchObject({
      ok: false,
      refusal: {
        code: 'invalid_date',
        path: 'date.lt',
        location: 'query',
        details: [{ code: 'invalid_format' }],
      },
    });
  });

  it('refuses a range that starts after it ends', () => {
    expect(parseDateRange({ gt: '2026-03-01', lte: '2026-02-01' }, zone)).toMatchObject({
      ok: false,
      refusal: { code: 'invalid_date_range', path: 'date' },
    });
  });
});

class Search {
  @DateRange({ optional: true }) date?: DateRangeInput;
}

describe('a range in a query', () => {
  it.each([
    ['in brackets', 'date[gte]=2026-01-01&date%5Blt%5D=2026-02-01'],
    [
      'as JSON, which axios makes of an object',
      'date=%7B%22gte%22:%222026-01-01%22,%22lt%22:%222026-02-01%22%7D',
    ],
  ])('%s', (_, query) => {
    expect(validate(Search, parseQuery(query), 'query')).toEqual({
      ok: true,
      value: { date: { gte: '2026-01-01', lt: '2026-02-01' } },
    });
  });

  it.each(['[object Object]', '{', '{}x', '[1]', '2026-01-01', 'null', '{"gte":1}', '{"from":"2026-01-01"}'])(
    'is refused where it is %s',
    (text) => {
      const query = parseQuery(`date=${encodeURIComponent(text)}`);
      expect(validate(Search, query, 'query')).toMatchObject({
        ok: false,
        refusal: { code: 'invalid_request', details: [{ location: 'query' }] },
      });
    },
  );
});
