import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { sandboxRegister } from '#sat';
import { startSmallApi, type SmallApi, type TestOrganization } from '../support/small-api.js';

/** Edit links over the API, and the hosted page as a client without a browser meets it. */

const DAY_MS = 86_400_000;
const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
};
const form = (changes: Record<string, string> = {}) => ({
  tax_id: 'EKU9003173C9',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_system: '601',
  'address.zip': '42501',
  email: 'pagos@escuela.mx',
  ...changes,
});

let api: SmallApi;
let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  api = await startSmallApi();
  const user = await api.newUser();
  ours = await api.newOrganization(user, 'Ferretería "El Tornillo" <b>');
  theirs = await api.newOrganization(user, 'Ajena');
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const call = (request: string, body?: unknown, headers?: Record<string, string>) =>
  api.call(ours.testKey, request, body, headers);
const linked = async (customer: object = {}) =>
  (await call('POST /customers?createEditLink=true', customer)).body;
const open = async (link: string, headers: Record<string, string> = {}) => {
  const response = await fetch(link, { headers, redirect: 'manual' });
  return { status: response.status, html: await response.text(), headers: response.headers };
};
const submit = async (link: string, fields: Record<string, string>, headers = {}) => {
  const response = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
  return { status: response.status, html: await response.text(), headers: response.headers };
};
const passDays = (days: number) => {
  const now = Date.now();
  jest.spyOn(api.runtime.clock, 'now').mockImplementation(() => new Date(now + days * DAY_MS));
};

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
    passDays(7.1);
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

  it('makes two customers of two calls that name nobody, and renews the link of one that is named', async () => {
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

  it('tells that a customer without data is not valid', async () => {
    const { id } = await linked({ tax_id: 'EKU9003173C9' });
    const { body } = await call(`GET /customers/${id}/tax-info-validation`);
    expect(body.is_valid).toBe(false);
    expect(body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['legal_name', 'required'],
      ['tax_system', 'required'],
      ['address.zip', 'required'],
    ]);
  });

  it('leaves its key in no event, row or document, but for its hash', async () => {
    const { id, edit_link } = await linked();
    const key = edit_link.split('/').at(-1) as string;
    const dump = async (sql: string) => JSON.stringify((await api.runtime.pool.query(sql, [id])).rows);
    const events = await dump(`SELECT * FROM event_store.events WHERE stream_id = 'customer-' || $1`);
    const rows = await dump('SELECT * FROM customers.customers WHERE id = $1');
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

describe('the page', () => {
  it('speaks the language of the browser, or the one it is switched to', async () => {
    const { edit_link } = await linked();
    const titles = await Promise.all(
      [
        open(edit_link),
        open(edit_link, { 'accept-language': 'en-US,en;q=0.9' }),
        open(`${edit_link}?lang=en`, { 'accept-language': 'es' }),
        open(`${edit_link}?lang=xx`, { 'accept-language': 'es-MX' }),
      ].map(async (page) => /<html lang="(..)">[^]*<h1>(.*?)<\/h1>/.exec((await page).html)?.slice(1)),
    );
    const es = ['es', 'Sus datos de facturación'];
    const en = ['en', 'Your invoicing details'];
    expect(titles).toEqual([es, en, en, es]);
  });

  it('lets in nothing from elsewhere, and is kept by nobody', async () => {
    const { edit_link } = await linked();
    const { headers, html } = await open(edit_link, { origin: 'https://elsewhere.example' });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-([\w+/=]+)'; script-src 'nonce-\1'; img-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(html).not.toMatch(/(?:src|href)="(?!\?lang=|#|mailto:)/);
    expect(html).toContain('Ambiente de pruebas');
  });

  it('writes names and values as text', async () => {
    const evil = `"><script>alert(1)</script>'{{constructor}}`;
    const { edit_link } = await linked({ legal_name: evil, address: { street: evil, zip: '06000' } });
    const wrong = await submit(edit_link, form({ email: `${evil}@`, tax_id: evil }));
    for (const { html } of [await open(edit_link), wrong]) {
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('Tornillo" <b>');
      expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#x27;{{constructor}}');
      expect(html).toContain('Ferretería &quot;El Tornillo&quot; &lt;b&gt;');
    }
  });

  it('shows the organization’s logo from where it is, or from the page itself', async () => {
    const { edit_link } = await linked();
    const withLogo = async (logo: string) => {
      const sql = `UPDATE organizations.organizations SET doc = jsonb_set(doc::jsonb, '{logo_url}', to_jsonb($2::text))::json WHERE id = $1`;
      await api.runtime.pool.query(sql, [ours.id, logo]);
      // Settings are cached for two seconds: another organization's write forgets them.
      await api.newOrganization(await api.newUser());
      const { html, headers } = await open(edit_link);
      const policy = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
      return [policy, /<img src="([^"]*)"/.exec(html)?.[1]];
    };
    expect(await withLogo('data:image/png;base64,iVBORw0KGgo=')).toEqual([
      'data:',
      'data:image/png;base64,iVBORw0KGgo&#x3D;',
    ]);
    expect(await withLogo('https://files.example/logo.png')).toEqual([
      'https://files.example',
      'https://files.example/logo.png',
    ]);
    expect(await withLogo('javascript:alert(1)')).toEqual(["'none'", undefined]);
  });

  it('tells what is wrong at each field, and keeps what was typed', async () => {
    const { edit_link, id } = await linked();
    const typed = form({
      legal_name: 'OTRA',
      'address.zip': '06000',
      phone: '55 5555',
      'address.street': 'Reforma',
    });
    const { status, html } = await submit(edit_link, typed, { 'accept-language': 'en' });
    expect(status).toBe(400);
    for (const [field, message] of [
      ['legal_name', 'The legal name does not match the one registered with the SAT.'],
      ['address-zip', 'The zip code does not match the one of the tax address registered with the SAT.'],
    ])
      expect(html).toContain(`<p class="error" id="${field}-error">${message}</p>`);
    for (const value of Object.values(typed)) expect(html).toContain(value);
    expect(html).toMatch(/<option value="601" selected>/);
    expect((await call(`GET /customers/${id}`)).body.legal_name).toBeNull();
  });

  it.each<[Record<string, string>, string, string]>([
    [{ tax_id: '' }, 'tax_id', 'Este dato es necesario.'],
    [{ tax_id: 'EKU9003173' }, 'tax_id', 'No tiene la forma correcta: revise cada letra y número.'],
    [
      { tax_id: 'AAA010101AAA' },
      'tax_id',
      'El RFC no se encuentra en la lista del SAT de RFC inscritos no cancelados.',
    ],
    [{ tax_system: '' }, 'tax_system', 'Este dato es necesario.'],
    [{ tax_system: '612' }, 'tax_system', 'El régimen fiscal no corresponde a este RFC.'],
    [{ tax_system: '999' }, 'tax_system', 'Elija una opción de la lista.'],
    [{ 'address.zip': '4250' }, 'address-zip', 'Son cinco dígitos.'],
    [{ 'address.zip': '00100' }, 'address-zip', 'Este código postal no existe.'],
    [
      { default_invoice_use: 'D01' },
      'default_invoice_use',
      'Su régimen fiscal no permite este uso: elija otro.',
    ],
    [{ email: 'x@' }, 'email', 'No es una dirección de correo.'],
    [{ phone: '5'.repeat(61) }, 'phone', 'Es demasiado largo.'],
    [{ legal_name: 'A|B' }, 'legal_name', 'Tiene caracteres que no pueden usarse.'],
  ])('refuses %j', async (changes, field, message) => {
    const { edit_link } = await linked();
    const { status, html } = await submit(edit_link, form(changes));
    expect(status).toBe(400);
    expect(html).toContain(`<p class="error" id="${field}-error">${message}</p>`);
    expect((await open(edit_link)).status).toBe(200);
  });

  it('takes its own fields alone', async () => {
    const { edit_link, id } = await linked({ external_id: 'own' });
    const sent = await submit(
      edit_link,
      form({ external_id: 'x', 'address.country': 'USA', __proto__x: '1', id: 'x' }),
    );
    expect(sent.status).toBe(303);
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({
      external_id: 'own',
      address: { country: 'MEX' },
    });
  });

  it('asks a customer abroad for what it has', async () => {
    const { edit_link, id } = await linked({ address: { country: 'USA' } });
    const { html } = await open(`${edit_link}?lang=en`);
    expect(html).toContain('Tax identification of your country');
    expect(html).not.toContain('name="tax_system"');
    const wrong = await submit(edit_link, { legal_name: 'ACME', 'address.state': 'ZZ' });
    expect([wrong.status, /id="(address-state)-error"/.exec(wrong.html)?.[1]]).toEqual([
      400,
      'address-state',
    ]);
    expect(
      (await submit(edit_link, { legal_name: 'ACME', tax_id: '123456789', 'address.state': 'CA' })).status,
    ).toBe(303);
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({
      legal_name: 'ACME',
      tax_id: '123456789',
      tax_system: '616',
      address: { country: 'USA', state: 'CA' },
    });
  });
});

describe('saving', () => {
  it('happens once: the customer is validated, the link used up, and the page says thanks', async () => {
    const { edit_link, id } = await linked({ phone: '55' });
    const sent = await submit(`${edit_link}?lang=en`, form({ tax_id: 'eku9003173c9', phone: '' }));
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${new URL(edit_link).pathname}/done?lang=en`,
    ]);
    const thanks = await open(`${edit_link}/done`);
    expect([thanks.status, /<h1>(.*?)</.exec(thanks.html)?.[1]]).toEqual([
      200,
      '¡Gracias! Sus datos quedaron guardados',
    ]);
    expect(thanks.html).not.toContain('EKU9003173C9');
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({
      tax_id: 'EKU9003173C9',
      phone: null,
      email: 'pagos@escuela.mx',
      sat_validated_at: expect.any(String),
      edit_link: null,
      edit_link_expires_at: null,
    });
    expect((await open(edit_link)).html).toContain('Este enlace ya se usó');
    expect((await submit(edit_link, form({ phone: '1' }))).status).toBe(410);
    const { rows } = await api.runtime.pool.query<{ type: string }>(
      `SELECT type FROM event_store.events WHERE stream_id = $1 ORDER BY revision`,
      [`customer-${id}`],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'CustomerCreated',
      'CustomerEditLinkCreated',
      'CustomerEdited',
      'CustomerEditLinkCompleted',
    ]);
  });

  it('of many submits at once takes one', async () => {
    const { edit_link, id } = await linked();
    const phones = Array.from({ length: 8 }, (_, index) => `55${index}`);
    const answers = await Promise.all(phones.map((phone) => submit(edit_link, form({ phone }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(410)]);
    const winner = phones[answers.findIndex(({ status }) => status === 303)];
    expect((await call(`GET /customers/${id}`)).body.phone).toBe(winner);
    expect(answers.find(({ status }) => status === 410)?.html).toContain('Este enlace ya se usó');
  });

  it('says why a link opens nothing, to people and to programs', async () => {
    const expired = await linked();
    const replaced = await linked();
    await call(`PUT /customers/${replaced.id}?createEditLink=true`, {});
    const deleted = await linked();
    await call(`DELETE /customers/${deleted.id}`);
    const unknown = expired.edit_link.replace(/.{40}$/, '0'.repeat(40)) as string;
    passDays(7.1);
    for (const [link, status, title, code] of [
      [expired.edit_link, 410, 'Este enlace venció', 'customer_edit_link_unavailable'],
      [replaced.edit_link, 410, 'Este enlace ya no sirve', 'customer_edit_link_unavailable'],
      [deleted.edit_link, 404, 'No encontramos este enlace', 'customer_edit_link_not_found'],
      [unknown, 404, 'No encontramos este enlace', 'customer_edit_link_not_found'],
      [`${unknown}0`, 404, 'No encontramos este enlace', 'customer_edit_link_not_found'],
      [
        unknown.replace(/.{40}$/, '%00%27;--'),
        404,
        'No encontramos este enlace',
        'customer_edit_link_not_found',
      ],
    ] as const) {
      for (const page of [await open(link), await submit(link, form())]) {
        expect([page.status, /<h1>(.*?)</.exec(page.html)?.[1]]).toEqual([status, title]);
      }
      const json = await open(link, { accept: 'application/json', 'accept-language': 'en' });
      expect(JSON.parse(json.html)).toMatchObject({ ok: false, status, code });
      expect((await open(`${link}/done`)).status).toBe(303);
    }
  });

  it('says so when the register cannot be asked, and saves nothing', async () => {
    const { edit_link } = await linked();
    jest.spyOn(sandboxRegister, 'validate').mockRejectedValue(new Error('away'));
    const page = await submit(edit_link, form({ phone: '55 1234' }));
    expect(page.status).toBe(503);
    expect(page.html).toContain('Nada se ha guardado todavía');
    expect(page.html).toContain('55 1234');
    const json = await submit(edit_link, form(), { accept: 'application/json' });
    expect(JSON.parse(json.html).code).toBe('customer_tax_info_unavailable');
    expect((await call('POST /customers', escuela)).body.code).toBe('customer_tax_info_unavailable');
    jest.restoreAllMocks();
    expect((await submit(edit_link, form())).status).toBe(303);
  });

  it('takes forms alone, from the page alone, of a form’s size, and not too many', async () => {
    const { edit_link } = await linked();
    const cross = await submit(edit_link, form(), { 'sec-fetch-site': 'cross-site' });
    expect(cross.status).toBe(403);
    const json = await fetch(edit_link, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form()),
    });
    expect(json.status).toBe(415);
    expect((await submit(edit_link, { phone: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await submit(edit_link, form(), { 'sec-fetch-site': 'same-origin' })).status).toBe(303);

    const other = await linked();
    const wrong = () => submit(other.edit_link, form({ tax_id: '' }));
    const statuses = (await Promise.all(Array.from({ length: 21 }, wrong))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const limited = await wrong();
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.html).toContain('Demasiados intentos');
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

describe('a Live key', () => {
  it('finds no register to validate against', async () => {
    const key = `sk_live_${'a'.repeat(40)}`;
    await api.runtime.pool.query(
      'UPDATE organizations.organizations SET key_hashes = key_hashes || $2::text WHERE id = $1',
      [ours.id, createHash('sha256').update(key).digest('hex')],
    );
    const { body } = await api.call(key, 'POST /customers?createEditLink=true', { email: 'a@b.mx' });
    expect(body.livemode).toBe(true);
    expect((await open(body.edit_link)).html).not.toContain('Ambiente de pruebas');
    const answer = await api.call(key, `GET /customers/${body.id}/tax-info-validation`);
    expect([answer.status, answer.body.code]).toEqual([503, 'customer_tax_info_unavailable']);
  });
});
