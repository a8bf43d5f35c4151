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
  ours = await api.newOrganization(user, 'Ajustada');
});
afterAll(() => api.close());

const put = (setting: string, body: unknown, key = user, language = 'es') =>
  api.call(key, `PUT /organizations/${ours.id}/${setting}`, body, { 'accept-language': language });
const problemsOf = (body: { errors: { path: string; code: string }[] }) =>
  body.errors.map(({ path, code }) => [path, code]);

const SETTINGS: [string, object][] = [
  ['customization', { color: 'BADA55' }],
  ['receipts', { duration_days: 3 }],
  ['self-invoice', { apply_resico_isr: true }],
  ['domain', { domain: 'ajustada' }],
];

describe('the SDK and the settings of an organization', () => {
  it('sets colour and PDF flags in parts', async () => {
    const { organizations } = api.sdk(user);
    const first = await organizations.updateCustomization(ours.id, {
      color: '#bada55',
      pdf_extra: { codes: false, payroll_options: { antiguedad: true } },
    });
    expect(first.customization).toMatchObject({
      color: 'bada55',
      pdf_extra: { codes: false, product_key: true, payroll_options: { antiguedad: true, puesto: true } },
    });
    const second = await organizations.updateCustomization(ours.id, { pdf_extra: { export_key: true } });
    expect(second.customization).toEqual({
      ...first.customization,
      pdf_extra: { ...first.customization.pdf_extra, export_key: true },
    });
    expect(await organizations.retrieve(ours.id)).toEqual(second);
    expect(await organizations.updateCustomization(ours.id, {})).toEqual(second);
  });

  it('sets receipts and the portal', async () => {
    const { organizations } = api.sdk(user);
    const receipts = await organizations.updateReceiptSettings(ours.id, { periodicity: 'two_months' });
    expect(receipts.receipts).toMatchObject({ periodicity: 'two_months', duration_days: 7 });
    const uses = { allowed_cfdi_uses: ['G03', 'G01'], apply_resico_isr: true };
    const portal = await organizations.updateSelfInvoiceSettings(ours.id, uses);
    expect(portal.self_invoice).toEqual({ ...uses, support_email: null, support_email_verified: false });
    const all = await organizations.updateSelfInvoiceSettings(ours.id, { allowed_cfdi_uses: [] });
    expect(all.self_invoice).toMatchObject({ allowed_cfdi_uses: [], apply_resico_isr: true });
  });

  it('keeps every flag of many who set one each at the same time', async () => {
    const { id } = await api.newOrganization(user, 'De muchos');
    const flags = [
      'export_key',
      'round_unit_price',
      'render_iedu',
      'repeat_signature',
      'render_hyp_complement',
    ];
    const sent = [...flags.map((flag) => ({ [flag]: true })), { codes: false }, { product_key: false }];
    await Promise.all(
      sent.map((pdf_extra) => api.call(user, `PUT /organizations/${id}/customization`, { pdf_extra })),
    );
    const { body } = await api.call(user, `GET /organizations/${id}`);
    expect(body.customization.pdf_extra).toMatchObject(Object.assign({}, ...sent) as object);
  });

  it('takes null for what is not sent, as clients with types send it', async () => {
    const { body: before } = await api.call(user, `GET /organizations/${ours.id}`);
    const nulls = { color: null, pdf_extra: null };
    expect((await put('customization', nulls)).body).toEqual(before);
    expect((await put('receipts', { periodicity: null, duration_days: null })).body).toEqual(before);
    expect((await put('self-invoice', { allowed_cfdi_uses: null, apply_resico_isr: null })).body).toEqual(
      before,
    );
  });
});

describe('wrong settings', () => {
  it.each<[string, object, [string, string][]]>([
    ['customization', { color: 'red' }, [['color', 'invalid_format']]],
    ['customization', { color: '#12345' }, [['color', 'invalid_format']]],
    ['customization', { pdf_extra: { codes: 'maybe' } }, [['pdf_extra.codes', 'invalid_type']]],
    ['customization', { pdf_extra: { colour: true } }, [['pdf_extra.colour', 'unknown_field']]],
    [
      'customization',
      { logo: 'x', pdf_extra: { payroll_options: { salario: true } } },
      [
        ['pdf_extra.payroll_options.salario', 'unknown_field'],
        ['logo', 'unknown_field'],
      ],
    ],
    ['receipts', { periodicity: 'year' }, [['periodicity', 'invalid_value']]],
    ['receipts', { duration_days: -1 }, [['duration_days', 'too_small']]],
    ['receipts', { duration_days: 367 }, [['duration_days', 'too_large']]],
    ['receipts', { duration_days: 1.5 }, [['duration_days', 'invalid_type']]],
    ['self-invoice', { support_email: 'nobody' }, [['support_email', 'invalid_format']]],
    [
      'self-invoice',
      { allowed_cfdi_uses: ['G01', 'G99'], support_email: 'nobody' },
      [
        ['support_email', 'invalid_format'],
        ['allowed_cfdi_uses.1', 'invalid_value'],
      ],
    ],
    ['domain', {}, [['domain', 'required']]],
    ['domain', { domain: 'Mi Tienda' }, [['domain', 'invalid_format']]],
    ['domain', { domain: 'abc' }, [['domain', 'invalid_length']]],
    ['domain', { domain: 'termina-' }, [['domain', 'invalid_format']]],
  ])('are refused at their place and change nothing: %s %j', async (setting, body, expected) => {
    const { body: before } = await api.call(user, `GET /organizations/${ours.id}`);
    const answer = await put(setting, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(problemsOf(answer.body)).toEqual(expected);
    expect((await api.call(user, `GET /organizations/${ours.id}`)).body).toEqual(before);
  });

  it.each([
    ['es', /la lista más de una vez|repetido/],
    ['en', /more than once/],
  ])('that break a rule are organization_settings_invalid, in %s', async (language, message) => {
    const answer = await put('self-invoice', { allowed_cfdi_uses: ['G03', 'G03'] }, user, language);
    expect(answer.body).toMatchObject({
      ...{ status: 400, code: 'organization_settings_invalid' },
      ...{ path: 'allowed_cfdi_uses.1', location: 'body' },
    });
    expect(answer.body.errors[0].message).toMatch(message);
  });
});

describe.each(SETTINGS)('PUT %s', (setting, body) => {
  it('is for people and Live keys, of the organization itself', async () => {
    const none = await fetch(`${api.baseUrl}/organizations/${ours.id}/${setting}`, { method: 'PUT' });
    expect([none.status, ((await none.json()) as { code: string }).code]).toEqual([
      401,
      'missing_credentials',
    ]);
    const test = await put(setting, body, ours.testKey);
    expect([test.status, test.body.code]).toEqual([403, 'live_api_key_required']);
    const foreign = await put(setting, body, stranger);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'organization_not_found']);
    const unknown = await api.call(user, `PUT /organizations/${'f'.repeat(24)}/${setting}`, body);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found']);
  });
});

describe('a Live key', () => {
  it('sets its own organization as me, and no other', async () => {
    const own = await api.newOrganization(user, 'Con llave');
    const live = await liveKeyOf(api, user, own.id);
    const { body } = await api.call(live, 'PUT /organizations/me/customization', {
      color: '102030',
    });
    expect(body).toMatchObject({ id: own.id, customization: { color: '102030' } });
    const legal = {
      ...{
        name: 'Kemper',
        legal_name: 'ESCUELA KEMPER URGATE',
        tax_system: '601',
        address: { zip: '42501' },
      },
      ...{ website: 'kemper.mx', phone: '7711234567', support_email: 'ayuda@kemper.mx' },
    };
    const named = await api.call(live, 'PUT /organizations/me/legal', legal);
    expect(named.body).toMatchObject({ id: own.id, legal });
    const other = await api.call(live, `PUT /organizations/${ours.id}/receipts`, { duration_days: 1 });
    expect([other.status, other.body.code]).toEqual([404, 'organization_not_found']);
  });
});

describe('the read model', () => {
  it('is the same when it is rebuilt from the events', async () => {
    const rows = async () =>
      (
        await api.runtime.pool.query(
          `SELECT revision, doc::text, support_link_hashes, support_link_id, support_link_expires_at
           FROM gateway.organizations ORDER BY id`,
        )
      ).rows as unknown[];
    const before = await rows();
    const { pool, store } = api.runtime;
    await rebuildProjection({ pool, store, projection: organizationsProjection });
    expect(await rows()).toEqual(before);
  });
});
