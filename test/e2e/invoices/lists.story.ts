import { innovacion, invoice, line, universidad } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Lists of invoices: every filter of the specification in its several forms, and both ways to page. */

const HOUR = 3_600_000;
/** Now, in whole seconds as documents have it. */
const NOW = Math.floor(Date.now() / 1000) * 1000;
const hoursAgo = (hours: number): string => new Date(NOW - hours * HOUR).toISOString();

let app: TestApp;
/** By external_id, newest first: each an hour older than the one before it. */
const seed: Record<string, Json> = {};

const bodies: Readonly<Record<string, object>> = {
  plain: {},
  credit: { payment_method: 'PPD', payment_form: '99' },
  series: { series: 'WEB', folio_number: 500 },
  other: { customer: innovacion },
  described: { items: [line({ description: 'Árbol de levas', price: 777.77 })] },
  canceled: {},
  waiting: { items: [line({ sku: 'SANDBOX-CANCEL-PENDING' })] },
};

beforeAll(async () => {
  app = await startApp();
  const customer: Json = await app.post('/customers', universidad);
  let hours = 1;
  for (const [name, fields] of Object.entries(bodies)) {
    const body = invoice({ customer: customer.id, external_id: name, date: hoursAgo(hours), ...fields });
    seed[name] = await app.post('/invoices', body);
    hours += 1;
  }
  for (const name of ['canceled', 'waiting'])
    seed[name] = await app.del(`/invoices/${seed[name].id}?motive=02`);
  seed['draft'] = await app.post('/invoices', { status: 'draft', external_id: 'draft', items: [line()] });
});
afterAll(() => app.close());

const names = async (query: string): Promise<string[]> => {
  const { data }: Json = await app.get(`/invoices?${query}`);
  return data.map((one: Json) => one.external_id);
};
const ALL = ['draft', ...Object.keys(bodies)];
const except = (...left: string[]) => ALL.filter((name) => !left.includes(name));
const encoded = (text: string) => encodeURIComponent(text);

describe('filters', () => {
  it.each<[string, string[]]>([
    ['', ALL],
    ['type=I', ALL],
    ['type=E', []],
    ['payment_method=PPD', ['credit']],
    ['payment_method=PUE', except('credit')],
    ['folio_number=500', ['series']],
    ['folio_number=501', []],
    ['series=WEB', ['series']],
    ['series=web', []],
    ['external_id=other', ['other']],
    ['external_id=othe', []],
    ['issuer_type=issuing', ALL],
    ['issuer_type=receiving', []],
    ['payment_status=unpaid', ['credit']],
    ['payment_status=paid&payment_method=PUE', except('draft', 'credit', 'canceled')],
    ['status=draft', ['draft']],
    ['status=canceled', ['canceled']],
    ['status=draft&status=canceled', ['draft', 'canceled']],
    ['status[]=draft&status[]=canceled', ['draft', 'canceled']],
    ['status[0]=draft&status[1]=canceled', ['draft', 'canceled']],
    ['status%5B%5D=draft&status%5B%5D=canceled', ['draft', 'canceled']],
    ['status=draft,canceled', ['draft', 'canceled']],
    ['status=draft%2Ccanceled', ['draft', 'canceled']],
    ['cancellation_status=accepted', ['canceled']],
    ['cancellation_status=pending&cancellation_status=accepted', ['canceled', 'waiting']],
    ['cancellation_status[]=pending', ['waiting']],
    ['cancellation_status=none&status=valid', except('draft', 'canceled', 'waiting')],
    ['q=arbol', ['described']],
    [`q=${encoded('ÁRBOL DE')}`, ['described']],
    ['q=innovacion%20valor', ['other']],
    ['q=IVD920810GU2', ['other']],
    ['q=ivd920810gu2', ['other']],
    ['q=IVD920810', []],
    ['q=500', ['series']],
    ['q=777.77', ['described']],
    ['q=777', []],
    [`q=${encoded('%_%')}`, []],
    ['series=WEB&payment_method=PPD', []],
    ['limit=2', ALL.slice(0, 2)],
    ['limit=3&page=2', ALL.slice(3, 6)],
    ['limit=100&page=2', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('finds by customer, id and UUID', async () => {
    const { id, uuid, customer } = seed['plain'];
    expect(await names(`customer=${seed['other'].customer.id}`)).toEqual(['other']);
    expect(await names(`customer=${customer.id}`)).toEqual(except('draft', 'other'));
    expect(await names(`uuid=${uuid}`)).toEqual(['plain']);
    expect(await names(`uuid=${uuid.toLowerCase()}`)).toEqual(['plain']);
    expect(await names(`q=${uuid.toLowerCase()}`)).toEqual(['plain']);
    expect(await names(`q=${id.toUpperCase()}`)).toEqual(['plain']);
    expect(await names(`uuid=00000000-0000-4000-8000-000000000000`)).toEqual([]);
  });

  it('takes ranges of dates in brackets, encoded or not, in any zone', async () => {
    const second = hoursAgo(2);
    expect(await names(`date[gte]=${second}&date[lt]=${hoursAgo(0)}`)).toEqual(['plain', 'credit']);
    expect(await names(`date%5Bgt%5D=${encoded(second)}&date%5Blte%5D=${encoded(hoursAgo(1))}`)).toEqual([
      'plain',
    ]);
    expect(await names(`date[lte]=${hoursAgo(6)}`)).toEqual(['canceled', 'waiting']);
    expect(await names(`date[lt]=${hoursAgo(6)}`)).toEqual(['waiting']);
    // A date without zone is local to the organization: Pachuca, six hours behind UTC.
    const local = new Date(NOW - 12 * HOUR).toISOString().slice(0, 19);
    expect(await names(`date[lte]=${local}`)).toEqual(['canceled', 'waiting']);
    expect(await names(`date[lte]=${encoded(`${local}-06:00`)}`)).toEqual(['canceled', 'waiting']);
    const old = new Date(NOW - 48 * HOUR).toISOString().slice(0, 10);
    expect(await names(`date[lt]=${old}`)).toEqual([]);
    expect(await names(`date[gte]=${old}`)).toEqual(ALL);
  });
});

describe('pages', () => {
  it('returns the number of results', async () => {
    const envelope = async (query: string) => {
      const { data, ...rest }: Json = await app.get(`/invoices?${query}`);
      return { ...rest, length: data.length };
    };
    const totals = { total_results: 8, totals_are_capped: false };
    expect(await envelope('')).toEqual({ page: 1, total_pages: 1, ...totals, length: 8 });
    expect(await envelope('limit=3')).toEqual({ page: 1, total_pages: 3, ...totals, length: 3 });
    expect(await envelope('limit=3&page=3')).toEqual({ page: 3, total_pages: 3, ...totals, length: 2 });
    expect(await envelope('limit=3&page=4')).toEqual({ page: 4, total_pages: 3, ...totals, length: 0 });
    expect(await envelope('q=nothing')).toEqual({
      page: 0,
      total_pages: 0,
      total_results: 0,
      totals_are_capped: false,
      length: 0,
    });
    expect(await envelope('pagination=cursor&limit=3')).toEqual({
      previous_cursor: null,
      next_cursor: expect.any(String),
      ...totals,
      length: 3,
    });
  });

  /** Surely newer than the draft: documents have whole seconds, drafts have not. */
  const newer = (n: number) => {
    const date = new Date(NOW + 120_000 + n * 1000).toISOString();
    return app.post('/invoices', invoice({ external_id: `newer ${n}`, series: 'NEW', date }));
  };

  it('walks by cursor to the end and back, whatever is made meanwhile', async () => {
    const seen: string[] = [];
    const cursors: Json[] = [];
    let query = 'pagination=cursor&limit=3';
    for (let n = 0; n < 10; n += 1) {
      const page: Json = await app.get(`/invoices?${query}`);
      seen.push(...page.data.map((one: Json) => one.external_id));
      expect('total_results' in page).toBe(n === 0);
      cursors.push(page);
      if (page.next_cursor === null) break;
      await newer(n);
      query = `limit=3&after=${encoded(page.next_cursor)}`;
    }
    expect(seen).toEqual(ALL);
    const back: Json = await app.get(`/invoices?limit=3&before=${encoded(cursors[2].previous_cursor)}`);
    expect(back.data).toEqual(cursors[1].data);
    const first: Json = await app.get(`/invoices?limit=3&before=${encoded(back.previous_cursor)}`);
    expect(first.data).toEqual(cursors[0].data);
    // What was made meanwhile is before the first page.
    const newest: Json = await app.get(`/invoices?limit=3&before=${encoded(first.previous_cursor)}`);
    expect(newest.data.map((one: Json) => one.series)).toEqual(['NEW', 'NEW']);
    expect(newest.previous_cursor).toBeNull();
  });

  it('walks by page to the end and loses nothing', async () => {
    const seen = new Set<string>();
    for (let page = 1; page < 20; page += 1) {
      const { data }: Json = await app.get(`/invoices?limit=3&page=${page}`);
      if (data.length === 0) break;
      for (const one of data) seen.add(one.external_id);
      // What comes in between moves older ones to later pages: some are seen twice, none is missed.
      if (page < 3) await newer(10 + page);
    }
    expect(ALL.filter((name) => !seen.has(name))).toEqual([]);
  });

  it('shows a page as it is now, however often it was shown before', async () => {
    const draft: Json = await app.post('/invoices', {
      status: 'draft',
      external_id: 'gone',
      items: [line()],
    });
    const changes = [() => newer(50), () => app.del(`/invoices/${draft.id}`), () => newer(51)];
    const pages = ['page=3&limit=2', 'page=2&limit=2', 'page=3&limit=2&status=valid'];
    const shown = () => Promise.all(pages.map(names));
    for (const change of changes) {
      const before = await shown();
      expect(await shown()).toEqual(before);
      await change();
      const [all = [], valid = []] = await Promise.all(['limit=100', 'limit=100&status=valid'].map(names));
      expect(await shown()).toEqual([all.slice(4, 6), all.slice(2, 4), valid.slice(4, 6)]);
    }
  });

  it('binds a cursor to its search and to its owner', async () => {
    const { next_cursor }: Json = await app.get('/invoices?pagination=cursor&limit=2');
    const wrong = await app.api('GET', `/invoices?limit=2&after=${encoded(next_cursor)}&series=WEB`);
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'after']);
    const stranger = await app.newOrganization(app.demo.user_key, 'Otra');
    const theirs = await app.api('GET', `/invoices?limit=2&after=${encoded(next_cursor)}`, undefined, {
      key: stranger.key,
    });
    expect([theirs.status, theirs.body.errors[0].code]).toEqual([400, 'invalid_value']);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
