import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startThings, type Things } from './testing/things.js';

let http: Things;
beforeAll(async () => {
  http = await startThings();
});
afterAll(() => http.app.close());

describe('queries', () => {
  it.each([
    ['status=a&status=b', { status: ['a', 'b'] }],
    ['status[]=a&status[]=b', { status: ['a', 'b'] }],
    ['status%5B0%5D=a&status%5B1%5D=b', { status: ['a', 'b'] }],
    ['status=a,b', { status: ['a', 'b'] }],
    ['status=a', { status: ['a'] }],
    ['date[gte]=2026-01-01&date%5Blt%5D=2026-02-01', { date: { gte: '2026-01-01', lt: '2026-02-01' } }],
    ['deep=True&limit=5&page=2', { deep: true, limit: 5, page: 2 }],
    ['deep=0&state=', { deep: false }],
    ['folio_number=12', { folio_number: 12 }],
  ])('%s', async (query, expected) => {
    expect((await http.ask(`/v2/things?${query}`)).body).toEqual(expected);
  });

  it.each([
    ['date=[object%20Object]', 'date', 'invalid_type'],
    ['date[eq]=2026-01-01', 'date.eq', 'unknown_field'],
    ['date[gte]=1&date=2', 'date', 'invalid_type'],
    ['limit=0', 'limit', 'too_small'],
    ['limit=101', 'limit', 'too_large'],
    ['limit=ten', 'limit', 'invalid_type'],
    ['limit=1e1', 'limit', 'invalid_type'],
    ['page=1&page=2', 'page', 'invalid_type'],
    ['state=other', 'state', 'invalid_value'],
    ['deep=maybe', 'deep', 'invalid_type'],
    ['nope=1', 'nope', 'unknown_field'],
    ['a[b][c]=1', 'a[b][c]', 'unknown_field'],
    ['__proto__[x]=1', '__proto__', 'unknown_field'],
    ['state=%ff', 'state', 'invalid_format'],
  ])('%s is refused at %s as %s', async (query, path, code) => {
    const { body } = await http.ask(`/v2/things?${query}`);
    expect(body).toMatchObject({ status: 400, code: 'invalid_request', location: 'query', path });
    expect(body.errors?.[0]).toMatchObject({ code, path, location: 'query' });
  });

  it('limits the number of parameters', async () => {
    const query = Array.from({ length: 201 }, (_, i) => `a${i}=1`).join('&');
    expect((await http.ask(`/v2/things?${query}`)).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });
});
