import { until } from '#bus/testing/until';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { inParts, line, payment } from '../../support/bodies.js';
import { documentForm, importFile, importForm, zipOf } from '../../support/imports.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Documents of others: XML and ZIP, by POST /invoices/import. */

const PROVEEDORA = {
  legal_name: 'PROVEEDORA DE EJEMPLO',
  tax_id: 'PEJ010203AB1',
  tax_system: '601',
  address: { zip: '06300' },
};

let app: TestApp;
let supplier: { readonly id: string; readonly key: string };
let ours: Json;
let mine: string;
beforeAll(async () => {
  app = await startApp();
  const user = await app.newUser();
  supplier = await app.newOrganization(user, 'Proveedora');
  mine = app.demo.test_key;
  await app.put(`/organizations/${supplier.id}/legal`, { name: 'Proveedora', ...PROVEEDORA }, { key: user });
  ours = (await app.get('/organizations/me')).legal;
});
afterAll(() => app.close());

const receiver = () => ({
  legal_name: ours.legal_name,
  tax_id: ours.tax_id,
  tax_system: ours.tax_system,
  address: { zip: ours.address.zip },
});
/** An invoice of the supplier to us. */
const issue = (fields: object = {}): Promise<Json> =>
  app.post(
    '/invoices',
    { customer: receiver(), items: [line()], payment_form: '03', ...fields },
    { key: supplier.key },
  );
const xmlOf = async (id: string, key = supplier.key): Promise<Buffer> =>
  (await app.api('GET', `/invoices/${id}/xml`, undefined, { key })).bytes;
const received = async (fields: object = {}) => {
  const issued = await issue(fields);
  return { issued, xml: await xmlOf(issued.id) };
};

describe('an XML', () => {
  it('that we received is an invoice with its supplier, found by every filter, the same byte for byte', async () => {
    const { issued, xml } = await received();
    const answer = await importFile(app, mine, xml);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const { id } = answer.body;
    expect(answer.body).toMatchObject({
      ...{ issuer_type: 'receiving', status: 'valid', uuid: issued.uuid, total: issued.total },
      imported: { source: 'upload', sat_status: 'valid' },
      supplier: { tax_id: PROVEEDORA.tax_id, legal_name: PROVEEDORA.legal_name },
      customer: { id: null, tax_id: ours.tax_id },
      warnings: [],
    });
    expect(answer.headers.get('etag')).toMatch(/^"0\./);
    expect((await xmlOf(id, mine)).equals(xml)).toBe(true);
    const listed = await app.get(`/invoices?issuer_type=receiving&q=${PROVEEDORA.tax_id}`);
    expect(listed.data.map((one: Json) => one.id)).toContain(id);
    // Suppliers are a read model of their own.
    const path = `/suppliers/${answer.body.supplier.id}`;
    await until(async () => (await app.api('GET', path)).status === 200);
    expect(await app.get(path)).toMatchObject({ tax_id: PROVEEDORA.tax_id });
  });

  it('says what it says to its issuer', async () => {
    const { issued, xml } = await received({
      items: [
        line(),
        line({ price: 12.5, taxes: [{ type: 'IVA', rate: 0.08 }] }, { quantity: 3, discount: 1 }),
      ],
      conditions: 'Contado',
    });
    const { body } = await importFile(app, mine, xml);
    const theirs = await app.get(`/invoices/${issued.id}`, { key: supplier.key });
    for (const field of [
      'type',
      'payment_form',
      'payment_method',
      'use',
      'currency',
      'exchange',
      'conditions',
    ])
      expect([field, body[field]]).toEqual([field, theirs[field]]);
    for (const field of [
      'total',
      'subtotal',
      'discount',
      'taxes',
      'date',
      'series',
      'folio_number',
      'export',
    ])
      expect([field, body[field]]).toEqual([field, theirs[field]]);
    expect(body.stamp).toEqual(theirs.stamp);
    expect(body.verification_url).toBe(theirs.verification_url);
    expect(body.items.map(({ quantity }: Json) => quantity)).toEqual([1, 3]);
  });

  it('that was imported before is a duplicate, with the id of the one that is there', async () => {
    const { xml } = await received();
    const first = await importFile(app, mine, xml);
    const again = await importFile(app, mine, xml);
    expect([again.status, again.body]).toMatchObject([
      409,
      { code: 'invoice_import_duplicate', resource_id: first.body.id, path: 'file', location: 'files' },
    ]);
    const own = await importFile(app, supplier.key, xml);
    expect([own.status, own.body.code]).toEqual([409, 'invoice_import_duplicate']);
  });

  it('pays and is paid: a payment counts, whichever of the two comes first', async () => {
    const ppd = await issue(inParts({ customer: receiver() }));
    const paid = await app.post(
      '/invoices',
      {
        ...payment([{ payment_form: '03', related_documents: [{ uuid: ppd.uuid, amount: 160 }] }]),
        customer: receiver(),
      },
      { key: supplier.key },
    );
    const pays = await importFile(app, mine, await xmlOf(paid.id));
    expect([pays.status, pays.body.type]).toEqual([200, 'P']);
    const { body } = await importFile(app, mine, await xmlOf(ppd.id));
    const due = async () => (await app.get(`/invoices/${body.id}`)).amount_due;
    await until(async () => (await due()) === 1000);
  });
});

describe('an XML is refused', () => {
  let xml = '';
  beforeAll(async () => {
    xml = (await received()).xml.toString();
  });
  const tfd = () => /<tfd:TimbreFiscalDigital[^>]*\/>/.exec(xml)?.[0] ?? '';

  it.each<[string, () => string | Buffer, number, string]>([
    ['that is none', () => 'hola', 400, 'invoice_import_not_xml'],
    ['that is cut off', () => xml.slice(0, -20), 400, 'invoice_import_unreadable'],
    ['of something else', () => '<a/>', 400, 'invoice_import_not_cfdi'],
    ['in UTF-16', () => Buffer.from(`\ufeff${xml}`, 'utf16le'), 400, 'invoice_import_unreadable'],
    [
      'in ISO-8859-1',
      () => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
      400,
      'invoice_import_unreadable',
    ],
    [
      'with a DOCTYPE',
      () => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'),
      400,
      'invoice_import_unreadable',
    ],
    [
      'of CFDI 3.3',
      () => xml.replaceAll('sat.gob.mx/cfd/4', 'sat.gob.mx/cfd/3'),
      400,
      'invoice_import_version_not_supported',
    ],
    ['without a stamp', () => xml.replace(tfd(), ''), 400, 'invoice_import_not_stamped'],
    ['with two stamps', () => xml.replace(tfd(), tfd() + tfd()), 400, 'invoice_import_stamped_twice'],
    [
      'that was changed',
      () => xml.replace(/ Folio="\d+"/, ' Folio="987654"'),
      400,
      'invoice_import_seal_invalid',
    ],
    [
      'whose stamp was changed',
      () => xml.replace(/UUID="..../, 'UUID="0000'),
      400,
      'invoice_import_stamp_invalid',
    ],
    [
      'that breaks the standard',
      () => xml.replace(' MetodoPago="PUE"', ' MetodoPago="X"'),
      400,
      'invoice_import_structure_invalid',
    ],
  ])('%s', async (_name, make, status, code) => {
    const bytes = make();
    const es = await importFile(app, mine, bytes);
    expect([es.status, es.body.code, es.body.path]).toEqual([status, code, 'file']);
    const en = await importForm(app, mine, documentForm(bytes), 'en');
    expect(en.body.message).not.toBe(es.body.message);
  });

  it('of others', async () => {
    const issued = await app.post(
      '/invoices',
      {
        customer: {
          legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
          tax_id: 'URE180429TM6',
          tax_system: '601',
          address: { zip: '86991' },
        },
        items: [line()],
        payment_form: '03',
      },
      { key: supplier.key },
    );
    const { status, body } = await importFile(app, mine, await xmlOf(issued.id));
    expect([status, body.code]).toEqual([400, 'invoice_import_other_taxpayer']);
    expect(body.message).toContain(PROVEEDORA.tax_id);
  });

  it('that is missing, empty, under another name, too large, or no form', async () => {
    const answers = [
      await importForm(app, mine, undefined),
      await importForm(app, mine, documentForm('')),
      await importForm(app, mine, documentForm(xml, 'a.xml', 'archivo')),
      await importForm(app, mine, documentForm(`<a>${' '.repeat(5 * 1024 * 1024)}</a>`)),
      await app.api('POST', '/invoices/import', { file: 'x' }),
      await importForm(app, mine, documentForm(xml), 'es', '?issuer_type=receiving'),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'invoice_import_file_required'],
      [400, 'invoice_import_file_required'],
      [400, 'invoice_import_file_required'],
      [413, 'payload_too_large'],
      [415, 'unsupported_media_type'],
      [400, 'invalid_request'],
    ]);
  });
});

describe('a ZIP', () => {
  it('answers what became of each file, in its order', async () => {
    const [one, two] = [await received(), await received()];
    const zip = zipOf({
      '../../etc/uno.xml': one.xml,
      'carpeta/dos.xml': two.xml,
      'dos otra vez.xml': two.xml,
      '__MACOSX/._uno.xml': 'x',
      'carpeta/.DS_Store': 'x',
      'roto.xml': '<a',
      'factura.pdf': '%PDF-1.7',
      'dentro.zip': zipOf({ 'a.xml': '<a/>' }),
    });
    const { status, body } = await importFile(app, mine, zip, 'todo.zip');
    expect(status).toBe(200);
    expect(body.results.map(({ file, status: of, code, uuid }: Json) => [file, of, code, uuid])).toEqual([
      ['../../etc/uno.xml', 'imported', null, one.issued.uuid],
      ['carpeta/dos.xml', 'imported', null, two.issued.uuid],
      ['dos otra vez.xml', 'duplicate', 'invoice_import_duplicate', two.issued.uuid],
      ['roto.xml', 'refused', 'invoice_import_unreadable', null],
      ['factura.pdf', 'refused', 'invoice_import_not_xml', null],
      ['dentro.zip', 'refused', 'invoice_import_not_xml', null],
    ]);
    expect(body.results[2].id).toBe(body.results[1].id);
    // A message names no field that the result does not have.
    expect(body.results[2].message).not.toContain('resource_id');
    for (const { id, message } of body.results.slice(0, 2)) {
      expect(message).toBeNull();
      expect(await app.get(`/invoices/${id}`)).toMatchObject({ issuer_type: 'receiving' });
    }
    const again = await importFile(app, mine, zip, 'todo.zip');
    expect(again.body.results.slice(0, 3).map((one: Json) => [one.status, one.id])).toEqual(
      [0, 1, 1].map((n) => ['duplicate', body.results[n].id]),
    );
  });

  it('with what its sender has issued here, twice, names that invoice twice', async () => {
    const { issued, xml } = await received();
    const { body } = await importFile(app, supplier.key, zipOf({ '1.xml': xml, '2.xml': xml }), 'a.zip');
    expect(body.results.map(({ status, id }: Json) => [status, id])).toEqual([
      ['duplicate', issued.id],
      ['duplicate', issued.id],
    ]);
  });

  it('that is broken is refused as a whole', async () => {
    const zip = zipOf({ 'a.xml': '<a/>' });
    const { status, body } = await importFile(app, mine, zip.slice(0, -10), 'a.zip');
    expect([status, body.code, body.path]).toEqual([400, 'invoice_import_zip_invalid', 'file']);
  });

  it('sent twice at once imports each document once', async () => {
    const files = Object.fromEntries(
      await Promise.all([1, 2, 3, 4].map(async (n) => [`${n}.xml`, (await received()).xml] as const)),
    );
    const zip = zipOf(files);
    // What either is answered with is there for it.
    const sendAndRead = async () => {
      const answer = await importFile(app, mine, zip, 'a.zip');
      const { results } = answer.body;
      const read = await Promise.all(
        results.map(({ id }: Json) => app.api('GET', `/invoices/${id}`, undefined, { key: mine })),
      );
      expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      return answer;
    };
    const both = await Promise.all([sendAndRead(), sendAndRead()]);
    const results = both.map(({ body }) => body.results as Json[]);
    for (const n of [0, 1, 2, 3]) {
      expect(results.map((one) => one[n].status).sort()).toEqual(['duplicate', 'imported']);
      expect(results[0]?.[n].id).toBe(results[1]?.[n].id);
    }
  });
});
