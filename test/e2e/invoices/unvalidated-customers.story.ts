import { sandboxRegister } from '#sat';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { innovacion, invoice, universidad } from '../../support/bodies.js';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '../../support/story.js';

/** Invoices to customers that were made with an edit link, so that no register was asked about their data. */

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const linked = async (changes: object = {}): Promise<string> =>
  (await app.post('/customers?createEditLink=true', { ...universidad, ...changes })).id as string;
const short = ({ path, code, source }: Json) => ({ path, code, source });
const misnamed = { legal_name: 'UNIVERSIDAD ROBOTICA' };

it('refuses what the register refuses, as of a customer described in place', async () => {
  const id = await linked({ ...misnamed, address: { zip: '06000' } });
  const inPlace = { ...universidad, ...misnamed, address: { zip: '06000' } };
  const answers = await Promise.all(
    [id, inPlace].map((customer) => app.api('POST', '/invoices', invoice({ customer }))),
  );
  for (const { status, body } of answers) {
    expect([status, body.code, body.path]).toEqual([400, 'invalid_request', 'customer.legal_name']);
    expect(body.errors.map(short)).toEqual([
      { path: 'customer.legal_name', code: 'legal_name_mismatch', source: 'service' },
      { path: 'customer.address.zip', code: 'tax_address_zip_mismatch', source: 'service' },
    ]);
  }
  const { body: preview } = await app.api('POST', '/invoices/preview', invoice({ customer: id }));
  expect(preview.is_ready_to_stamp).toBe(false);
  expect(preview.problems.map(short)).toEqual(answers[0]?.body.errors.map(short));
});

it('stamps what the register has', async () => {
  expect(await app.post('/invoices', invoice({ customer: await linked() }))).toMatchObject({
    status: 'valid',
  });
});

it('accepts it in a draft, and reports what an incomplete one lacks', async () => {
  const customer = await linked(misnamed);
  const draft = await app.post('/invoices', invoice({ customer, status: 'draft' }));
  expect(draft.status).toBe('draft');
  const edited = await app.api('PUT', `/invoices/${draft.id}`, { customer, external_id: 'x' });
  expect(edited.status).toBe(200);
  const incomplete = await linked({ ...misnamed, tax_system: null });
  const { body } = await app.api('POST', '/invoices', invoice({ customer: incomplete }));
  expect(body.errors.map(short)).toMatchObject([{ path: 'customer.tax_system', code: 'required' }]);
});

it('asks no register about a customer that it has matched already', async () => {
  const { id, sat_validated_at } = await app.post('/customers', innovacion);
  expect(sat_validated_at).not.toBeNull();
  const asked = jest.spyOn(sandboxRegister, 'validate');
  const { body } = await app.api('POST', '/invoices/preview', invoice({ customer: id }));
  expect(body.is_ready_to_stamp).toBe(true);
  const byProvider = asked.mock.calls.length;
  await app.api('POST', '/invoices/preview', invoice({ customer: await linked({ email: 'otra@x.mx' }) }));
  expect(asked.mock.calls.length - byProvider).toBe(byProvider + 1);
});
