import type { TestOrganization } from '../../support/small-api.js';
import { beforeAll, describe, expect, it } from '../../support/story.js';
import { api, call, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'eku9003173c9',
  tax_system: '601',
  email: 'pagos@escuela.mx',
  address: { zip: '42501', street: 'Reforma' },
};
const person = (name: string, extra: object = {}) => ({
  legal_name: name,
  tax_id: 'PEGJ800101AB1',
  tax_system: '612',
  address: { zip: '06000' },
  ...extra,
});
const ID = /^[0-9a-f]{24}$/;

useTwoOrganizations();

const paths = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map(({ path, code }) => [path, code]);

describe('the SDK and customers', () => {
  it('creates, retrieves, edits, validates, lists and deletes', async () => {
    const { customers } = api.sdk(ours.testKey);
    const created = await customers.create(escuela);
    expect(created).toMatchObject({
      id: expect.stringMatching(ID),
      livemode: false,
      organization: ours.id,
      tax_id: 'EKU9003173C9',
      email: 'pagos@escuela.mx',
      phone: null,
      address: { zip: '42501', street: 'Reforma', country: 'MEX', state: null },
      default_invoice_use: null,
      sat_validated_at: expect.any(String),
      edit_link: null,
    });
    const { id } = created;
    expect(await customers.retrieve(id)).toEqual(created);
    expect(await customers.update(id, { phone: '5555555555' })).toEqual({ ...created, phone: '5555555555' });
    expect(await customers.validateTaxInfo(id)).toEqual({ is_valid: true, errors: [] });
    const { data } = await customers.list({ q: 'kemper' });
    expect(data.map((customer) => customer.id)).toEqual([id]);
    expect(await customers.del(id)).toMatchObject({ id });
    await expect(customers.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'customer_not_found' });
  });
});

describe('POST /customers', () => {
  it('answers 201 for a new customer and 200 for an identical one, in whatever letters', async () => {
    const first = await call('POST /customers', person('ANA PRIMERA'));
    const twin = await call('POST /customers', person(' ANA  PRIMERA ', { tax_id: 'pegj800101ab1' }));
    const other = await call('POST /customers', person('ANA PRIMERA', { phone: '55' }));
    expect([first.status, twin.status, other.status]).toEqual([201, 200, 201]);
    expect(twin.body).toEqual(first.body);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('makes one of many identical customers that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('POST /customers', person('ANA GEMELA'))),
    );
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('takes a foreign customer without identification', async () => {
    const { status, body } = await call('POST /customers', {
      legal_name: 'ACME Inc.',
      address: { country: 'USA', state: 'CA' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ tax_id: null, tax_system: '616', sat_validated_at: null });
  });

  it('reports everything that is missing together, in either language', async () => {
    const answer = await call('POST /customers', {}, { 'accept-language': 'en' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false, code: 'invalid_request', location: 'body' });
    expect(answer.body.message).toBe('The field "legal_name" is required.');
    expect(paths(answer)).toEqual([
      ['legal_name', 'required'],
      ['tax_id', 'required'],
      ['tax_system', 'required'],
      ['address', 'required'],
    ]);
    const spanish = await call('POST /customers', {});
    expect(spanish.body.message).toBe('El campo "legal_name" es requerido.');
  });

  it.each<[string, object, string, [string, string][]]>([
    [
      'a name, zip and regime that the register does not have',
      { ...escuela, legal_name: 'OTRA', address: { zip: '06000' }, tax_system: '603' },
      'invalid_request',
      [
        ['legal_name', 'legal_name_mismatch'],
        ['address.zip', 'tax_address_zip_mismatch'],
        ['tax_system', 'tax_system_not_allowed_for_tax_id'],
      ],
    ],
    [
      'an RFC that is not registered',
      person('A', { tax_id: 'AAAA010101AAA' }),
      'invalid_request',
      [['tax_id', 'tax_id_not_found']],
    ],
    [
      'a number for a name',
      person('A', { legal_name: 5 }),
      'invalid_request',
      [['legal_name', 'invalid_type']],
    ],
    ['a broken e-mail', person('A', { email: 'x@' }), 'invalid_request', [['email', 'invalid_format']]],
    ['an unknown field', person('A', { color: 'red' }), 'invalid_request', [['color', 'unknown_field']]],
    ['a response-only field', person('A', { id: 'x' }), 'invalid_request', [['id', 'not_allowed']]],
    [
      'an unknown part of the address',
      { ...escuela, address: { zip: '42501', floor: 2 } },
      'invalid_request',
      [['address.floor', 'unknown_field']],
    ],
    [
      'wrong fields of all kinds at once',
      { legal_name: '', tax_id: 'x', tax_system: '1', email: 'e', address: { zip: '1' } },
      'invalid_request',
      [
        ['tax_system', 'invalid_value'],
        ['email', 'invalid_format'],
        ['legal_name', 'required'],
        ['tax_id', 'invalid_format'],
        ['address.zip', 'invalid_format'],
      ],
    ],
    [
      'wrong fields at once, of which some depend on a country that is none',
      { legal_name: '', tax_id: 'x', tax_system: '1', email: 'e', address: { zip: '1', country: 'ZZ' } },
      'invalid_request',
      [
        ['tax_system', 'invalid_value'],
        ['email', 'invalid_format'],
        ['legal_name', 'required'],
        ['address.country', 'invalid_country_code'],
      ],
    ],
    [
      'with an edit link what is wrong, and not what is missing',
      { createEditLink: true, email: 'e', tax_id: 'x' },
      'invalid_request',
      [
        ['email', 'invalid_format'],
        ['tax_id', 'invalid_format'],
      ],
    ],
    [
      'an address of the wrong type, on which the others depend',
      { email: 'e', address: 'Reforma 1' },
      'invalid_request',
      [
        ['email', 'invalid_format'],
        ['address', 'invalid_type'],
      ],
    ],
    [
      'a country of two letters',
      { legal_name: 'A', address: { country: 'US' } },
      'invalid_country_code',
      [['address.country', 'invalid_country_code']],
    ],
    [
      'an unknown foreign state',
      { legal_name: 'A', address: { country: 'CAN', state: 'ZZ' } },
      'invalid_state_code',
      [['address.state', 'invalid_state_code']],
    ],
  ])('refuses %s', async (_what, body, code, expected) => {
    const answer = await call('POST /customers', body);
    expect(answer.body.code).toBe(code);
    expect(answer.status).toBe(400);
    expect(paths(answer)).toEqual(expected);
  });

  it('keeps markup and quotes as they are', async () => {
    const name = `<b>O'Hara</b> & "Söns" %_\\`;
    const { body } = await call('POST /customers', person(name));
    expect(body.legal_name).toBe(name);
    const found = await call(`GET /customers?q=${encodeURIComponent('"sons" %_\\')}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });
});

describe('PUT /customers/{id}', () => {
  it('validates the new data, and gives the validation a new date', async () => {
    const { body: customer } = await call('POST /customers', person('PEDRO'));
    const wrong = await call(`PUT /customers/${customer.id}`, { tax_system: '601' });
    expect(paths(wrong)).toEqual([['tax_system', 'tax_system_not_allowed_for_tax_id']]);
    const { body } = await call(`PUT /customers/${customer.id}`, { address: { zip: '06010', street: 'X' } });
    expect(body).toMatchObject({ address: { zip: '06010', street: 'X' }, legal_name: 'PEDRO' });
    expect(Date.parse(body.sat_validated_at)).toBeGreaterThanOrEqual(Date.parse(customer.sat_validated_at));
    expect(
      (await call(`PUT /customers/${customer.id}`, { address: { street: null } })).body.address,
    ).toMatchObject({
      zip: '06010',
      street: null,
    });
  });
});

describe('GET /customers/{id}/tax-info-validation', () => {
  it('says what the register would refuse, in the language of the request', async () => {
    const { body: customer } = await call('POST /customers', person('LUISA'));
    // The register has changed since: the row stands for a customer that was taken before.
    await api.runtime.pool.query(
      `UPDATE gateway.customers
       SET doc = (doc::jsonb || '{"tax_id":"EKU9003173C9","tax_system":"601"}')::json WHERE id = $1`,
      [customer.id],
    );
    const { status, body } = await call(`GET /customers/${customer.id}/tax-info-validation`, undefined, {
      'accept-language': 'en-US',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      is_valid: false,
      errors: [
        {
          source: 'service',
          code: 'legal_name_mismatch',
          path: 'legal_name',
          message: 'The legal name does not match the one registered with the SAT.',
        },
        {
          source: 'service',
          code: 'tax_address_zip_mismatch',
          path: 'address.zip',
          message: 'The zip code does not match the one of the tax address registered with the SAT.',
        },
      ],
    });
  });
});

describe('DELETE /customers/{id}', () => {
  it.each([
    ['draft', '0', 409],
    ['pending', '0', 409],
    ['valid', '10.5', 409],
    ['valid', '0', 200],
    ['canceled', '10.5', 200],
  ])('with a %s invoice of which %s is due answers %i', async (status, due, expected) => {
    const { body } = await call('POST /customers', person(`DEUDOR ${status} ${due}`));
    await api.runtime.pool.query(
      `INSERT INTO gateway.invoices (id, revision, organization_id, livemode, customer_id, status, amount_due, hidden,
         type, issuer_type, total, cancellation_status, created_at, sort_at, search, doc)
       VALUES ($1, 0, $2, false, $3, $4, $5, false, 'I', 'issuing', 1, 'none', now(), now(), '', '{}')`,
      [body.id, ours.id, body.id, status, due],
    );
    const answer = await call(`DELETE /customers/${body.id}`);
    expect(answer.status).toBe(expected);
    if (expected === 409) expect(answer.body.code).toBe('customer_has_invoices');
    else expect(answer.body).toEqual(body);
    expect((await call(`GET /customers/${body.id}`)).status).toBe(expected === 409 ? 200 : 404);
  });
});

describe('GET /customers', () => {
  const names = ['JOSÉ ÁLVAREZ', 'JOSE NUÑEZ', 'MARIA LOPEZ', 'JOSÉ LUIS', 'PEPE JOSEFO'];
  let lister: TestOrganization;
  const list = async (query: string) => (await api.call(lister.testKey, `GET /customers?${query}`)).body;
  const namesOf = (answer: { data: { legal_name: string }[] }) => answer.data.map((c) => c.legal_name);

  beforeAll(async () => {
    lister = await api.newOrganization(await api.newUser(), 'Listas');
    for (const [index, name] of names.entries())
      await api.call(lister.testKey, 'POST /customers', person(name, { tax_id: `PEGJ80010${index + 1}AB1` }));
  });

  it('goes from the newest to the oldest, by page', async () => {
    expect(await list('')).toMatchObject({
      page: 1,
      total_pages: 1,
      total_results: 5,
      totals_are_capped: false,
    });
    const pages = [await list('limit=2'), await list('limit=2&page=2'), await list('limit=2&page=3')];
    expect(pages.flatMap(namesOf)).toEqual([...names].reverse());
    expect(pages[0]).toMatchObject({ page: 1, total_pages: 3, total_results: 5 });
  });

  it('goes forth and back by cursor', async () => {
    const first = await list('pagination=cursor&limit=2');
    expect(first).toMatchObject({ previous_cursor: null, total_results: 5 });
    const second = await list(`limit=2&after=${first.next_cursor}`);
    const third = await list(`limit=2&after=${second.next_cursor}`);
    expect([first, second, third].flatMap(namesOf)).toEqual([...names].reverse());
    expect(third.next_cursor).toBeNull();
    expect(namesOf(await list(`limit=2&before=${third.previous_cursor}`))).toEqual(namesOf(second));
  });

  it('refuses the cursor of another search, and of another organization', async () => {
    const { next_cursor } = await list('pagination=cursor&limit=2');
    expect((await list(`q=jose&after=${next_cursor}`)).errors[0]).toMatchObject({ path: 'after' });
    expect((await call(`GET /customers?after=${next_cursor}`)).status).toBe(400);
  });

  it('searches parts of name and RFC without regard to case and accents', async () => {
    expect(namesOf(await list('q=jose')).sort()).toEqual(names.filter((name) => /JOS/.test(name)).sort());
    expect(namesOf(await list('q=n%C3%BA%C3%B1ez'))).toEqual(['JOSE NUÑEZ']);
    expect(namesOf(await list('q=800103ab'))).toEqual(['MARIA LOPEZ']);
    expect(await list('q=%25')).toEqual({
      page: 0,
      total_pages: 0,
      total_results: 0,
      totals_are_capped: false,
      data: [],
    });
  });

  it('filters by the day of creation, in the organization’s time', async () => {
    expect(namesOf(await list('date[gte]=2020-01-01'))).toHaveLength(5);
    expect(namesOf(await list('date[lt]=2020-01-01'))).toEqual([]);
    expect((await list('date[gte]=ayer')).code).toBe('invalid_date');
  });
});

describe('another organization', () => {
  it('sees nothing of a customer, and can do nothing to it', async () => {
    const { body: customer } = await call('POST /customers', person('PRIVADO'));
    const at = `/customers/${customer.id}`;
    for (const [request, body] of [
      [`GET ${at}`],
      [`PUT ${at}`, { phone: '1' }],
      [`DELETE ${at}`],
      [`GET ${at}/tax-info-validation`],
    ] as const) {
      const answer = await api.call(theirs.testKey, request, body);
      expect([request, answer.status, answer.body.code]).toEqual([request, 404, 'customer_not_found']);
    }
    const { body: list } = await api.call(theirs.testKey, 'GET /customers?q=privado');
    expect(list.data).toEqual([]);
    const { status } = await api.call(theirs.testKey, 'POST /customers', person('PRIVADO'));
    expect(status).toBe(201);
    expect((await call(`GET ${at}`)).body).toEqual(customer);
  });

  it('needs a key of an organization', async () => {
    expect((await fetch(`${api.baseUrl}/customers`)).status).toBe(401);
    expect((await api.call('sk_test_nosuchkeynosuchkeynosuchkey', 'GET /customers')).body.code).toBe(
      'api_key_invalid',
    );
    expect((await api.call(await api.newUser(), 'GET /customers')).body.code).toBe(
      'organization_id_required',
    );
  });

  it('answers 404 for ids that are none', async () => {
    for (const id of ['x', '123', 'ffffffffffffffffffffffff'])
      expect((await call(`GET /customers/${id}`)).body).toMatchObject({
        status: 404,
        code: 'customer_not_found',
      });
  });
});
