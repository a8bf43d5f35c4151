import type { TestOrganization } from '../../support/small-api.js';
import { beforeAll, describe, expect, it } from '../../support/story.js';
import { api, call, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

const escuela = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'eku9003173c9',
  tax_system: '601',
  email: 'cobranza@escuela.mx',
  address: { zip: '42501', street: 'Reforma' },
  external_id: 'PROV-7',
};
const ID = /^[0-9a-f]{24}$/;

useTwoOrganizations();

const paths = (answer: { body: { errors: { path: string; code: string }[] } }) =>
  answer.body.errors.map(({ path, code }) => [path, code]);

it('creates, retrieves, edits, lists and deletes', async () => {
  const created = await call('POST /suppliers', escuela);
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(ID),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    livemode: false,
    organization: ours.id,
    ...escuela,
    tax_id: 'EKU9003173C9',
    phone: null,
    address: {
      ...{ street: 'Reforma', exterior: null, interior: null, neighborhood: null, city: null },
      ...{ municipality: null, zip: '42501', state: null, country: 'MEX' },
    },
  });
  const { id } = created.body;
  expect((await call(`GET /suppliers/${id}`)).body).toEqual(created.body);
  const edited = await call(`PUT /suppliers/${id}`, { phone: '5555555555', address: { street: null } });
  expect(edited.body).toEqual({
    ...created.body,
    phone: '5555555555',
    address: { ...created.body.address, street: null },
  });
  const { body: found } = await call('GET /suppliers?q=kemper');
  expect(found.data).toEqual([edited.body]);
  expect(await call(`DELETE /suppliers/${id}`)).toMatchObject({ status: 200, body: edited.body });
  for (const request of [`GET /suppliers/${id}`, `DELETE /suppliers/${id}`])
    expect(await call(request)).toMatchObject({ status: 404, body: { code: 'supplier_not_found' } });
  expect((await call(`PUT /suppliers/${id}`, { phone: '1' })).body.code).toBe('supplier_not_found');
  expect((await call('GET /suppliers/prov-1')).body.code).toBe('supplier_not_found');
});

describe('POST /suppliers', () => {
  it('answers 200 for an identical one, and makes one of many that come at once', async () => {
    const sent = { legal_name: 'GEMELO', tax_id: 'PEGJ800101AB1' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST /suppliers', sent)));
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    const other = await call('POST /suppliers', { ...sent, phone: '55' });
    expect([other.status, other.body.id === answers[0]?.body.id]).toEqual([201, false]);
  });

  it('takes a foreign supplier by its own identification, the generic RFC or its name alone', async () => {
    const foreign = { legal_name: 'ACME Inc.', address: { country: 'USA', state: 'CA' } };
    for (const tax_id of ['123456789', 'XEXX010101000', undefined]) {
      const { status, body } = await call('POST /suppliers', { ...foreign, tax_id });
      expect([status, body.tax_id, body.tax_system]).toEqual([201, tax_id ?? null, '616']);
    }
  });

  it.each<[string, object, [string, string][]]>([
    [
      'nothing',
      {},
      [
        ['legal_name', 'required'],
        ['tax_id', 'required'],
      ],
    ],
    [
      'wrong fields of all kinds at once',
      { legal_name: '', tax_id: 'x', tax_system: '1', email: 'e', address: { zip: '1' } },
      [
        ['tax_system', 'invalid_value'],
        ['email', 'invalid_format'],
        ['legal_name', 'required'],
        ['tax_id', 'invalid_format'],
        ['address.zip', 'invalid_format'],
      ],
    ],
    ['a field of answers', { ...escuela, id: 'x' }, [['id', 'not_allowed']]],
    ['a field of customers', { ...escuela, curp: 'x' }, [['curp', 'unknown_field']]],
    ['the general public', { ...escuela, tax_id: 'XAXX010101000' }, [['tax_id', 'invalid_value']]],
    [
      'a country of two letters',
      { legal_name: 'A', address: { country: 'US' } },
      [['address.country', 'invalid_country_code']],
    ],
  ])('refuses %s', async (_what, body, expected) => {
    const answer = await call('POST /suppliers', body);
    expect([answer.status, paths(answer)]).toEqual([400, expected]);
  });

  it('says in either language what to do about the generic RFC of foreigners', async () => {
    const sent = { legal_name: 'ACME Inc.', tax_id: 'XEXX010101000' };
    expect((await call('POST /suppliers', sent)).body.message).toContain('envíe también el país');
    const english = await call('POST /suppliers', sent, { 'accept-language': 'en' });
    expect(english.body.message).toContain('send the country');
  });
});

describe('GET /suppliers', () => {
  const names = ['JOSÉ ÁLVAREZ', 'JOSE NUÑEZ', 'MARIA LOPEZ', 'JOSÉ LUIS', 'PEPE JOSEFO'];
  let lister: TestOrganization;
  const list = async (query: string) => (await api.call(lister.testKey, `GET /suppliers?${query}`)).body;
  const namesOf = (answer: { data: { legal_name: string }[] }) => answer.data.map((one) => one.legal_name);

  beforeAll(async () => {
    lister = await api.newOrganization(await api.newUser(), 'Listas');
    for (const [index, legal_name] of names.entries())
      await api.call(lister.testKey, 'POST /suppliers', { legal_name, tax_id: `PEGJ80010${index + 1}AB1` });
  });

  it('goes from the newest to the oldest, by page and by cursor', async () => {
    const pages = [await list('limit=2'), await list('limit=2&page=2'), await list('limit=2&page=3')];
    expect(pages.flatMap(namesOf)).toEqual([...names].reverse());
    expect(pages[0]).toMatchObject({ page: 1, total_pages: 3, total_results: 5, totals_are_capped: false });
    const first = await list('pagination=cursor&limit=2');
    const second = await list(`limit=2&after=${first.next_cursor}`);
    const third = await list(`limit=2&after=${second.next_cursor}`);
    expect([first, second, third].flatMap(namesOf)).toEqual([...names].reverse());
    expect([first.previous_cursor, third.next_cursor]).toEqual([null, null]);
    expect(namesOf(await list(`limit=2&before=${third.previous_cursor}`))).toEqual(namesOf(second));
    expect((await list(`q=jose&after=${first.next_cursor}`)).errors[0]).toMatchObject({ path: 'after' });
    expect((await call(`GET /suppliers?after=${first.next_cursor}`)).status).toBe(400);
  });

  it('searches parts of name and RFC, and by the day of creation', async () => {
    expect(namesOf(await list('q=jose')).sort()).toEqual(names.filter((name) => /JOS/.test(name)).sort());
    expect(namesOf(await list('q=800103ab'))).toEqual(['MARIA LOPEZ']);
    expect(namesOf(await list('date[gte]=2020-01-01'))).toHaveLength(5);
    expect(namesOf(await list('date[lt]=2020-01-01'))).toEqual([]);
    expect((await list('date[gte]=ayer')).code).toBe('invalid_date');
  });
});

it('is another organization’s alone, whoever asks', async () => {
  const { body } = await api.call(theirs.testKey, 'POST /suppliers', escuela);
  for (const [method, sent] of [['GET'], ['PUT', { phone: '1' }], ['DELETE']] as const)
    expect((await call(`${method} /suppliers/${body.id}`, sent)).body.code).toBe('supplier_not_found');
  expect((await call('GET /suppliers?q=kemper')).body.data).toEqual([]);
  const own = await call('POST /suppliers', escuela);
  expect([own.status, own.body.organization]).toEqual([201, ours.id]);
  expect((await api.call(theirs.testKey, `GET /suppliers/${body.id}`)).body).toEqual(body);
});

it('is changed by who has seen it last', async () => {
  const made = await call('POST /suppliers', { legal_name: 'VERSIONES', tax_id: 'PEGJ800101AB1' });
  const tag = made.headers.get('etag') ?? '';
  const path = `/suppliers/${made.body.id}`;
  expect((await call(`PUT ${path}`, { phone: '1' }, { 'if-match': tag })).status).toBe(200);
  expect((await call(`PUT ${path}`, { phone: '2' }, { 'if-match': tag })).body.code).toBe(
    'precondition_failed',
  );
});
