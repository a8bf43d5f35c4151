import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { ukelele } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Reading events: filters, pages, what is refused, and whose they are. */

let app: TestApp;
let ours: TestOrganization;
let theirs: TestOrganization;
let liveKey: string;
let products: string[];
const as = ({ key }: TestOrganization) => ({ key });
beforeAll(async () => {
  app = await startApp();
  const user = await app.newUser();
  [ours, theirs] = [await app.newOrganization(user), await app.newOrganization(user, 'Ajena')];
  liveKey = await app.put(`/organizations/${ours.id}/apikeys/live`, undefined, { key: user });
  products = [];
  for (let n = 1; n <= 5; n += 1) {
    const { id } = await app.post('/products', { ...ukelele, description: `Ukelele ${n}` }, as(ours));
    products.push(id);
  }
  await app.put(`/products/${products[0]}`, { price: 1 }, as(ours));
});
afterAll(() => app.close());

const list = (query = ''): Promise<Json> => app.get(`/events${query}`, as(ours));
const shown = (page: Json): string[] =>
  page.data.map(({ type, data }: Json) => `${type} ${data.object.description}`);

describe('GET /events', () => {
  it('is newest first, in pages, and knows how many there are', async () => {
    const first = await list('?limit=2');
    expect(first).toMatchObject({ page: 1, total_pages: 3, total_results: 6, totals_are_capped: false });
    expect(shown(first)).toEqual(['product.edited Ukelele 1', 'product.created Ukelele 5']);
    expect(shown(await list('?limit=2&page=3'))).toEqual([
      'product.created Ukelele 2',
      'product.created Ukelele 1',
    ]);
    expect(await list('?type=invoice.stamped')).toMatchObject({ page: 0, total_results: 0, data: [] });
  });

  it('goes on by cursors, forward and back, and shows nothing twice while events come', async () => {
    const first = await list('?pagination=cursor&limit=2');
    await app.put(`/products/${products[1]}`, { price: 2 }, as(ours));
    const second = await list(`?limit=2&after=${encodeURIComponent(first.next_cursor)}`);
    expect(shown(second)).toEqual(['product.created Ukelele 4', 'product.created Ukelele 3']);
    const back = await list(`?limit=2&before=${encodeURIComponent(second.previous_cursor)}`);
    expect(back.data).toEqual(first.data);
    const newest = await list(`?limit=2&before=${encodeURIComponent(back.previous_cursor)}`);
    expect(shown(newest)).toEqual(['product.edited Ukelele 2']);
    const last = await list(`?limit=2&after=${encodeURIComponent(second.next_cursor)}`);
    expect([shown(last).length, last.next_cursor]).toEqual([2, null]);
  });

  it('is filtered by types, by resource and by time', async () => {
    expect((await list('?type=product.edited&type=customer.created')).total_results).toBe(2);
    expect((await list('?type=product.edited,customer.created')).total_results).toBe(2);
    expect(shown(await list(`?resource_id=${products[0]}`))).toEqual([
      ...['product.edited Ukelele 1', 'product.created Ukelele 1'],
    ]);
    const [, , third] = (await list('?limit=3')).data;
    const at = encodeURIComponent(third.created_at);
    const count = async (bounds: string) => (await list(`?${bounds}`)).total_results as number;
    expect((await count(`date[gte]=${at}`)) - (await count(`date[gt]=${at}`))).toBe(1);
    expect((await count(`date[lte]=${at}`)) - (await count(`date[lt]=${at}`))).toBe(1);
    expect(await count(`date[gte]=${at}&date[lte]=${at}`)).toBe(1);
  });

  it.each([
    ['?type=invoice.made', 'invalid_value', 'type.0'],
    ['?resource_id=abc', 'invalid_format', 'resource_id'],
    ['?date[gte]=mañana', 'invalid_format', 'date.gte'],
    ['?limit=101', 'too_large', 'limit'],
    ['?after=abc', 'invalid_value', 'after'],
    ['?status=valid', 'unknown_field', 'status'],
  ])('refuses %s, in both languages', async (query, code, path) => {
    for (const language of ['es', 'en']) {
      const { status, body } = await app.api('GET', `/events${query}`, undefined, { ...as(ours), language });
      expect([status, body.errors[0]]).toMatchObject([400, { code, path, location: 'query' }]);
      expect(body.message).toMatch(language === 'es' ? /campo|fecha|valor/i : /field|date|value/i);
    }
  });

  it('takes no cursor of other filters, nor of another organization', async () => {
    const { next_cursor } = await list('?pagination=cursor&limit=2');
    const cursor = encodeURIComponent(next_cursor);
    for (const [path, options] of [
      [`/events?after=${cursor}&type=product.created`, as(ours)],
      [`/events?after=${cursor}`, as(theirs)],
    ] as const) {
      const { status, body } = await app.api('GET', path, undefined, options);
      expect([status, body.errors[0]]).toMatchObject([400, { path: 'after', code: 'invalid_value' }]);
    }
  });
});

describe('GET /events/{id}', () => {
  it('shows one, also right after what it tells of', async () => {
    const { id } = await app.post('/products', ukelele, as(ours));
    const [newest] = (await list('?limit=1')).data;
    expect(newest.data.object.id).toBe(id);
    expect(await app.get(`/events/${newest.id}`, as(ours))).toEqual(newest);
  });

  it('shows a supplier as it was at each event, and as it was last when it is deleted', async () => {
    const sent = { legal_name: 'XENON INDUSTRIAL ARTICLES', tax_id: 'XIA190128J61' };
    const { id } = await app.post('/suppliers', sent, as(ours));
    const edited = await app.put(`/suppliers/${id}`, { phone: '55' }, as(ours));
    await app.del(`/suppliers/${id}`, as(ours));
    const { data } = await list(`?resource_id=${id}`);
    expect(data.map(({ type, data: told }: Json) => [type, told])).toEqual([
      ['supplier.deleted', { type: 'supplier', object: edited }],
      ['supplier.edited', { type: 'supplier', object: edited }],
      ['supplier.created', { type: 'supplier', object: { ...edited, phone: null } }],
    ]);
  });

  it.each(['0123456789abcdef01234567', 'nothing'])('answers 404 not_found for %s', async (id) => {
    for (const [language, text] of [
      ['es', 'No se encontró el recurso solicitado.'],
      ['en', 'The requested resource was not found.'],
    ]) {
      const { status, body } = await app.api('GET', `/events/${id}`, undefined, {
        ...as(ours),
        language: language!,
      });
      expect([status, body.code, body.message]).toEqual([404, 'not_found', text]);
    }
  });
});

describe('whose events they are', () => {
  it('another organization, and the other environment, see none of them', async () => {
    const [one] = (await list('?limit=1')).data;
    for (const key of [theirs.key, liveKey]) {
      expect((await app.get('/events', { key })).data).toEqual([]);
      expect((await app.get(`/events?resource_id=${products[0]}`, { key })).data).toEqual([]);
      expect((await app.api('GET', `/events/${one.id}`, undefined, { key })).status).toBe(404);
    }
  });

  it('Live has its own', async () => {
    await app.post('/products', ukelele, { key: liveKey });
    const { data } = await app.get('/events', { key: liveKey });
    expect(data).toMatchObject([{ type: 'product.created', livemode: true, organization: ours.id }]);
  });

  it('nobody reads them without a key', async () => {
    const { status, body } = await app.api('GET', '/events', undefined, { key: null });
    expect([status, body.code]).toEqual([401, 'missing_credentials']);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
