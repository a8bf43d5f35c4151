import { loadCatalogues } from '#sat/large/load/load';
import { temporaryFolder, tsv } from '#sat/large/testing';
import { useSmallCatalogues } from '#sat/small/loaders';
import { invoice, line, ukelele } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Searches of the tax authority's catalogues, and what is refused because a loaded catalogue does not have it. */

const acme = {
  legal_name: 'ACME INC',
  tax_id: '123456789',
  address: { street: 'Main St', zip: '75001', state: 'TX', country: 'USA' },
};

const since = '2022-01-01';
const KEYS = ['id', 'texto', 'similares', 'estimulo_frontera', 'vigencia_desde', 'vigencia_hasta'];
const from = temporaryFolder({
  'cfdi_40_productos_servicios.tsv': tsv(KEYS, [
    ['01010101', 'No existe en el catálogo', '', '0', since, ''],
    ['50211503', 'Cigarrillos', 'Tabaco', '0', since, ''],
    ['60131303', 'Guitarras', '', '0', since, ''],
    ['60131324', 'Ukeleles', 'Guitarras hawaianas', '0', since, ''],
    ['60131399', 'Laúdes', '', '0', since, '2024-12-31'],
  ]),
  'cfdi_40_claves_unidades.tsv': tsv(
    ['id', 'texto', 'simbolo', 'vigencia_desde', 'vigencia_hasta'],
    [
      ['H87', 'Pieza', '', since, ''],
      ['KGM', 'Kilogramo', 'kg', since, ''],
    ],
  ),
  'cfdi_40_codigos_postales.tsv': tsv(
    ['id', 'estado', 'municipio', 'localidad', 'estimulo_frontera', 'vigencia_desde', 'vigencia_hasta'],
    [['42501', 'HID', '067', '', '0', since, '']],
  ),
  'cce_20_fracciones_arancelarias.tsv': tsv(
    ['fraccion', 'texto', 'unidad', 'vigencia_desde', 'vigencia_hasta'],
    [['2402200100', 'Cigarrillos que contengan tabaco.', '01', since, '']],
  ),
});
const to = temporaryFolder();
afterAll(() => [from, to].forEach((folder) => folder.remove()));

let builtIn: TestApp;
let loaded: TestApp;
beforeAll(async () => {
  loadCatalogues({ from: from.path, to: to.path });
  [builtIn, loaded] = await Promise.all([startApp(), startApp({ TIMBRA_CATALOGUES: to.path })]);
});
afterAll(async () => {
  expect([...builtIn.bugs(), ...loaded.bugs()]).toEqual([]);
  await Promise.all([builtIn.close(), loaded.close()]);
});

const keysOf = ({ data }: Json): string[] => data.map(({ key }: Json) => key as string);

describe('a search of product keys', () => {
  it('gives the best first, with how well they fit', async () => {
    expect(await loaded.get('/catalogs/products?q=guitarra')).toEqual({
      page: 1,
      total_pages: 1,
      total_results: 2,
      totals_are_capped: false,
      data: [
        { key: '60131303', description: 'Guitarras', score: expect.any(Number) },
        { key: '60131324', description: 'Ukeleles', score: expect.any(Number) },
      ],
    });
    expect(keysOf(await loaded.get('/catalogs/products?q=601313'))).toEqual(['60131303', '60131324']);
    expect(await loaded.get('/catalogs/products?q=xyzzy')).toMatchObject({
      page: 0,
      total_results: 0,
      data: [],
    });
  });

  it.each(['page=0', 'page=1'])('counts pages from 0 or from 1: %s is the first', async (page) => {
    const first = await loaded.get(`/catalogs/products?limit=3&${page}`);
    expect([first.page, first.total_pages, keysOf(first)]).toEqual([
      1,
      2,
      ['01010101', '50211503', '60131303'],
    ]);
    expect(keysOf(await loaded.get('/catalogs/products?limit=3&page=2'))).toEqual(['60131324']);
  });

  it('continues by cursors, forward and back', async () => {
    const first = await builtIn.get('/catalogs/products?q=servicio&pagination=cursor&limit=5');
    const second = await builtIn.get(`/catalogs/products?q=servicio&limit=5&after=${first.next_cursor}`);
    expect(new Set([...keysOf(first), ...keysOf(second)]).size).toBe(10);
    expect([first.previous_cursor, first.total_results > 10]).toEqual([null, true]);
    const back = await builtIn.get(`/catalogs/products?q=servicio&limit=5&before=${second.previous_cursor}`);
    expect([keysOf(back), back.previous_cursor]).toEqual([keysOf(first), null]);
    const elsewhere = await builtIn.api('GET', `/catalogs/units?q=servicio&after=${first.next_cursor}`);
    expect([elsewhere.status, elsewhere.body.path]).toEqual([400, 'after']);
  });

  it('has the common keys where nothing is loaded', async () => {
    expect(keysOf(await builtIn.get('/catalogs/products?q=laptop'))).toEqual(
      expect.arrayContaining(['43211503', '43211508']),
    );
    expect(keysOf(await builtIn.get('/catalogs/products?q=ukelele'))).toContain('60131324');
    expect(keysOf(await builtIn.get('/catalogs/units?q=pieza'))[0]).toBe('H87');
  });

  it('is what the methods of the oldest clients find', async () => {
    for (const [old, current] of [
      ['/products/keys', '/catalogs/products'],
      ['/products/units', '/catalogs/units'],
    ])
      expect(await loaded.get(`${old}?q=k`)).toEqual(await loaded.get(`${current}?q=k`));
    expect(keysOf(await loaded.get('/products/keys'))).toHaveLength(4);
  });
});

it('the SDK searches units', async () => {
  const { catalogs } = loaded.sdk();
  expect(await catalogs.searchUnits({ q: 'kg' })).toMatchObject({
    data: [{ key: 'KGM', description: 'Kilogramo' }],
  });
});

describe('searches of the complements’ catalogues', () => {
  const ccp = (name: string, q: string): Promise<Json> =>
    builtIn.get(`/catalogs/cartaporte/3.1/${name}?q=${encodeURIComponent(q)}`);

  it.each([
    ['transport-configs', 'c2', 'C2'],
    ['rights-of-passage', 'CDP001', 'CDP001'],
    ['customs-documents', 'pedimento', '01'],
    ['packaging-types', '1A1', '1A1'],
    ['trailer-types', 'CABALLETE', 'CTR001'],
    ['marine-containers', 'cm001', 'CM001'],
  ])('%s: %s', async (name, q, key) => {
    const found = await ccp(name, q);
    expect(found.data[0]).toEqual({ key, description: expect.stringMatching(/\S/) });
  });

  it('airlines say where they are from, and shipping companies until when they may sail', async () => {
    expect((await ccp('air-transport-codes', 'emirates')).data).toEqual([
      { key: 'CA004', description: 'Emirates', nationality: 'Asiáticas', oaci: 'UAE' },
    ]);
    const { data } = await ccp('naval-authorizations', 'ang');
    expect(data.length).toBeGreaterThan(0);
    for (const one of data)
      expect(one.valid_to === null || one.valid_to >= new Date().toISOString().slice(0, 10)).toBe(true);
  });

  it('have common keys where their catalogue is not loaded', async () => {
    for (const [name, q, key] of [
      ['hazardous-materials', '1203', '1203'],
      ['port-stations', 'gdl', 'EA0440'],
    ] as const)
      expect((await ccp(name, q)).data[0].key).toBe(key);
    const guitars = await builtIn.get('/catalogs/comercioexterior/2.0/tariff-fractions?q=guitarras');
    expect(guitars.data).toEqual([{ key: '9202900200', description: 'Guitarras' }]);
  });

  it.each(['2402.20.01', '240220', 'tabaco cigarrillo'])('a tariff code is found by %s', async (q) => {
    const { comercioExteriorCatalogs } = loaded.sdk();
    expect(await comercioExteriorCatalogs.searchTariffFractions({ q })).toMatchObject({
      total_results: 1,
      data: [{ key: '2402200100', description: 'Cigarrillos que contengan tabaco.' }],
    });
  });
});

describe('the small catalogues', () => {
  it('are listed, each with its address', async () => {
    const index = await builtIn.get('/catalogs/sat?limit=100');
    expect(index).toMatchObject({ page: 1, total_pages: 1, totals_are_capped: false });
    expect(index.data[0]).toEqual({
      ...{ name: 'invoice-types', description: 'Tipos de comprobante', description_en: 'Types of invoice' },
      ...{ sat_name: 'c_TipoDeComprobante', standard: 'CFDI 4.0', edition: 'built-in', entries: 5 },
    });
    for (const { name, entries } of index.data as Json[])
      expect([name, (await builtIn.get(`/catalogs/sat/${name}?limit=1`)).total_results]).toEqual([
        name,
        entries,
      ]);
  });

  it('are searched in both languages, and uses name the tax systems that may have them', async () => {
    const { data } = await builtIn.get('/catalogs/sat/cfdi-uses?q=NOMINA');
    expect(data).toEqual([
      {
        ...{ key: 'CN01', description: 'Nómina', description_en: 'payroll' },
        ...{ valid_from: '2022-01-01', valid_to: null, person_types: ['fisica'], tax_systems: ['605'] },
      },
    ]);
    expect(keysOf(await builtIn.get('/catalogs/sat/payment-forms?q=wallet'))).toEqual(['05']);
  });

  it('are split into pages and continued by cursors', async () => {
    const path = '/catalogs/sat/countries';
    const second = await builtIn.get(`${path}?limit=100&page=2`);
    expect([second.total_results, second.total_pages, second.data.length]).toEqual([250, 3, 100]);
    const first = await builtIn.get(`${path}?pagination=cursor&limit=100`);
    expect(keysOf(await builtIn.get(`${path}?limit=100&after=${first.next_cursor}`))).toEqual(keysOf(second));
    const elsewhere = await builtIn.api('GET', `/catalogs/sat/states?limit=100&after=${first.next_cursor}`);
    expect([elsewhere.status, elsewhere.body.path]).toEqual([400, 'after']);
  });

  it.each([
    ['es', 'No existe el catálogo "payment-form" (catálogos parecidos: payment-forms'],
    ['en', 'There is no catalog "payment-form" (similar catalogs: payment-forms'],
  ])('a name that is not there is refused with the near ones (%s)', async (language, text) => {
    const answer = await builtIn.api('GET', '/catalogs/sat/payment-form', undefined, { language });
    expect(answer).toMatchObject({ status: 404, body: { code: 'catalog_not_found', path: 'name' } });
    expect(answer.body.message).toContain(text);
  });
});

describe('a catalogue that is loaded', () => {
  it('is said to be complete', async () => {
    expect([await builtIn.get('/check'), await loaded.get('/check')]).toEqual([
      { ok: true, catalogues: 'built-in' },
      { ok: true, catalogues: 'complete' },
    ]);
  });

  const refused = (path: string, code: string, params: object = {}) => ({
    status: 400,
    body: { code, path, errors: [{ code, path, ...params }] },
  });

  /** Taken where only a part of the catalogue is there. */
  const warned = (code: string) => ({ status: 200, body: { warnings: [{ code }] } });

  it.each([
    ['product_key', '10101503', 'product_key_not_found'],
    ['unit_key', 'ZZ9', 'unit_key_not_found'],
  ])('refuses a product whose %s is %s', async (field, key, code) => {
    const body = { ...ukelele, [field]: key };
    expect(await loaded.api('POST', '/products', body)).toMatchObject(refused(field, code));
    expect(await builtIn.api('POST', '/products', body)).toMatchObject(warned(code));
  });

  it.each([
    ['product_key', '10101503', 'product_key_not_found'],
    ['product_key', '60131399', 'product_key_not_found'],
    ['unit_key', 'ZZ9', 'unit_key_not_found'],
  ])('refuses an invoice whose %s is %s', async (field, key, code) => {
    const body = invoice({ items: [line(), line({ [field]: key })] });
    expect(await loaded.api('POST', '/invoices', body)).toMatchObject(
      refused(`items.1.product.${field}`, code),
    );
    expect(await builtIn.api('POST', '/invoices', body)).toMatchObject(warned(code));
  });

  it('takes postal codes that are newer than it', async () => {
    expect((await loaded.api('POST', '/invoices', invoice())).body).toMatchObject({ status: 'valid' });
  });

  const exported = (FraccionArancelaria: string) => ({
    customer: acme,
    items: [
      line({
        ...{ description: 'Cigarros', product_key: '50211503', price: 200, sku: 'A-1', unit_name: '01' },
        taxes: [{ type: 'IVA', rate: 0 }],
      }),
    ],
    ...{ payment_form: '03', currency: 'USD', exchange: 17.1995, export: '02' },
    complements: [
      {
        type: 'comercio_exterior',
        data: {
          ...{ ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995, TotalUSD: 200 },
          Emisor: {
            Domicilio: { Calle: 'Uno', Estado: 'HID', Pais: 'MEX', CodigoPostal: '42501', Municipio: '067' },
          },
          Receptor: { Domicilio: { Calle: 'Main St', Estado: 'TX', Pais: 'USA', CodigoPostal: '75001' } },
          Mercancias: { Mercancia: [{ NoIdentificacion: 'A-1', FraccionArancelaria, ValorDolares: 200 }] },
        },
      },
    ],
  });

  it('refuses a tariff code that it does not have, in both languages', async () => {
    expect((await loaded.api('POST', '/invoices', exported('2402200100'))).body).toMatchObject({
      status: 'valid',
    });
    const path = 'complements.0.data.Mercancias.Mercancia.0.FraccionArancelaria';
    const answers = await Promise.all(
      ['es', 'en'].map((language) => loaded.api('POST', '/invoices', exported('2402200199'), { language })),
    );
    for (const answer of answers) expect(answer).toMatchObject(refused(path, 'tariff_code_not_found'));
    const [spanish, english] = answers.map(({ body }) => body.message as string);
    expect(spanish).toContain('"2402200199" no existe');
    expect(english).toContain('"2402200199" does not exist');
    expect((await builtIn.api('POST', '/invoices', exported('2402200199'))).status).toBe(200);
  });
});

// The last: small catalogues are those of the whole process.
describe('a small catalogue that is loaded', () => {
  const forms = temporaryFolder({
    'cfdi_40_formas_pago.tsv': tsv(
      ['id', 'texto', 'vigencia_desde', 'vigencia_hasta'],
      [
        ['01', 'Efectivo', since, '2023-12-31'],
        ['03', 'Transferencia electrónica de fondos', since, ''],
        ['77', 'Pago con código', '2026-01-01', ''],
      ],
    ),
  });
  const folder = temporaryFolder();
  let app: TestApp;
  beforeAll(async () => {
    loadCatalogues({ from: forms.path, to: folder.path, force: true });
    app = await startApp({ TIMBRA_CATALOGUES: folder.path });
  });
  afterAll(async () => {
    expect(app.bugs()).toEqual([]);
    await app.close();
    useSmallCatalogues(new Map());
    [forms, folder].forEach((one) => one.remove());
  });

  it('is what the API lists, with its edition', async () => {
    const { data } = await app.get('/catalogs/sat?q=payment-forms');
    expect(data).toMatchObject([{ name: 'payment-forms', edition: '2026-01-01', entries: 3 }]);
    expect((await app.get('/catalogs/sat/payment-forms')).data).toMatchObject([
      { key: '01', description_en: 'cash', valid_to: '2023-12-31' },
      { key: '03', valid_to: null },
      { key: '77', description: 'Pago con código', description_en: null, valid_from: '2026-01-01' },
    ]);
  });

  it('is what documents are judged and stamped by', async () => {
    expect(await app.post('/invoices', invoice({ payment_form: '77' }))).toMatchObject({ status: 'valid' });
    const ended = await app.api('POST', '/invoices', invoice({ payment_form: '01' }));
    expect(ended).toMatchObject({ status: 400, body: { path: 'payment_form' } });
  });
});
