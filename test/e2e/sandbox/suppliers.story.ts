import { until } from '#bus/testing/until';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { localMonth } from '../../support/month.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** All that is done with documents of others, tried in Test by one organization alone: the sandbox plays its suppliers. */

const DAY = 86_400_000;
let app: TestApp;
let ours: { readonly id: string; readonly key: string };
let user: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
  ours = await app.newOrganization(user);
});
afterAll(() => app.close());

const api = (method: string, path: string, body?: object, key = ours.key): Promise<Answer> =>
  app.api(method, path, body, { key });
const get = (path: string): Promise<Json> => app.get(path, { key: ours.key });
const supply = async (body: object = {}, key = ours.key): Promise<Json[]> =>
  (await app.post('/sandbox/supplier-invoices', body, { key })).data;
const clock = async (): Promise<number> => Date.parse((await get('/sandbox/clock')).now as string);
/** A day of the SAT's clock, by the organization's Test clock. */
const day = async (back = 0): Promise<string> =>
  new Date((await clock()) - 6 * 3_600_000 - back * DAY).toISOString().slice(0, 10);
async function download(fields: object = {}, key = ours.key): Promise<Json> {
  const [from, to] = await Promise.all([day(1), day()]);
  const body = { kind: 'received', format: 'xml', from, to, ...fields };
  const { id } = await app.post('/downloads', body, { key });
  let found: Json = {};
  await until(async () => {
    found = await app.get(`/downloads/${id}`, { key });
    return found.status !== 'processing';
  });
  return found;
}
/** The invoice, once the list shows it: a download does not wait for that. */
const received = async (uuid: string): Promise<Json> => {
  let found: Json;
  await until(async () => {
    [found] = (await get(`/invoices?issuer_type=receiving&uuid=${uuid}`)).data as Json[];
    return found !== undefined;
  });
  return found;
};

describe('a supplier that the sandbox plays', () => {
  let small: Json;
  let large: Json;
  let owed: Json;

  it('issues what bulk download then gives as received: to this organization, and to no other', async () => {
    const issued = await supply({ quantity: 3, total: 116 });
    expect(issued).toHaveLength(3);
    expect(new Set(issued.map(({ uuid }) => uuid)).size).toBe(3);
    [small] = issued;
    expect(small).toMatchObject({ type: 'I', total: 116, supplier: { tax_id: 'PSA200101AB1' } });
    [large] = await supply({ total: 11_600.5 });
    [owed] = await supply({ payment_method: 'PPD', total: 580 });
    // Of the same stand-in RFC, in the same sandbox.
    const other = await app.newOrganization(user);
    expect(await download({}, other.key)).toMatchObject({ status: 'finished', documents: 0, imported: 0 });
    expect(await download()).toMatchObject({ status: 'finished', imported: 5, refused: 0, errors: [] });
    await Promise.all([...issued, large, owed].map(({ uuid }) => received(uuid)));
    const { data } = await get('/invoices?issuer_type=receiving');
    expect(data.map(({ uuid }: Json) => uuid).sort()).toEqual(
      [...issued, large, owed].map(({ uuid }) => uuid).sort(),
    );
    expect(await received(large.uuid)).toMatchObject({
      ...{ status: 'valid', total: 11_600.5, imported: { source: 'download', sat_status: 'valid' } },
      supplier: { tax_id: 'PSA200101AB1', legal_name: 'PROVEEDORA DEL SANDBOX' },
    });
    // What others issued is not among what it issued.
    expect(await download({ kind: 'issued' })).toMatchObject({ documents: 0 });
    expect(await download()).toMatchObject({ imported: 0, duplicates: 5 });
  });

  it('is paid, and its receipt is matched with what it pays', async () => {
    const [paid] = await supply({ pays: owed.uuid });
    expect(paid).toMatchObject({ type: 'P', total: 580 });
    expect((await received(owed.uuid)).amount_due).toBe(580);
    expect(await download()).toMatchObject({ imported: 1, refused: 0 });
    await until(async () => (await received(owed.uuid)).amount_due === 0);
    const wrong = await api('POST', '/sandbox/supplier-invoices', { pays: small.uuid });
    expect([wrong.status, wrong.body.path]).toEqual([400, 'pays']);
  });

  it('cancels a small invoice at once: the watch finds it, and metadata says it', async () => {
    const path = `/sandbox/supplier-invoices/${small.uuid}/cancel`;
    expect(await api('POST', path)).toMatchObject({
      status: 200,
      body: { uuid: small.uuid, status: 'canceled' },
    });
    const again = await api('POST', path);
    expect([again.status, again.body.code]).toEqual([409, 'invoice_not_cancelable_by_sat']);
    const compared = await download({ format: 'metadata' });
    expect(compared.differences).toEqual({ missing_here: 0, missing_at_sat: 0, status: 1 });
    await until(async () => (await received(small.uuid)).status === 'canceled');
  });

  it('asks before it cancels a large one, which we accept or reject', async () => {
    const [second] = await supply({ total: 2_320 });
    await download();
    for (const { uuid } of [large, second]) {
      const asked = await api('POST', `/sandbox/supplier-invoices/${uuid}/cancel`);
      expect(asked.body.status).toBe('pending');
    }
    const { data } = await get('/cancellation-requests?status=pending');
    expect(data.map(({ uuid, total }: Json) => [uuid, total]).sort()).toEqual(
      [
        [large.uuid, 11_600.5],
        [second.uuid, 2_320],
      ].sort(),
    );
    expect((await api('POST', `/cancellation-requests/${large.uuid}/accept`)).body.status).toBe('accepted');
    expect((await api('POST', `/cancellation-requests/${second.uuid}/reject`)).body.status).toBe('rejected');
    // Nobody asks, and no watch is due: the answer has the invoice looked at.
    await until(async () => (await received(large.uuid)).status === 'canceled');
    await until(async () => (await received(second.uuid)).cancellation_status === 'rejected');
    expect((await received(second.uuid)).status).toBe('valid');
    // An hour later they are looked at once more, which finds the same.
    await app.post(
      '/sandbox/clock',
      { advance_to: new Date((await clock()) + 2 * 3_600_000).toISOString() },
      { key: ours.key },
    );
    expect((await received(large.uuid)).status).toBe('canceled');
    expect(await received(second.uuid)).toMatchObject({ status: 'valid', cancellation_status: 'rejected' });
  });

  it('may be on the list of article 69-B, and comes to the sheets of the month', async () => {
    const supplier = { tax_id: 'DEF010101AAA', legal_name: 'Enlistada' };
    const [listed] = await supply({ supplier });
    await download();
    expect(await received(listed.uuid)).toMatchObject({
      supplier: { tax_id: 'DEF010101AAA', legal_name: 'ENLISTADA' },
      imported: { efos: 'listed' },
    });
    const month = localMonth((await received(listed.uuid)).date);
    const { body } = await api('GET', `/exports/invoices.csv?month=${month}&issuer_type=receiving`);
    expect(String(body)).toContain(listed.uuid);
  });

  it('goes by the organization’s Test clock', async () => {
    const ahead = (await clock()) + 40 * DAY;
    await app.post('/sandbox/clock', { advance_to: new Date(ahead).toISOString() }, { key: ours.key });
    const [late] = await supply();
    expect(Math.abs(Date.parse(late.stamped_at) - ahead)).toBeLessThan(60_000);
    expect(await download()).toMatchObject({ documents: 1, imported: 1 });
  });

  it.each([
    ['none at all', { quantity: 0 }, 'quantity'],
    ['too many', { quantity: 101 }, 'quantity'],
    ['the organization itself', { supplier: { tax_id: 'EKU9003173C9' } }, 'supplier.tax_id'],
    ['nobody’s RFC', { supplier: { tax_id: 'NADIE' } }, 'supplier.tax_id'],
    ['a payment of what is no UUID', { pays: 'x'.repeat(36) }, 'pays'],
  ])('does not issue %s', async (_, body, path) => {
    const answer = await api('POST', '/sandbox/supplier-invoices', body);
    expect([answer.status, answer.body.code, answer.body.path]).toEqual([400, 'invalid_request', path]);
  });

  it('cancels nothing that is not its own to this organization', async () => {
    const other = await app.newOrganization(user);
    const [theirs] = await supply({}, other.key);
    const issued = await app.post(
      '/invoices',
      {
        customer: {
          legal_name: 'PUBLICO',
          tax_id: 'XAXX010101000',
          tax_system: '616',
          address: { zip: '42501' },
        },
        items: [{ product: { description: 'Curso', product_key: '84111506', price: 100 } }],
        payment_form: '03',
      },
      { key: ours.key },
    );
    for (const uuid of [theirs.uuid, issued.uuid, '00000000-0000-4000-8000-000000000000']) {
      const canceled = await api('POST', `/sandbox/supplier-invoices/${uuid}/cancel`);
      expect([canceled.status, canceled.body.code]).toEqual([404, 'invoice_not_found']);
      const paid = await api('POST', '/sandbox/supplier-invoices', { pays: uuid });
      expect([paid.status, paid.body.code]).toEqual([404, 'invoice_not_found']);
    }
  });
});
