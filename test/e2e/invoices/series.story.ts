import { invoice, xochilt } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Invoices in the series of their organization, and the numbers that they take. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const series = (method: string, path = '', body?: Json) =>
  app.api(method, `/organizations/${app.demo.organization_id}/series-group${path}`, body, {
    key: app.demo.user_key,
  });
const create = (fields: Json = {}, options: Json = {}) =>
  app.api('POST', '/invoices', invoice(fields), options);
const numberOf = ({ body }: { body: Json }) => [body.series, body.folio_number];
const codes = ({ body }: { body: Json }) =>
  (body.warnings as Json[]).map(({ path, code }) => `${String(path)} ${String(code)}`);

describe('the default series of a type', () => {
  it('is that of invoices which name none, and of drafts when they are stamped', async () => {
    const { body: draft } = await create({ status: 'draft' });
    expect(draft.series).toBeNull();
    await series('POST', '', { series: 'FAC', next_folio_test: 100 });
    await series('PUT', '/default-series', { type: 'I', series: 'FAC' });
    expect(numberOf(await create())).toEqual(['FAC', 100]);
    expect(numberOf(await create({ series: '' }))).toEqual(['FAC', 101]);
    expect(numberOf(await create({ series: 'PROPIA' }))).toEqual(['PROPIA', 1]);
    expect(numberOf(await app.api('POST', `/invoices/${String(draft.id)}/stamp`))).toEqual(['FAC', 102]);
    const { body: shown } = await series('GET');
    expect(shown).toEqual([{ series: 'FAC', name: 'FAC', next_folio: 1, next_folio_test: 103 }]);
  });

  it('is of that type alone, and none once its series is gone', async () => {
    const { body: before } = await app.api('GET', '/organizations/me');
    expect((await create({ type: 'E', related_documents: [] })).body.series ?? null).toBeNull();
    await series('DELETE', '/FAC');
    expect((await create()).body.series).toBeNull();
    const { body: after } = await app.api('GET', '/organizations/me');
    const next = (body: Json) => body.customization.next_folio_number_test as number;
    expect(next(after)).toBeGreaterThan(next(before));
    // It comes back and gives no folio twice.
    const back = await series('POST', '', { series: 'FAC', next_folio_test: 102 });
    expect([back.status, (back.body.errors as Json[])[0]?.code]).toEqual([400, 'too_small']);
    expect((await series('POST', '', { series: 'FAC' })).body.next_folio_test).toBe(103);
  });
});

describe('a folio that a valid document of the series has', () => {
  it('is taken, with a warning', async () => {
    const chosen = { series: 'R', folio_number: 500 };
    expect(codes(await create(chosen))).toEqual([]);
    const repeated = await create(chosen, { language: 'en' });
    expect(repeated.body.status).toBe('valid');
    expect(codes(repeated)).toEqual(['folio_number folio_repeated']);
    expect((repeated.body.warnings as Json[])[0]?.message).toContain('folio 500 already (series R)');
    expect(codes(await create({ ...chosen, status: 'draft' }))).toEqual(['folio_number folio_repeated']);
    expect(codes(await create({ ...chosen, series: 'S' }))).toEqual([]);
    expect(codes(await create({ series: 'R' }))).toEqual([]);
  });

  it('is looked for among those without a series too', async () => {
    const chosen = { customer: xochilt, folio_number: 900_001 };
    expect(codes(await create(chosen))).not.toContain('folio_number folio_repeated');
    expect(codes(await create(chosen))).toContain('folio_number folio_repeated');
  });

  it('is not the invoice’s own when its request comes again', async () => {
    const headers = { 'idempotency-key': 'folio-again' };
    const body = { series: 'T', folio_number: 1 };
    expect(codes(await create(body, { headers }))).toEqual([]);
    expect(codes(await create(body, { headers }))).toEqual([]);
  });
});

describe('a hundred invoices and sets of their counter at once', () => {
  it('have a hundred folios', async () => {
    await series('POST', '', { series: 'M' });
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 100 }, () => create({ series: 'M', async: true }))),
      Promise.all(Array.from({ length: 30 }, (_, n) => series('PUT', '/M', { next_folio_test: 1 + n * 10 }))),
    ]);
    const ids = made.map(({ body }) => body.id as string);
    const folios = await Promise.all(
      ids.map(async (id) => (await app.api('GET', `/invoices/${id}`)).body.folio_number as number),
    );
    expect(new Set(folios).size).toBe(100);
  }, 120_000);
});
