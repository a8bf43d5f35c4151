import { ProductResolver } from '#apps/gateway/src/products/resolver';
import { stored } from '../../support/bodies.js';
import type { TestOrganization } from '../../support/small-api.js';
import { beforeAll, describe, expect, it } from '../../support/story.js';
import { api, call, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

const ukelele = { description: 'Ukelele', product_key: '60131324', price: 345.6 };
const iva = {
  type: 'IVA',
  factor: 'Tasa',
  rate: 0.16,
  base: null,
  withholding: false,
  ieps_mode: 'sum_before_taxes',
};

useTwoOrganizations();

const create = async (product: object) => (await call('POST /products', product)).body;

describe('the SDK and products', () => {
  it('creates with the defaults, retrieves, edits, lists and deletes', async () => {
    const { products } = api.sdk(ours.testKey);
    const created = await products.create({ ...ukelele, sku: 'UKE-1' });
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      livemode: false,
      organization: ours.id,
      ...ukelele,
      unit_key: 'H87',
      unit_name: 'Elemento',
      tax_included: true,
      taxability: '02',
      taxes: [iva],
      local_taxes: [],
      sku: 'UKE-1',
      warnings: [],
    });
    const { id } = created;
    expect(await products.retrieve(id)).toEqual(stored(created));
    expect(await products.update(id, { price: 400 })).toEqual({ ...created, price: 400 });
    expect((await products.list({ sku: 'UKE-1' })).data.map((product) => product.id)).toEqual([id]);
    expect(await products.del(id)).toMatchObject({ id, price: 400 });
    await expect(products.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'product_not_found' });
  });
});

it('says which keys nobody here can vouch for, in the language asked for', async () => {
  const doubtful = { ...ukelele, product_key: '99999999', unit_key: 'ZZZ' };
  const { body } = await call('POST /products', doubtful);
  expect(body.warnings).toMatchObject([
    { path: 'product_key', code: 'product_key_not_found', message: expect.stringContaining('99999999') },
    { path: 'unit_key', code: 'unit_key_not_found' },
  ]);
  expect(body.unit_name).toBe('ZZZ');
  const { body: edited } = await call(`PUT /products/${body.id}`, { unit_key: 'E48' });
  expect(edited).toMatchObject({ unit_name: 'Unidad de servicio', warnings: [{ path: 'product_key' }] });
});

describe('amounts of a product', () => {
  it.each([0, 0.000001, 0.1, 123456789.123456, 999999999.999999, 1e-7, 123456789012.12])(
    'keep %d through events, rows and answers',
    async (price) => {
      const { body, status } = await call('POST /products', { ...ukelele, price });
      expect(status).toBe(200);
      const rounded = price === 1e-7 ? 0 : price;
      expect(body.price).toBe(rounded);
      const edited = await call(`PUT /products/${body.id}`, { description: 'Otro' });
      expect(edited.body.price).toBe(rounded);
    },
  );

  it('reach the lines of an invoice as decimal text', async () => {
    const product = await create({
      ...ukelele,
      price: 10.000001,
      taxes: [
        { type: 'ISR', rate: 0.0125, withholding: true },
        { rate: 0.16, base: 9.5 },
      ],
    });
    const resolved = await new ProductResolver(api.runtime.poolOf('gateway')).resolveMany(
      { organizationId: ours.id, livemode: false },
      [{ id: product.id, path: 'items[0].product' }],
    );
    expect(resolved.ok && resolved.value.get(product.id)).toMatchObject({
      price: '10.000001',
      taxes: [
        { type: 'ISR', rate: '0.0125', base: null },
        { type: 'IVA', rate: '0.16', base: '9.5' },
      ],
    });
  });

  it('belong to one organization and environment', async () => {
    const product = await create(ukelele);
    const resolver = new ProductResolver(api.runtime.poolOf('gateway'));
    for (const tenant of [
      { organizationId: theirs.id, livemode: false },
      { organizationId: ours.id, livemode: true },
    ])
      expect(
        await resolver.resolveMany(tenant, [{ id: product.id, path: 'items[3].product' }]),
      ).toMatchObject({
        ok: false,
        refusal: { code: 'product_not_found', path: 'items[3].product', location: 'body' },
      });
  });
});

describe('wrong products', () => {
  it.each<[string, object, string, [string, string][]]>([
    [
      'nothing',
      {},
      'invalid_request',
      [
        ['description', 'required'],
        ['product_key', 'required'],
        ['price', 'required'],
      ],
    ],
    [
      'wrong fields of all kinds at once',
      { description: '', product_key: 'x', price: -1, unit_key: 'QQQQ', taxability: '99', sku: 5 },
      'invalid_request',
      [
        ['price', 'too_small'],
        ['taxability', 'invalid_value'],
        ['sku', 'invalid_type'],
        ['description', 'required'],
        ['product_key', 'product_key_not_found'],
        ['unit_key', 'unit_key_not_found'],
      ],
    ],
    [
      'a wrong tax, and no other on whose account',
      { product_key: '60131324', price: 1, taxability: '07', taxes: [5] },
      'invalid_request',
      [
        ['taxes.0', 'invalid_type'],
        ['description', 'required'],
      ],
    ],
    ['a price in text', { ...ukelele, price: '345.60' }, 'invalid_request', [['price', 'invalid_type']]],
    ['a negative price', { ...ukelele, price: -1 }, 'invalid_request', [['price', 'too_small']]],
    ['an enormous price', { ...ukelele, price: 1e15 }, 'invalid_request', [['price', 'too_large']]],
    [
      'an unknown key',
      { ...ukelele, product_key: '6013132' },
      'product_key_not_found',
      [['product_key', 'product_key_not_found']],
    ],
    [
      'an unknown unit',
      { ...ukelele, unit_key: 'PIEZAS' },
      'unit_key_not_found',
      [['unit_key', 'unit_key_not_found']],
    ],
    [
      'an unknown taxability',
      { ...ukelele, taxability: '9' },
      'invalid_request',
      [['taxability', 'invalid_value']],
    ],
    [
      'an unknown tax',
      { ...ukelele, taxes: [{ type: 'VAT', rate: 0.16 }] },
      'invalid_request',
      [['taxes.0.type', 'invalid_value']],
    ],
    [
      'a rate that no law has',
      { ...ukelele, taxes: [{ rate: 0.16 }, { rate: 0.15 }] },
      'invalid_request',
      [['taxes.1.rate', 'invalid_value']],
    ],
    [
      'taxes that are no list',
      { ...ukelele, taxes: { rate: 0.16 } },
      'invalid_request',
      [['taxes', 'invalid_type']],
    ],
    [
      'an unknown field of a tax',
      { ...ukelele, taxes: [{ rate: 0.16, tasa: 1 }] },
      'invalid_request',
      [['taxes.0.tasa', 'unknown_field']],
    ],
    [
      'too long a description',
      { ...ukelele, description: 'x'.repeat(1001) },
      'invalid_request',
      [['description', 'invalid_length']],
    ],
  ])('refuses %s', async (_what, body, code, expected) => {
    const answer = await call('POST /products', body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(answer.body.errors.map((e: { path: string; code: string }) => [e.path, e.code])).toEqual(expected);
  });

  it('names the key that is missing', async () => {
    const { body } = await call('POST /products', { ...ukelele, product_key: 'ABC' });
    expect(body).toMatchObject({
      path: 'product_key',
      location: 'body',
      message:
        'La clave de producto o servicio "ABC" no existe en el catálogo del SAT: tiene 8 dígitos, y se busca por palabras en GET /catalogs/products?q=….',
    });
  });
});

describe('GET /products', () => {
  let lister: TestOrganization;
  const list = async (query: string) => (await api.call(lister.testKey, `GET /products?${query}`)).body;
  const skusOf = (answer: { data: { sku: string }[] }) => answer.data.map(({ sku }) => sku);

  beforeAll(async () => {
    lister = await api.newOrganization(await api.newUser(), 'Listas');
    for (const [description, sku] of [
      ['Café de olla', 'CAFE-1'],
      ['CAFÉ SOLUBLE', 'CAFE-2'],
      ['Té negro', 'TE_1'],
      ['Taza', 'cafe-10'],
    ])
      await api.call(lister.testKey, 'POST /products', { ...ukelele, description, sku });
  });

  it('searches descriptions and SKUs in part, and the SKU exactly', async () => {
    expect(skusOf(await list('q=cafe'))).toEqual(['cafe-10', 'CAFE-2', 'CAFE-1']);
    expect(skusOf(await list('q=te_'))).toEqual(['TE_1']);
    expect(skusOf(await list('sku=CAFE-1'))).toEqual(['CAFE-1']);
  });

  it('goes by page and by cursor', async () => {
    expect(skusOf(await list('limit=3&page=2'))).toEqual(['CAFE-1']);
    const first = await list('pagination=cursor&limit=3');
    const rest = await list(`limit=3&after=${first.next_cursor}`);
    expect([first, rest].flatMap(skusOf)).toEqual(['cafe-10', 'TE_1', 'CAFE-2', 'CAFE-1']);
    expect((await list('page=2&limit=2000')).errors[0].path).toBe('limit');
    expect((await list('page=31&limit=100')).code).toBe('page_too_large');
  });
});

describe('another organization', () => {
  it('sees nothing of a product, and can do nothing to it', async () => {
    const product = await create({ ...ukelele, sku: 'PRIVADO' });
    const at = `/products/${product.id}`;
    for (const [request, body] of [[`GET ${at}`], [`PUT ${at}`, { price: 1 }], [`DELETE ${at}`]] as const) {
      const answer = await api.call(theirs.testKey, request, body);
      expect([request, answer.status, answer.body.code]).toEqual([request, 404, 'product_not_found']);
    }
    expect((await api.call(theirs.testKey, 'GET /products?sku=PRIVADO')).body.data).toEqual([]);
    expect((await call(`GET ${at}`)).body).toEqual(stored(product));
  });
});
