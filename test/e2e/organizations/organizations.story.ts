import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { textOfEvents } from '../../support/events.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

const legal = {
  name: 'Kemper',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '22000', street: 'Revolución' },
};

let api: SmallApi;
let user: string;
let stranger: string;
let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
  stranger = await api.newUser();
  ours = await api.newOrganization(user, 'Nuestra');
  theirs = await api.newOrganization(stranger, 'Ajena');
});
afterAll(() => api.close());

describe('the SDK and organizations', () => {
  it('creates one, sets its fiscal data, and uses its Test key', async () => {
    const { organizations } = api.sdk(user);
    const created = await organizations.create({ name: 'Kemper' });
    expect(created).toMatchObject({
      is_production_ready: false,
      pending_steps: [{ type: 'legal' }, { type: 'certificate' }],
      timezone: 'America/Mexico_City',
      legal: { name: 'Kemper', legal_name: null, address: { country: 'MEX', zip: null } },
      customization: {
        has_logo: false,
        pdf_extra: { codes: true, export_key: false },
        default_series: { I: null },
      },
      certificate: { has_certificate: false, expires_at: null },
      receipts: { periodicity: 'month', duration_days: 7 },
      self_invoice: { allowed_cfdi_uses: [] },
    });
    const updated = await organizations.updateLegal(created.id, legal);
    expect(updated).toMatchObject({
      legal: { ...legal, address: { zip: '22000', street: 'Revolución', country: 'MEX' } },
      timezone: 'America/Tijuana',
      pending_steps: [{ type: 'certificate' }],
    });
    expect(await organizations.retrieve(created.id)).toEqual(updated);
    const key = await organizations.getTestApiKey(created.id);
    expect(key).toMatch(/^sk_test_[0-9A-Za-z]{40}$/);
    expect(await api.sdk(key).organizations.me()).toEqual(updated);
    expect((await organizations.list({ q: 'kemper urg' })).data).toEqual([updated]);
  });

  it('renews the Test key: the old one stops at once, the new one works at once', async () => {
    const { organizations } = api.sdk(user);
    const { id, testKey } = await api.newOrganization(user, 'Renovada');
    expect((await api.call(testKey, 'GET /organizations/me')).status).toBe(200);
    const renewed = await organizations.renewTestApiKey(id);
    expect(renewed).not.toBe(testKey);
    expect((await api.call(testKey, 'GET /organizations/me')).body.code).toBe('api_key_invalid');
    expect((await api.call(renewed, 'GET /organizations/me')).body.id).toBe(id);
    expect(await organizations.getTestApiKey(id)).toBe(renewed);
  });
});

describe('secrets', () => {
  it('are neither in events nor in read models in clear', async () => {
    const events = await textOfEvents(api.runtime.store);
    expect(events).toContain(ours.id);
    expect(events).not.toContain(ours.testKey);
    const { rows: organizations } = await api.runtime.pool.query<{ found: string }>(
      'SELECT count(*) AS found FROM gateway.organizations o WHERE o::text LIKE $1',
      [`%${ours.testKey}%`],
    );
    expect(organizations[0]?.found).toBe('0');
  });
});

describe('an organization’s own Test key', () => {
  it('reads its organization by id and as me, and nothing else', async () => {
    for (const id of [ours.id, 'me'])
      expect((await api.call(ours.testKey, `GET /organizations/${id}`)).body.id).toBe(ours.id);
    expect((await api.call(ours.testKey, `GET /organizations/${theirs.id}`)).body.code).toBe(
      'organization_not_found',
    );
  });

  it.each([
    'POST /organizations',
    'GET /organizations',
    'GET /organizations/{id}/apikeys/test',
    'PUT /organizations/{id}/apikeys/test',
  ])('is not for %s', async (request) => {
    const answer = await api.call(ours.testKey, request.replace('{id}', ours.id));
    expect([answer.status, answer.body.code]).toEqual([403, 'api_key_not_allowed']);
  });

  it('needs to be a Live or user key for fiscal data', async () => {
    const answer = await api.call(ours.testKey, 'PUT /organizations/me/legal', legal);
    expect(answer.body.code).toBe('live_api_key_required');
  });
});

describe('a user', () => {
  it.each([
    ['GET /organizations/{id}', undefined],
    ['PUT /organizations/{id}/legal', legal],
    ['GET /organizations/{id}/apikeys/test', undefined],
    ['PUT /organizations/{id}/apikeys/test', undefined],
  ])('of another organization gets 404 from %s', async (request, body) => {
    const answer = await api.call(stranger, request.replace('{id}', ours.id), body);
    expect([answer.status, answer.body.code]).toEqual([404, 'organization_not_found']);
    expect((await api.call(ours.testKey, 'GET /organizations/me')).status).toBe(200);
  });

  it('lists only its own organizations', async () => {
    const { body } = await api.call(stranger, 'GET /organizations');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
    const first = await api.call(user, 'GET /organizations?pagination=cursor&limit=1');
    const rest = await api.call(user, `GET /organizations?after=${first.body.next_cursor}`);
    const ids = [...first.body.data, ...rest.body.data].map(({ id }: { id: string }) => id);
    expect(ids).toContain(ours.id);
    expect(ids).not.toContain(theirs.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is known by a key of its own', async () => {
    const unknown = await api.call('sk_user_nosuchkeynosuchkeynosuchkey', 'GET /organizations');
    expect([unknown.status, unknown.body.code]).toEqual([401, 'user_key_invalid']);
  });
});

describe('wrong fiscal data', () => {
  it.each<[string, object, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['name', 'required'],
        ['legal_name', 'required'],
        ['tax_system', 'required'],
        ['address', 'required'],
      ],
    ],
    ['a malformed RFC', { ...legal, tax_id: 'ABC' }, [['tax_id', 'invalid_format']]],
    [
      'a regime of natural persons',
      { ...legal, tax_system: '605' },
      [['tax_system', 'tax_system_not_allowed_for_tax_id']],
    ],
    ['too long a name', { ...legal, name: 'x'.repeat(101) }, [['name', 'invalid_length']]],
    ['an unknown field', { ...legal, rfc: 'X' }, [['rfc', 'unknown_field']]],
    [
      'an unknown field, beside wrong and missing ones',
      { ...legal, name: undefined, rfc: 'X', tax_system: '699', address: { zip: '1' } },
      [
        ['rfc', 'unknown_field'],
        ['name', 'required'],
        ['tax_system', 'tax_system_not_in_catalog'],
        ['address.zip', 'invalid_format'],
      ],
    ],
    ['a generic RFC', { ...legal, tax_id: 'XAXX010101000' }, [['tax_id', 'invalid_format']]],
  ])('is refused: %s', async (_what, body, expected) => {
    const answer = await api.call(user, `PUT /organizations/${ours.id}/legal`, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual(expected);
  });

  it('says whose a regime is, and what an RFC lacks', async () => {
    const wrong = { ...legal, tax_system: '605' };
    const regime = await api.call(user, `PUT /organizations/${ours.id}/legal`, wrong);
    expect(regime.body.message).toMatch(/605 .*personas físicas, y el RFC es de una persona moral.*601/);
    const short = { ...legal, tax_id: 'URE18042' };
    const rfc = await api.call(user, `PUT /organizations/${ours.id}/legal`, short);
    expect(rfc.body.message).toMatch(/tiene 8 caracteres y faltan 4/);
  });

  it('does not make an organization without a name', async () => {
    const { body } = await api.call(user, 'POST /organizations', {});
    expect(body).toMatchObject({ code: 'invalid_request', path: 'name' });
  });
});
