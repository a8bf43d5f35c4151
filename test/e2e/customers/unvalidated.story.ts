import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { escuela, linkedBy } from './hosted-page.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Customers made with an edit link, whose data the register was not asked about when they were made. */

let api: SmallApi;
let ours: TestOrganization;
let linked: ReturnType<typeof linkedBy>;

beforeAll(async () => {
  api = await startSmallApi();
  ours = await api.newOrganization(await api.newUser());
  linked = linkedBy(api, ours);
});
afterAll(() => api.close());

const call = (request: string, body?: unknown) => api.call(ours.testKey, request, body);
const codesOf = (errors: readonly { path: string; code: string }[]) =>
  errors.map(({ path, code }) => [path, code]);

describe('PUT /customers/{id}', () => {
  it('checks the given data with the register, even if other data is missing', async () => {
    const { id } = await linked();
    const put = async (changes: object) => (await call(`PUT /customers/${id}`, changes)).body;
    expect(codesOf((await put({ tax_id: 'AAA010101AAA' })).errors)).toEqual([['tax_id', 'tax_id_not_found']]);
    const wrong = { legal_name: 'OTRO', tax_id: 'URE180429TM6' };
    expect(codesOf((await put(wrong)).errors)).toEqual([['legal_name', 'legal_name_mismatch']]);
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({ tax_id: null, legal_name: null });
    expect(await put({ tax_id: 'URE180429TM6', address: { zip: '86991' } })).toMatchObject({
      tax_id: 'URE180429TM6',
      sat_validated_at: null,
    });
    expect(codesOf((await put({ address: { zip: '06000' } })).errors)).toEqual([
      ['address.zip', 'tax_address_zip_mismatch'],
    ]);
    const rest = { legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_system: '601' };
    expect(await put(rest)).toMatchObject({ sat_validated_at: expect.any(String) });
  });

  it('asks about what is sent again, and not when nothing of it is sent', async () => {
    const wrong = { ...escuela, legal_name: 'OTRA' };
    const { id } = await linked(wrong);
    const again = await call(`PUT /customers/${id}`, wrong);
    expect(codesOf(again.body.errors)).toEqual([['legal_name', 'legal_name_mismatch']]);
    expect((await call(`PUT /customers/${id}`, { phone: '55' })).status).toBe(200);
  });
});

describe('GET /customers/{id}/tax-info-validation', () => {
  it('reports what is missing, and what the register refuses', async () => {
    const { id } = await linked({ tax_id: 'AAA010101AAA', tax_system: '601' });
    const { body } = await call(`GET /customers/${id}/tax-info-validation`);
    expect(body.is_valid).toBe(false);
    expect(codesOf(body.errors)).toEqual([
      ['legal_name', 'required'],
      ['address.zip', 'required'],
      ['tax_id', 'tax_id_not_found'],
    ]);
  });
});
