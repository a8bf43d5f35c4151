import { gatewaySecret } from '#apps/gateway/src/gateway-secret';
import { SignedUrls } from '#apps/gateway/src/files/signed-urls';
import { revokeAllKeys } from '#apps/standalone/src/keys';
import { invoice, universidad } from '../../support/bodies.js';
import { startApp, type Json, type SdkClient, type TestApp } from '../../support/app.js';
import { bytesOf, fileNameOf } from '../../support/downloads.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Signed download URLs, as the public SDK asks for them and a browser follows them. */

let app: TestApp;
let sdk: SdkClient;
let made: Json;
let canceled: Json;

beforeAll(async () => {
  app = await startApp({ TIMBRA_DOWNLOAD_URL_MINUTES: '15' });
  sdk = app.sdk();
  made = await app.post('/invoices', invoice());
  canceled = await app.post('/invoices', invoice());
  await app.del(`/invoices/${canceled.id}?motive=02`);
});
afterAll(() => app.close());

const testKeyId = async (organization: string): Promise<string> => {
  const { rows } = await app.runtime.pool.query<{ id: string }>(
    'SELECT test_key_id AS id FROM gateway.organizations WHERE id = $1',
    [organization],
  );
  return rows[0]?.id ?? '';
};

/** Follows a link as a browser does: without a key. */
const follow = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

interface Signed {
  readonly url: string;
  readonly expires_at: string;
  readonly content_type: string;
  readonly filename: string;
}

const files = (): Record<
  string,
  readonly [() => Promise<Signed>, () => Promise<unknown>, string, string]
> => ({
  'an XML': [
    () => sdk.invoices.downloadXmlUrl(made.id),
    () => sdk.invoices.downloadXml(made.id),
    'application/xml',
    `${fileNameOf(made)}.xml`,
  ],
  'a PDF': [
    () => sdk.invoices.downloadPdfUrl(made.id),
    () => sdk.invoices.downloadPdf(made.id),
    'application/pdf',
    `${fileNameOf(made)}.pdf`,
  ],
  'a ZIP': [
    () => sdk.invoices.downloadZipUrl(made.id),
    () => sdk.invoices.downloadZip(made.id),
    'application/zip',
    `${fileNameOf(made)}.zip`,
  ],
  'a receipt as XML': [
    () => sdk.invoices.downloadCancellationReceiptXmlUrl(canceled.id),
    () => sdk.invoices.downloadCancellationReceiptXml(canceled.id),
    'application/xml',
    `acuse-${fileNameOf(canceled)}.xml`,
  ],
  'a receipt as PDF': [
    () => sdk.invoices.downloadCancellationReceiptPdfUrl(canceled.id),
    () => sdk.invoices.downloadCancellationReceiptPdf(canceled.id),
    'application/pdf',
    `acuse-${fileNameOf(canceled)}.pdf`,
  ],
});
const PRINTED = ['a PDF', 'a receipt as PDF', 'a ZIP'];

describe('a signed URL', () => {
  it.each(['an XML', 'a PDF', 'a ZIP', 'a receipt as XML', 'a receipt as PDF'])(
    'of %s downloads it without a key',
    async (name) => {
      const [urlOf, download, type, filename] = files()[name] as NonNullable<
        ReturnType<typeof files>[string]
      >;
      const signed = await urlOf();
      expect(signed).toEqual({
        url: expect.stringMatching(/^http:\/\/localhost:\d+\/v2\/files\?token=[\w.-]+$/),
        expires_at: expect.any(String),
        content_type: type,
        filename,
      });
      const minutes = (Date.parse(signed.expires_at) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(14.5);
      expect(minutes).toBeLessThanOrEqual(15);
      const { response, bytes } = await follow(signed.url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${filename}"`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      const own = await bytesOf(await download());
      // What is printed is printed each time, with the time of its printing in it.
      if (PRINTED.includes(name)) expect(bytes.subarray(0, 4)).toEqual(own.subarray(0, 4));
      else expect(bytes.equals(own)).toBe(true);
    },
  );

  it('answers name and type to HEAD, works again, and accepts no other method', async () => {
    const { url } = await sdk.invoices.downloadPdfUrl(made.id);
    const { response, bytes } = await follow(url, { method: 'HEAD' });
    expect([response.status, bytes.length]).toEqual([200, 0]);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(`${fileNameOf(made)}.pdf`);
    const xml = await sdk.invoices.downloadXmlUrl(made.id);
    for (let n = 0; n < 2; n += 1) expect((await follow(xml.url)).response.status).toBe(200);
    expect((await follow(url, { method: 'POST' })).response.status).toBe(405);
    expect((await follow(url, { method: 'DELETE' })).response.status).toBe(405);
  });

  it('does not mind a key, of whomever', async () => {
    const { url } = await sdk.invoices.downloadXmlUrl(made.id);
    for (const authorization of ['Bearer nonsense', `Bearer ${app.demo.user_key}`])
      expect((await follow(url, { headers: { authorization } })).response.status).toBe(200);
  });

  it('that was changed in any character, or has expired, is refused in both languages', async () => {
    const { url } = await sdk.invoices.downloadXmlUrl(made.id);
    const token = new URL(url).searchParams.get('token') ?? '';
    const get = (text: string, language: string) =>
      app.api('GET', `/files?token=${encodeURIComponent(text)}`, undefined, { key: null, language });
    const [payload = '', seal = ''] = token.split('.');
    for (const at of [0, 5, payload.length - 1, payload.length + 1, token.length - 1]) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const { status, body } = await get(token.slice(0, at) + other + token.slice(at + 1), 'en');
      expect([status, body.code, body.message]).toEqual([
        403,
        'forbidden',
        'The download link is not valid.',
      ]);
    }
    // Longer: the same claims with a later end.
    const claims = Buffer.from(payload, 'base64url').toString();
    const longer = Buffer.from(claims.replace(/\d+$/, '9999999999')).toString('base64url');
    expect((await get(`${longer}.${seal}`, 'es')).body).toMatchObject({
      status: 403,
      message: 'El enlace de descarga no es válido.',
      errors: [{ code: 'not_allowed', location: 'query', path: 'token' }],
    });
    const signed = new SignedUrls(await gatewaySecret(app.runtime.pool, app.runtime.vault, 'download-urls'));
    const tenant = { organizationId: app.demo.organization_id, livemode: false };
    const keyId = await testKeyId(app.demo.organization_id);
    const file = { tenant, keyId, kind: 'invoice', id: made.id as string, format: 'xml' } as const;
    const past = await get(signed.sign(file, new Date()), 'es');
    expect([past.status, past.body.code, past.body.message]).toEqual([
      403,
      'forbidden',
      'El enlace de descarga ha vencido. Solicite uno nuevo.',
    ]);
    expect(await app.api('GET', '/files', undefined, { key: null })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', path: 'token' },
    });
  });

  it('ends with the key that asked for it: renewed or revoked, at once', async () => {
    const user = await app.newUser();
    const { id, key } = await app.newOrganization(user);
    const draft = await app.post('/invoices', { ...invoice(), status: 'draft' }, { key });
    const urlBy = async (by: string): Promise<string> =>
      (await app.sdk(by).invoices.downloadPdfUrl(draft.id)).url;
    const told = async (url: string) => {
      const { response } = await follow(url, { method: 'HEAD' });
      if (response.status === 200) return [200, ''];
      return [response.status, JSON.parse((await follow(url)).bytes.toString()).errors[0].message];
    };
    const NO_KEY =
      'La llave con la que se creó el enlace de descarga ya no es válida. Solicite un enlace nuevo.';
    const first = await urlBy(key);
    expect(await told(first)).toEqual([200, '']);
    const renewed = await app.put(`/organizations/${id}/apikeys/test`, undefined, { key: user });
    expect(await told(first)).toEqual([403, NO_KEY]);
    const second = await urlBy(renewed);
    expect(await told(second)).toEqual([200, '']);
    expect(await revokeAllKeys(app.runtime, id)).toMatchObject({ revoked: 1 });
    expect(await told(second)).toEqual([403, NO_KEY]);
  });

  it('is not available for what can’t be downloaded', async () => {
    const draft = await app.post('/invoices', { ...invoice(), status: 'draft' });
    const refused = async (path: string) => {
      const { status, body } = await app.api('GET', path);
      return [status, body.code];
    };
    expect(await refused(`/invoices/${draft.id}/download-url/xml`)).toEqual([409, 'invoice_not_stamped']);
    expect(await refused(`/invoices/${draft.id}/download-url/zip`)).toEqual([409, 'invoice_not_stamped']);
    expect(await refused(`/invoices/${made.id}/download-url/exe`)).toEqual([404, 'not_found']);
    expect(await refused(`/invoices/${made.id}/cancellation_receipt/download-url/xml`)).toEqual([
      409,
      'invoice_cancellation_receipt_unavailable',
    ]);
    expect(await refused(`/invoices/${'a'.repeat(24)}/download-url/xml`)).toEqual([404, 'invoice_not_found']);
    const { url } = await sdk.invoices.downloadPdfUrl(draft.id);
    expect((await follow(url)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('of a draft that was removed meanwhile finds nothing', async () => {
    const draft = await app.post('/invoices', { ...invoice(), status: 'draft' });
    const { url } = await sdk.invoices.downloadPdfUrl(draft.id);
    await app.del(`/invoices/${draft.id}`);
    const { response, bytes } = await follow(url);
    expect([response.status, JSON.parse(bytes.toString()).code]).toEqual([404, 'invoice_not_found']);
  });
});

it('of a preview is good while it lasts, and then gone from the database too', async () => {
  const signed = await sdk.invoices.previewPdfUrl(invoice({ customer: universidad }));
  expect(signed).toMatchObject({ content_type: 'application/pdf', filename: 'vista-previa.pdf' });
  const { response, bytes } = await follow(signed.url);
  expect(response.status).toBe(200);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const kept = "FROM platform.contents WHERE key LIKE 'preview/%'";
  await app.runtime.pool.query(`UPDATE platform.contents SET expires_at = now() WHERE key LIKE 'preview/%'`);
  expect((await follow(signed.url)).response.status).toBe(404);
  const { rows } = await app.runtime.pool.query(`SELECT expires_at ${kept}`);
  expect(rows).toHaveLength(1);
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
