import { createHash } from 'node:crypto';
import { customersProjection } from '#apps/gateway/src/read-models/customers';
import { Mailer } from '#apps/gateway/src/mailbox/mailer';
import { ok } from '#kernel';
import { rebuildProjection } from '#eventing';
import { DAY_MS, escuela, form, linkedBy, open, passDays, submit } from './hosted-page.js';
import { textOfEvents } from '../../support/events.js';
import { afterEach, beforeAll, describe, expect, it, jest } from '../../support/story.js';
import { liveKeyOf } from '../organizations/live-key.js';
import { api, call, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

/** Edit links over the API. */

useTwoOrganizations('Ferretería "El Tornillo" <b>');
let linked: ReturnType<typeof linkedBy>;
beforeAll(() => {
  linked = linkedBy(api, ours);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('createEditLink', () => {
  it('makes a customer of nothing, whose link is shown as long as it can be used', async () => {
    const { status, body } = await call('POST /customers?createEditLink=true', {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      legal_name: null,
      tax_id: null,
      tax_system: null,
      address: { zip: null, country: 'MEX' },
      sat_validated_at: null,
      edit_link: expect.stringMatching(/^http:\/\/localhost:\d+\/tax-info\/[0-9a-f]{40}$/),
    });
    expect((Date.parse(body.edit_link_expires_at) - Date.parse(body.created_at)) / DAY_MS).toBeCloseTo(7, 2);
    expect((await call(`GET /customers/${body.id}`)).body).toEqual(body);
    const { data } = (await call('GET /customers?limit=1')).body;
    expect(data).toEqual([body]);
    passDays(api, 7.1);
    expect((await call(`GET /customers/${body.id}`)).body).toEqual({
      ...body,
      edit_link: null,
      edit_link_expires_at: null,
    });
  });

  it.each(['POST /customers', 'POST /customers?createEditLink=false'])(
    'is taken from the body too: %s',
    async (request) => {
      const { status, body } = await call(request, { createEditLink: true, external_id: request });
      expect([status, typeof body.edit_link]).toEqual([201, 'string']);
      expect(await call('POST /customers', { ...escuela, createEditLink: false })).toMatchObject({
        body: { edit_link: null },
      });
    },
  );

  it('asks no register, and checks the form of what is sent', async () => {
    const unknown = { ...escuela, legal_name: 'OTRA' };
    expect(await linked(unknown)).toMatchObject({ legal_name: 'OTRA', sat_validated_at: null });
    // What came by a link is no way around the register.
    const plain = await call('POST /customers', unknown);
    expect(plain.body.errors[0]).toMatchObject({ path: 'legal_name', code: 'legal_name_mismatch' });
    const wrong = await call('POST /customers?createEditLink=true', { tax_id: 'X', email: 'a@b.mx' });
    expect(wrong.body.errors).toMatchObject([{ path: 'tax_id', code: 'invalid_format' }]);
    expect((await call('POST /customers?createEditLink=quizás', {})).body.errors).toMatchObject([
      { path: 'createEditLink', location: 'query', code: 'invalid_type' },
    ]);
  });

  it('makes two customers from two calls without a customer, and renews the link of a named one', async () => {
    const [a, b] = [await linked({ legal_name: 'JUAN' }), await linked({ legal_name: 'JUAN' })];
    expect(a.id).not.toBe(b.id);
    const named = { ...escuela, external_id: 'c-1' };
    const first = await call('POST /customers?createEditLink=1', named);
    const again = await call('POST /customers?createEditLink=1', named);
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    expect(again.body.edit_link).not.toBe(first.body.edit_link);
    expect((await open(first.body.edit_link)).status).toBe(410);
    expect((await open(again.body.edit_link)).status).toBe(200);
  });

  it('on PUT makes a link or renews it, and validates what is sent', async () => {
    const { body: customer } = await call('POST /customers', { ...escuela, external_id: 'put' });
    const at = `PUT /customers/${customer.id}?createEditLink=true`;
    const { status, body: first } = await call(at, { phone: '55' });
    expect([status, first.phone]).toEqual([200, '55']);
    const { body: second } = await call(at, {});
    expect(second.edit_link).not.toBe(first.edit_link);
    expect([(await open(first.edit_link)).status, (await open(second.edit_link)).status]).toEqual([410, 200]);
    const refused = await call(at, { address: { zip: '06000' } });
    expect(refused.body.errors[0]).toMatchObject({ code: 'tax_address_zip_mismatch' });
    expect((await call(`GET /customers/${customer.id}`)).body).toEqual(second);
    expect((await open(second.edit_link)).status).toBe(200);
    const unsent = await call(`PUT /customers/${customer.id}`, { phone: null });
    expect(unsent.body.edit_link).toBe(second.edit_link);
  });

  it('finds what lacks a name in lists, and by other names once it has one', async () => {
    const { id, edit_link } = await linked({ email: 'sinnombre@example.com' });
    const ids = async (query: string) =>
      (await call(`GET /customers?${query}`)).body.data.map((one: { id: string }) => one.id) as string[];
    expect(await ids('limit=1')).toEqual([id]);
    await submit(
      edit_link,
      form({
        legal_name: 'XOCHILT CASAS CHAVEZ',
        tax_id: 'CACX7605101P8',
        tax_system: '612',
        'address.zip': '36257',
      }),
    );
    expect(await ids('q=xochilt')).toEqual([id]);
  });

  it('reports that a customer without data is not valid', async () => {
    const { id } = await linked({ tax_id: 'EKU9003173C9' });
    const { body } = await call(`GET /customers/${id}/tax-info-validation`);
    expect(body.is_valid).toBe(false);
    expect(body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['legal_name', 'required'],
      ['tax_system', 'required'],
      ['address.zip', 'required'],
    ]);
  });

  it('leaves its key in no event, row or document, only its hash', async () => {
    const { id, edit_link } = await linked();
    const key = edit_link.split('/').at(-1) as string;
    const events = await textOfEvents(api.runtime.store, `customer-${id}`);
    const { rows: stored } = await api.runtime.pool.query('SELECT * FROM gateway.customers WHERE id = $1', [
      id,
    ]);
    const rows = JSON.stringify(stored);
    const hash = createHash('sha256').update(key).digest('hex');
    for (const text of [events, rows]) {
      expect(text).toContain(hash);
      expect(text).not.toContain(key);
    }
    const { rows: secrets } = await api.runtime.pool.query<{ sealed: Buffer }>(
      "SELECT sealed FROM platform.secrets WHERE name LIKE 'customer-edit-link/%'",
    );
    expect(secrets.some(({ sealed }) => sealed.includes(key))).toBe(false);
  });

  it('keeps no key of a link that was refused', async () => {
    const count = async () =>
      (await api.runtime.pool.query("SELECT 1 FROM platform.secrets WHERE name LIKE 'customer-edit-link/%'"))
        .rowCount;
    const before = await count();
    await call('POST /customers?createEditLink=true', { tax_id: 'X' });
    await call('PUT /customers/ffffffffffffffffffffffff?createEditLink=true', {});
    expect(await count()).toBe(before);
  });
});

describe('POST /customers/{id}/email-edit-link', () => {
  it('refuses what has no address, or is not there', async () => {
    const { id } = await linked();
    const at = `POST /customers/${id}/email-edit-link`;
    expect((await call(at)).body).toMatchObject({
      status: 400,
      code: 'customer_email_required',
      path: 'email',
      location: 'body',
    });
    expect((await call(at, { email: 'x@' })).body.errors).toMatchObject([
      { path: 'email', code: 'invalid_format' },
    ]);
    expect((await call(at, { to: 'x@example.com' })).body.errors).toMatchObject([{ code: 'unknown_field' }]);
    for (const answer of [
      await api.call(theirs.testKey, at, { email: 'a@example.com' }),
      await call('POST /customers/ffffffffffffffffffffffff/email-edit-link', { email: 'a@example.com' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'customer_not_found']);
  });
});

describe('the mail with the link', () => {
  const mailed = (standing: 'accepted' | 'refused' = 'accepted') =>
    jest.spyOn(api.get(Mailer), 'send').mockResolvedValue(ok(standing));

  it('carries the open link, in the language of the request', async () => {
    const send = mailed();
    const { id, edit_link, edit_link_expires_at } = await linked({ email: 'pagos@escuela.mx' });
    const answer = await call(`POST /customers/${id}/email-edit-link`, undefined, {
      'accept-language': 'en',
    });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      template: 'customer-edit-link',
      data: { link: edit_link, expires_at: edit_link_expires_at },
      to: ['pagos@escuela.mx'],
      language: 'en',
      organization: { id: ours.id },
    });
    await call(`POST /customers/${id}/email-edit-link`, { email: 'otra@escuela.mx' });
    expect(send.mock.calls[1]?.[0]).toMatchObject({ to: ['otra@escuela.mx'], data: { link: edit_link } });
  });

  const expectNewLink = async (id: string, before: string | null) => {
    const send = mailed();
    expect((await call(`POST /customers/${id}/email-edit-link`)).status).toBe(200);
    const { edit_link } = (await call(`GET /customers/${id}`)).body;
    expect(edit_link).not.toBe(before);
    expect(send.mock.calls[0]?.[0]).toMatchObject({ data: { link: edit_link } });
    expect((await open(edit_link)).status).toBe(200);
  };

  it('makes a link when there is none', async () => {
    const { body } = await call('POST /customers', { ...escuela, email: 'a@escuela.mx' });
    await expectNewLink(body.id, null);
  });

  it('makes a link when the one before was used', async () => {
    const { id, edit_link } = await linked({ email: 'pagos@escuela.mx' });
    await submit(edit_link, form());
    await expectNewLink(id, edit_link);
  });

  it('makes a link when the one before is about to expire', async () => {
    const { id, edit_link } = await linked({ email: 'pagos@escuela.mx' });
    passDays(api, 6.1);
    await expectNewLink(id, edit_link);
  });

  it('says that the mail server refuses an address', async () => {
    mailed('refused');
    const { id } = await linked({ email: 'nadie@escuela.mx' });
    const { status, body } = await call(`POST /customers/${id}/email-edit-link`);
    expect([status, body.errors[0].path, body.errors[0].code]).toEqual([400, 'email', 'invalid_value']);
  });
});

describe('the read model', () => {
  it('is the same when it is rebuilt from the events', async () => {
    const { edit_link } = await linked();
    await linked({ phone: '55' });
    await submit(edit_link, form());
    const rows = async () =>
      (await api.runtime.pool.query('SELECT *, doc::text FROM gateway.customers ORDER BY id'))
        .rows as unknown[];
    const before = await rows();
    const { pool, store } = api.runtime;
    await rebuildProjection({ pool, store, projection: customersProjection });
    expect(await rows()).toEqual(before);
  });
});

describe('a Live key', () => {
  it('finds no register to validate against', async () => {
    const user = await api.newUser();
    const key = await liveKeyOf(api, user, (await api.newOrganization(user)).id);
    const { body } = await api.call(key, 'POST /customers?createEditLink=true', { email: 'a@b.mx' });
    expect(body.livemode).toBe(true);
    expect((await open(body.edit_link)).html).not.toContain('Ambiente de pruebas');
    // What is missing is known without one.
    const missing = await api.call(key, `GET /customers/${body.id}/tax-info-validation`);
    expect([missing.status, missing.body.is_valid]).toEqual([200, false]);
    const whole = await api.call(key, 'POST /customers', escuela);
    const answer = await api.call(key, `GET /customers/${whole.body.id}/tax-info-validation`);
    expect([answer.status, answer.body.code]).toEqual([503, 'customer_tax_info_unavailable']);
  });
});
