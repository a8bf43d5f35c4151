import { invoice, ukelele, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** ETag, If-None-Match and If-Match: two who edit the same thing do not undo each other's work unknowingly. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? 'no ETag';
const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });
const codes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort();

const draft = () => app.post('/invoices', { ...invoice({ customer: universidad }), status: 'draft' });
const things: readonly (readonly [string, () => Promise<string>, (n: number) => object])[] = [
  [
    'customers',
    async () => (await app.post('/customers', { ...universidad, phone: '1' })).id,
    (n) => ({ phone: `55${n}` }),
  ],
  ['suppliers', async () => (await app.post('/suppliers', universidad)).id, (n) => ({ phone: `55${n}` })],
  ['products', async () => (await app.post('/products', ukelele)).id, (n) => ({ price: 100 + n })],
  ['invoices', async () => (await draft()).id, (n) => ({ conditions: `Contado ${n}` })],
];

describe.each(things)('%s', (resource, create, change) => {
  const make = async () => {
    const path = `/${resource}/${await create()}`;
    return { path, read: await app.api('GET', path) };
  };

  it('carry the tag of what is shown, and are not sent again to who knows it', async () => {
    const { path, read } = await make();
    const tag = etagOf(read);
    expect(tag).toMatch(/^"\d+\.[0-9a-f]{16}"$/);
    const known = await app.api('GET', path, undefined, { headers: { 'if-none-match': tag } });
    expect([known.status, known.bytes.length, etagOf(known)]).toEqual([304, 0, tag]);
    const edited = await app.api('PUT', path, change(1), ifMatch(tag));
    expect([edited.status, etagOf(edited) === tag]).toEqual([200, false]);
    const newer = await app.api('GET', path, undefined, { headers: { 'if-none-match': tag } });
    expect([newer.status, etagOf(newer)]).toEqual([200, etagOf(edited)]);
  });

  it('are edited once of two times that mean the same version', async () => {
    const { path, read } = await make();
    const both = [2, 3].map((n) => app.api('PUT', path, change(n), ifMatch(etagOf(read))));
    expect(codes(await Promise.all(both))).toEqual(['200 ', '412 precondition_failed']);
    const kept = await app.get(path);
    expect([change(2), change(3)]).toContainEqual(
      expect.objectContaining(Object.fromEntries(Object.keys(change(2)).map((name) => [name, kept[name]]))),
    );
  });

  it('tell in both languages that they have changed', async () => {
    const { path, read } = await make();
    await app.put(path, change(4));
    const refused = (language: string) =>
      app.api('PUT', path, change(5), { language, ...ifMatch(etagOf(read)) });
    const [spanish, english] = [await refused('es'), await refused('en')];
    for (const answer of [spanish, english])
      expect(answer.body).toMatchObject({ ok: false, status: 412, code: 'precondition_failed', errors: [] });
    expect(english.body.message).toContain('has changed');
    expect(spanish.body.message).toContain('cambió');
  });

  it('are deleted as they were seen, or not', async () => {
    const { path, read } = await make();
    const edited = await app.api('PUT', path, change(6));
    expect(codes([await app.api('DELETE', path, undefined, ifMatch(etagOf(read)))])).toEqual([
      '412 precondition_failed',
    ]);
    expect((await app.api('DELETE', path, undefined, ifMatch(etagOf(edited)))).status).toBe(200);
    expect((await app.api('GET', path, undefined, { headers: { 'if-none-match': '*' } })).status).toBe(404);
  });

  it('of other organizations, or unknown ones, are missing and not merely changed', async () => {
    const { path, read } = await make();
    const other = await app.newOrganization(await app.newUser());
    const missing = `${resource.slice(0, -1)}_not_found`;
    for (const [where, key] of [
      [path, other.key],
      [`/${resource}/0123456789abcdef01234567`, app.demo.test_key],
    ] as const) {
      const answer = await app.api('PUT', where, change(7), { key, ...ifMatch(etagOf(read)) });
      expect([answer.status, answer.body.code]).toEqual([404, missing]);
    }
  });

  it('are edited by who says nothing, as ever', async () => {
    const { path } = await make();
    for (const n of [8, 9]) expect((await app.api('PUT', path, change(n))).status).toBe(200);
    expect((await app.api('PUT', path, change(10), ifMatch('*'))).status).toBe(200);
    expect(codes([await app.api('PUT', path, change(11), ifMatch('"foreign"'))])).toEqual([
      '412 precondition_failed',
    ]);
  });
});

describe('an invoice', () => {
  it('is stamped as it was seen, or not, and then burns no folio', async () => {
    const { id } = await draft();
    const seen = etagOf(await app.api('GET', `/invoices/${id}`));
    const edited = await app.api('PUT', `/invoices/${id}`, { conditions: 'Otras' });
    expect(codes([await app.api('POST', `/invoices/${id}/stamp`, undefined, ifMatch(seen))])).toEqual([
      '412 precondition_failed',
    ]);
    const before = await app.post('/invoices', invoice({ customer: universidad }));
    const stamped = await app.api('POST', `/invoices/${id}/stamp`, undefined, ifMatch(etagOf(edited)));
    expect([stamped.status, stamped.body.folio_number]).toEqual([200, before.folio_number + 1]);
    expect(etagOf(stamped)).toBe(etagOf(await app.api('GET', `/invoices/${id}`)));
  });

  it('that somebody stamps is not edited by who saw the draft', async () => {
    const { id } = await draft();
    const seen = etagOf(await app.api('GET', `/invoices/${id}`));
    await app.post(`/invoices/${id}/stamp`);
    expect(codes([await app.api('PUT', `/invoices/${id}`, { conditions: 'x' }, ifMatch(seen))])).toEqual([
      '412 precondition_failed',
    ]);
  });

  it('is canceled as it was seen, also after a status query', async () => {
    const { id } = await app.post('/invoices', invoice({ customer: universidad }));
    const seen = etagOf(await app.api('PUT', `/invoices/${id}/status`));
    expect(etagOf(await app.api('GET', `/invoices/${id}`))).toBe(seen);
    const cancel = () => app.api('DELETE', `/invoices/${id}?motive=02`, undefined, ifMatch(seen));
    const canceled = await cancel();
    expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled']);
    expect(etagOf(canceled)).toBe(etagOf(await app.api('GET', `/invoices/${id}`)));
    expect(codes([await cancel()])).toEqual(['412 precondition_failed']);
  });
});
