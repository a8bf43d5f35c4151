import { organizationsProjection } from '#apps/gateway/src/read-models/organizations';
import { rebuildProjection } from '#eventing';
import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { liveKeyOf } from './live-key.js';

let api: SmallApi;
let user: string;
let stranger: string;
let ours: TestOrganization;
beforeAll(async () => {
  api = await startSmallApi();
  [user, stranger] = [await api.newUser(), await api.newUser()];
  ours = await api.newOrganization(user, 'Con series');
});
afterAll(() => api.close());

const call = (request: string, body?: unknown, { key = user, language = 'es', of = ours.id } = {}) =>
  api.call(key, request.replace('~', `/organizations/${of}/series-group`), body, {
    'accept-language': language,
  });
const problemsOf = (body: { errors?: { path: string; code: string }[] }) =>
  body.errors?.map(({ path, code }) => [path, code]);
const entry = (series: string, next_folio = 1, next_folio_test = 1) => ({
  ...{ series, name: series },
  ...{ next_folio, next_folio_test },
});

describe('the SDK and series', () => {
  it('adds, lists, numbers, sets the default and deletes', async () => {
    const { organizations } = api.sdk(user);
    const { id } = await api.newOrganization(user);
    expect(await organizations.listSeriesGroup(id)).toEqual([]);
    const data = { series: 'FAC', next_folio: 10, next_folio_test: 20 };
    expect(await organizations.createSeriesGroup(id, data)).toEqual(entry('FAC', 10, 20));
    expect(await organizations.updateSeriesGroup(id, 'FAC', { next_folio: 5, next_folio_test: 50 })).toEqual(
      entry('FAC', 5, 50),
    );
    expect(await organizations.listSeriesGroup(id)).toEqual([entry('FAC', 5, 50)]);
    const set = await organizations.updateDefaultSeries(id, { type: 'I', series: 'FAC' });
    expect(set).toMatchObject({ id, ok: true, customization: { default_series: { I: 'FAC', E: null } } });
    expect(await organizations.deleteSeriesGroup(id, 'FAC')).toEqual(entry('FAC', 5, 50));
    expect((await organizations.retrieve(id)).customization).toMatchObject({ default_series: { I: null } });
  });

  it('finds a series by its name as it is and encoded', async () => {
    await call('POST ~', { series: ' Ñandú 1 ' });
    for (const name of ['Ñandú%201', '%C3%91and%C3%BA%201'])
      expect((await call(`PUT ~/${name}`, { next_folio: 3 })).body).toEqual(entry('Ñandú 1', 3));
  });

  it('clears a default with null', async () => {
    await call('POST ~', { series: 'NC' });
    await call('PUT ~/default-series', { type: 'E', series: 'NC' });
    const { body } = await call('PUT ~/default-series', { type: 'E', series: null });
    expect(body).toMatchObject({ ok: true, customization: { default_series: { E: null } } });
  });
});

describe('wrong series', () => {
  it.each<[string, unknown, [string, string][]]>([
    ['POST ~', {}, [['series', 'required']]],
    ['POST ~', { series: 'A/B' }, [['series', 'invalid_format']]],
    ['POST ~', { series: '..' }, [['series', 'invalid_format']]],
    ['POST ~', { series: 'default-series' }, [['series', 'invalid_format']]],
    ['POST ~', { series: 'A'.repeat(26) }, [['series', 'invalid_length']]],
    ['POST ~', { series: 'OK', next_folio: 0 }, [['next_folio', 'too_small']]],
    ['POST ~', { series: 'OK', next_folio_test: 'x' }, [['next_folio_test', 'invalid_type']]],
    ['PUT ~/default-series', { type: 'I' }, [['series', 'required']]],
    ['PUT ~/default-series', { type: 'X', series: null }, [['type', 'invalid_value']]],
    ['PUT ~/default-series', { type: 'I', series: 'NADIE' }, [['series', 'not_found']]],
  ])('are refused at their place: %s %j', async (request, body, expected) => {
    const answer = await call(request, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(problemsOf(answer.body)).toEqual(expected);
  });

  it.each([
    ['es', /serie/],
    ['en', /series/],
  ])('are not found, and not added twice, in %s', async (language, message) => {
    await call('POST ~', { series: 'DOS' });
    const twice = await call('POST ~', { series: 'DOS', next_folio: 99 }, { language });
    expect(twice.body).toMatchObject({ status: 409, code: 'series_already_exists', path: 'series' });
    expect(twice.body.message).toMatch(message);
    for (const request of ['PUT ~/NADIE', 'DELETE ~/NADIE', 'DELETE ~/default-series']) {
      const { body } = await call(request, request.startsWith('PUT') ? { next_folio: 3 } : undefined, {
        language,
      });
      expect(body).toMatchObject({ status: 404, code: 'series_not_found', path: 'series_name' });
    }
    const { body } = await call('GET ~');
    expect(body.find((one: { series: string }) => one.series === 'DOS')).toEqual(entry('DOS'));
  });

  it('are for people and Live keys, of the organization itself', async () => {
    for (const request of ['GET ~', 'POST ~', 'PUT ~/default-series', 'PUT ~/DOS', 'DELETE ~/DOS']) {
      const body = request.startsWith('GET') || request.startsWith('DELETE') ? undefined : {};
      const test = await call(request, body, { key: ours.testKey });
      expect([request, test.status, test.body.code]).toEqual([request, 403, 'live_api_key_required']);
    }
    for (const [request, body] of [
      ['GET ~', undefined],
      ['POST ~', { series: 'X' }],
      ['PUT ~/default-series', { type: 'I', series: null }],
      ['PUT ~/DOS', { next_folio: 2 }],
      ['DELETE ~/DOS', undefined],
    ] as const) {
      const foreign = await call(request, body, { key: stranger });
      expect([request, foreign.status, foreign.body.code]).toEqual([request, 404, 'organization_not_found']);
    }
    const live = await liveKeyOf(api, user, ours.id);
    expect((await call('GET ~', undefined, { key: live, of: 'me' })).status).toBe(200);
  });
});

describe('the next folio of what names no series', () => {
  it('is shown and set in the customization and for receipts, apart, and a refused one changes nothing', async () => {
    const { id } = await api.newOrganization(user);
    const put = (setting: string, body: unknown) =>
      api.call(user, `PUT /organizations/${id}/${setting}`, body);
    const { body } = await put('customization', {
      color: '102030',
      next_folio_number: 7,
      next_folio_number_test: 8,
    });
    expect(body.customization).toMatchObject({ next_folio_number: 7, next_folio_number_test: 8 });
    expect(body.receipts).toMatchObject({ next_folio_number: 1, next_folio_number_test: 1 });
    const receipts = await put('receipts', { duration_days: 3, next_folio_number: 40 });
    expect(receipts.body.receipts).toMatchObject({ duration_days: 3, next_folio_number: 40 });
    // As if invoices had taken them.
    await api.runtime.pool.query(
      'UPDATE invoicing.folio_counters SET next = 100 WHERE organization_id = $1 AND NOT livemode',
      [id],
    );
    const refused = await put('customization', {
      ...{ color: 'ffffff', next_folio_number: 9 },
      next_folio_number_test: 99,
    });
    expect([refused.status, problemsOf(refused.body)]).toEqual([
      400,
      [['next_folio_number_test', 'too_small']],
    ]);
    const shown = await api.call(user, `GET /organizations/${id}`);
    expect(shown.body.customization).toMatchObject({
      ...{ color: '102030', next_folio_number: 7 },
      next_folio_number_test: 100,
    });
    const { body: list } = await api.call(user, 'GET /organizations');
    expect(list.data.find((one: { id: string }) => one.id === id)).toEqual(shown.body);
  });
});

describe('a hundred at once', () => {
  it('add one series: one is told so, and its number counts', async () => {
    const { id } = await api.newOrganization(user);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => call('POST ~', { series: 'X', next_folio: n + 1 }, { of: id })),
    );
    const added = answers.filter(({ status }) => status === 200);
    expect(added).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code as string);
    expect(new Set(others)).toEqual(new Set(['series_already_exists']));
    expect((await call('GET ~', undefined, { of: id })).body).toEqual([added[0]?.body]);
  });
});

describe('the read model', () => {
  it('is the same when it is rebuilt from the events', async () => {
    const { pool, store } = api.runtime;
    const rows = async () =>
      (await pool.query('SELECT revision, doc::text, series FROM gateway.organizations ORDER BY id'))
        .rows as unknown[];
    const before = await rows();
    await rebuildProjection({ pool, store, projection: organizationsProjection });
    expect(await rows()).toEqual(before);
  });
});
