import { unzipSync } from 'fflate';
import type { IssuingType, InvoiceType, ZipRequest } from 'facturapi';
import { until } from '#bus/testing/until';
import { innovacion, invoice, retention } from '../../support/bodies.js';
import { startApp, type Json, type SdkClient, type TestApp } from '../../support/app.js';
import { bytesOf } from '../../support/downloads.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** ZIPs of a month through the public SDK, where the installation opens them to Test keys. */

let app: TestApp;
let closed: TestApp;
let sdk: SdkClient;
const month = { year: 0, month: 0 };
const made: Json[] = [];
let withheld: Json;

const issuing = 'issuing' as IssuingType;
const types = (...names: string[]) => names as InvoiceType[];

beforeAll(async () => {
  [app, closed] = await Promise.all([startApp(), startApp({ TIMBRA_ZIP_IN_TEST: 'false' })]);
  sdk = app.sdk();
  for (let n = 0; n < 3; n += 1) made.push(await app.post('/invoices', invoice({ customer: innovacion })));
  made.push(await app.post('/invoices', invoice({ type: 'E', payment_form: '03' })));
  await app.del(`/invoices/${made[0].id}?motive=02`);
  await app.post('/invoices', { ...invoice(), status: 'draft' });
  withheld = await app.post('/retentions', retention({ customer: innovacion }));
  await app.post('/retentions', { ...retention({ customer: innovacion }), status: 'draft' });
  // Where the organization is, which may be in another month than UTC.
  const { timezone } = await app.get('/organizations/me');
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(made[0].date));
  const [year = '', two = ''] = local.split('-');
  Object.assign(month, { year: Number(year), month: Number(two) });
});
afterAll(() => Promise.all([app.close(), closed.close()]));

async function finished(id: string, client = sdk): Promise<ZipRequest> {
  await until(async () => (await client.invoices.retrieveZipRequest(id)).status === 'finished');
  return client.invoices.retrieveZipRequest(id);
}

const unzipped = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  );

describe('a ZIP request', () => {
  it('is made, followed and downloaded: each document as the invoice’s, or the retention’s, own file', async () => {
    const asked = await sdk.invoices.createZipRequest({ ...month, issuer_type: issuing });
    expect(asked).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...month,
      livemode: false,
      organization: app.demo.organization_id,
      issuer_type: 'issuing',
      invoice_types: ['I', 'E', 'T', 'N', 'P'],
      document_count: 5,
      failed_documents: [],
    });
    const done = await finished(asked.id);
    expect(done).toMatchObject({ status: 'finished', processed_document: 5, document_count: 5 });
    const files = unzipped(await bytesOf(await sdk.invoices.downloadZipRequest(asked.id)));
    const uuids = [...made, withheld].map(({ uuid }) => `${uuid}.xml`);
    const names = [...uuids, `acuse-${made[0].uuid}.xml`];
    expect(Object.keys(files).sort()).toEqual(names.sort());
    for (const { id, uuid } of made)
      expect(files[`${uuid}.xml`]).toBe((await bytesOf(await sdk.invoices.downloadXml(id))).toString());
    const own = await app.api('GET', `/retentions/${withheld.id}/xml`);
    expect(files[`${withheld.uuid}.xml`]).toBe(own.bytes.toString());
    expect(files[`acuse-${made[0].uuid}.xml`]).toBe(
      (await bytesOf(await sdk.invoices.downloadCancellationReceiptXml(made[0].id))).toString(),
    );
  });

  it('is one for its filters, however they are written', async () => {
    const all = await sdk.invoices.createZipRequest({ ...month, issuer_type: issuing });
    await finished(all.id);
    for (const body of [
      month,
      { ...month, invoice_types: ['P', 'N', 'T', 'E', 'I'] },
      { ...month, issuer_type: null, invoice_types: null },
    ])
      expect(await app.post('/invoices/zip-requests', body)).toEqual(
        await sdk.invoices.retrieveZipRequest(all.id),
      );
    const credit = await sdk.invoices.createZipRequest({
      ...month,
      issuer_type: issuing,
      invoice_types: types('E'),
    });
    expect(credit.id).not.toBe(all.id);
    await finished(credit.id);
    const files = unzipped(await bytesOf(await sdk.invoices.downloadZipRequest(credit.id)));
    expect(Object.keys(files)).toEqual([`${made[3].uuid}.xml`]);
  });

  it('is requested by many at the same time, and is one', async () => {
    const body = { ...month, invoice_types: ['I'] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.post('/invoices/zip-requests', body)),
    );
    expect(new Set(answers.map(({ id }) => id as string)).size).toBe(1);
    await finished(answers[0].id as string);
    const events = await app.runtime.store.read(`archive-${answers[0].id}`);
    expect(events.filter(({ type }) => type === 'ArchiveRequested')).toHaveLength(1);
  });

  it('answers in the form of the contract, and the file with its name, type and length', async () => {
    const { id } = await app.post('/invoices/zip-requests', month);
    await finished(id);
    const { bytes, headers, status } = await app.api('GET', `/invoices/zip-requests/${id}/zip`);
    const name = `${month.year}-${String(month.month).padStart(2, '0')}.zip`;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    const signed = await sdk.invoices.downloadZipRequestUrl(id);
    expect(signed).toMatchObject({ content_type: 'application/zip', filename: name });
    const followed = await fetch(signed.url);
    expect(Buffer.from(await followed.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is listed by what it is', async () => {
    const listed = async (params: object | null) =>
      (await sdk.invoices.listZipRequests(params)).data.map(({ invoice_types }) => invoice_types.join(''));
    const { data } = await sdk.invoices.listZipRequests();
    for (const { id } of data) await finished(id);
    expect(await listed(null)).toEqual(['I', 'E', 'IETNP']);
    expect(await listed({ ...month })).toHaveLength(3);
    expect(await listed({ year: month.year - 1, month: month.month })).toEqual([]);
    expect(await listed({ status: 'finished', limit: 2 })).toEqual(['I', 'E']);
    expect(await listed({ status: 'failed' })).toEqual([]);
    expect(await listed({ issuer_type: 'receiving' })).toEqual([]);
    expect(await listed({ invoice_types: ['P', 'N', 'T', 'E', 'I'] })).toEqual(['IETNP']);
    expect(await listed({ invoice_types: ['E'] })).toEqual(['E']);
    const page = await app.get('/invoices/zip-requests?pagination=cursor&limit=2');
    const next = await app.get(`/invoices/zip-requests?after=${encodeURIComponent(page.next_cursor)}`);
    expect([...page.data, ...next.data].map(({ id }: Json) => id)).toEqual(data.map(({ id }) => id));
  });

  it('is visible only to its organization', async () => {
    const { id } = await app.post('/invoices/zip-requests', month);
    await finished(id);
    const other = await app.newOrganization(await app.newUser());
    const key = { key: other.key };
    for (const rest of ['', '/zip', '/download-url']) {
      const { status, body } = await app.api('GET', `/invoices/zip-requests/${id}${rest}`, undefined, key);
      expect([rest, status, body.code]).toEqual([rest, 404, 'zip_request_not_found']);
    }
    expect((await app.get('/invoices/zip-requests', key)).data).toEqual([]);
    // The same filters are another request there.
    await app.post('/invoices', invoice(), key);
    const theirs = await app.post('/invoices/zip-requests', month, key);
    expect(theirs.id).not.toBe(id);
    expect(theirs.document_count).toBe(1);
  });
});

describe('a wrong request', () => {
  const at = '/invoices/zip-requests';
  const nowhere = `${at}/${'a'.repeat(24)}`;
  const rows: readonly (readonly [string, object | undefined, string, ...string[]])[] = [
    [`POST ${at}`, {}, '400 invalid_request', 'year required', 'month required'],
    [`POST ${at}`, { year: 1999, month: 13 }, '400 invalid_request', 'year too_small', 'month too_large'],
    [`POST ${at}`, { year: 10_000, month: 0 }, '400 invalid_request', 'year too_large', 'month too_small'],
    [
      `POST ${at}`,
      { year: '2026', month: 1.5 },
      '400 invalid_request',
      'year invalid_type',
      'month invalid_type',
    ],
    [
      `POST ${at}`,
      { year: 2026, month: 1, issuer_type: 'x' },
      '400 invalid_request',
      'issuer_type invalid_value',
    ],
    [
      `POST ${at}`,
      { year: 2026, month: 1, invoice_types: [] },
      '400 invalid_request',
      'invoice_types invalid_length',
    ],
    [
      `POST ${at}`,
      { year: 2026, month: 1, invoice_types: ['X'] },
      '400 invalid_request',
      'invoice_types.0 invalid_value',
    ],
    [
      `POST ${at}`,
      { year: 2026, month: 1, invoice_types: ['I', 'I'] },
      '400 invalid_request',
      'invoice_types.1 invalid_value',
    ],
    [`POST ${at}`, { year: 2026, month: 1, format: 'pdf' }, '400 invalid_request', 'format unknown_field'],
    [`POST ${at}`, { year: 2000, month: 1 }, '404 zip_request_no_invoices'],
    [`POST ${at}`, { year: 9999, month: 12 }, '404 zip_request_no_invoices'],
    [`POST ${at}`, { year: 2026, month: 1, issuer_type: 'receiving' }, '404 zip_request_no_invoices'],
    [`GET ${at}?year=2026`, undefined, '400 invalid_request', 'month required'],
    [`GET ${at}?month=1`, undefined, '400 invalid_request', 'year required'],
    [`GET ${at}?status=done`, undefined, '400 invalid_request', 'status invalid_value'],
    [`GET ${at}?limit=101`, undefined, '400 invalid_request', 'limit too_large'],
    [`GET ${at}?page=61&limit=50`, undefined, '400 page_too_large'],
    [`GET ${nowhere}`, undefined, '404 zip_request_not_found'],
    [`GET ${nowhere}/zip`, undefined, '404 zip_request_not_found'],
    [`GET ${nowhere}/download-url`, undefined, '404 zip_request_not_found'],
    [`GET ${at}/x`, undefined, '404 zip_request_not_found'],
  ];
  it.each(rows.map((row) => [`${row[0]} ${JSON.stringify(row[1]) ?? ''}`, row] as const))(
    '%s',
    async (_, [request, sent, answer, ...details]) => {
      const [method = '', path = ''] = request.split(' ');
      const [es, en] = [
        await app.api(method, path, sent, { language: 'es' }),
        await app.api(method, path, sent, { language: 'en' }),
      ];
      expect(`${es.status} ${es.body.code}`).toBe(answer);
      expect(es.body.errors.map(({ path: at, code }: Json) => `${at} ${code}`)).toEqual(details);
      expect(es.body.message).not.toBe(en.body.message);
    },
  );

  it('with a Test key is answered 402 where the installation does not allow it', async () => {
    const { id } = await app.post(at, month);
    for (const [method, path, sent] of [
      ['POST', at, month],
      ['GET', at, undefined],
      ['GET', `${at}/${id}`, undefined],
      ['GET', `${at}/${id}/zip`, undefined],
      ['GET', `${at}/${id}/download-url`, undefined],
    ] as const) {
      const { status, body } = await closed.api(method, path, sent);
      expect([path, status, body.code]).toEqual([path, 402, 'subscription_live_access_required']);
    }
  });

  it('for a file that is not finished is answered 409', async () => {
    const { id } = await app.post(at, month);
    await finished(id);
    const set = (status: string) =>
      app.runtime.pool.query('UPDATE gateway.archives SET status = $1 WHERE id = $2', [status, id]);
    for (const status of ['created', 'processing', 'failed', 'none']) {
      await set(status);
      for (const rest of ['zip', 'download-url'])
        expect(await app.api('GET', `${at}/${id}/${rest}`)).toMatchObject({
          status: 409,
          body: { code: 'zip_request_not_ready' },
        });
    }
    await set('finished');
    expect((await app.api('GET', `${at}/${id}/zip`)).status).toBe(200);
  });
});

it('logged no bug', () => expect([...app.bugs(), ...closed.bugs()]).toEqual([]));
