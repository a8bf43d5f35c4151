import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { hasPoppler, isPdf, poppler } from '#pdf/testing/tools';
import { sale, universidad } from '../../support/bodies.js';
import { startReceiver } from '../../receivers/index.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { bytesOf } from '../../support/downloads.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A receipt as PDF, by a signed URL, by mail, and in the events that are told of it. */

let smtp: TestSmtp;
let app: TestApp;
let user: string;
let shop: TestOrganization;
let receipt: Json;
beforeAll(async () => {
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  app = await startApp({
    ...{ TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, TIMBRA_MAIL_FROM: 'recibos@timbra.example' },
    TIMBRA_RATE_HEAVY: '120',
  });
  user = await app.newUser();
  shop = await app.newOrganization(user, 'Café Azul');
  receipt = await app.post('/receipts', sale({ branch: 'Centro' }), { key: shop.key });
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
  await smtp.close();
});

const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.api(method, `/receipts/${receipt.id}${path}`, body, { key: shop.key, headers });
const told = ({ status, body }: Answer) => [status, body.code, body.path ?? body.errors?.[0]?.path];
/** A file by its path or address, with the shop's key or none. */
const file = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};
const pdf = (query = '') =>
  file(`${app.baseUrl}/receipts/${receipt.id}/pdf${query}`, {
    headers: { authorization: `Bearer ${shop.key}` },
  });
/** Points of the first page. */
const sizeOf = (bytes: Buffer) =>
  (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1')) ?? []).slice(1, 3).map(Number);

describe('the PDF of a receipt', () => {
  it('is a ticket of 80 mm, as the SDK gets it', async () => {
    const { response, bytes } = await pdf();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="recibo-${receipt.folio_number}(_[A-Z0-9]+)?\\.pdf"`),
    );
    expect(Math.round(((sizeOf(bytes)[0] ?? 0) / 72) * 25.4)).toBe(80);
    expect((await bytesOf(await app.sdk(shop.key).receipts.downloadPdf(receipt.id))).equals(bytes)).toBe(
      true,
    );
    if (!hasPoppler()) return;
    const text = poppler('pdftotext', bytes).replace(/\s+/g, ' ');
    for (const part of ['SIN VALIDEZ', 'Café Azul', 'Centro', 'Efectivo', 'Facture su compra', 'Ukelele'])
      expect(text).toContain(part);
    expect(text).toContain(`${receipt.key.slice(0, 4)} ${receipt.key.slice(4)}`);
  });

  it('is Letter paper for who asks for it, and nothing else', async () => {
    expect(sizeOf((await pdf('?size=letter')).bytes)).toEqual([612, 792]);
    expect(told(await api('GET', '/pdf?size=a4'))).toEqual([400, 'invalid_request', 'size']);
    expect(told(await api('GET', '/pdf?colour=red'))).toEqual([400, 'invalid_request', 'colour']);
  });

  it('has a URL that needs no key, for each size', async () => {
    const signed: Json = await app.sdk(shop.key).receipts.downloadPdfUrl(receipt.id);
    expect(signed).toMatchObject({
      content_type: 'application/pdf',
      filename: expect.stringMatching(/^recibo-/),
    });
    const { bytes } = await file(signed.url);
    expect(bytes.equals((await pdf()).bytes)).toBe(true);
    const letter = await api('GET', '/download-url/pdf?size=letter');
    expect(sizeOf((await file(letter.body.url)).bytes)).toEqual([612, 792]);
    const head = await file(signed.url, { method: 'HEAD' });
    expect([head.response.status, head.bytes.length]).toEqual([200, 0]);
    expect((await file(`${signed.url}x`)).response.status).toBe(403);
  });

  it('is nobody else’s, and of nothing that is not there', async () => {
    const other = await app.newOrganization(user, 'Otra');
    for (const path of ['/pdf', '/download-url/pdf']) {
      const url = `/receipts/${receipt.id}${path}`;
      expect(told(await app.api('GET', url, undefined, { key: other.key }))).toEqual([
        ...[404, 'receipt_not_found', undefined],
      ]);
      expect((await app.api('GET', url, undefined, { key: '' })).status).toBe(401);
      expect(told(await app.api('GET', url, undefined, { key: user }))[1]).toBe('organization_id_required');
    }
  });
});

describe('POST /receipts/{id}/email', () => {
  const latest = async () => PostalMime.parse(smtp.taken.at(-1)!.raw);

  it('sends the ticket with the link and the key', async () => {
    expect((await api('POST', '/email', { email: ['ana@example.com', 'ANA@example.com'] })).body).toEqual({
      ok: true,
    });
    const mail = await latest();
    expect(smtp.taken.at(-1)!.to).toEqual(['ana@example.com']);
    expect(mail.subject).toBe(`[Prueba] Recibo ${receipt.folio_number} de Café Azul`);
    expect(mail.text).toContain(receipt.self_invoice_url);
    expect(mail.text).toContain(`${receipt.key.slice(0, 4)} ${receipt.key.slice(4)}`);
    expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      [expect.stringMatching(/^recibo-\d+.*\.pdf$/), 'application/pdf'],
    ]);
    expect(isPdf(Buffer.from(mail.attachments[0]!.content as ArrayBuffer))).toBe(true);
    await api('POST', '/email', { email: 'bo@example.com' }, { 'accept-language': 'en' });
    expect((await latest()).subject).toBe(`[Test] Receipt ${receipt.folio_number} from Café Azul`);
  });

  it('needs an address where the customer has none; uses the customer’s where it has one', async () => {
    expect(told(await api('POST', '/email'))).toEqual([400, 'customer_email_required', 'email']);
    const english = await api('POST', '/email', {}, { 'accept-language': 'en' });
    expect(english.body.message).toBe('The customer has no email address; send one in "email".');
    const sold = await app.post('/receipts', sale({ customer: universidad }), { key: shop.key });
    await app.sdk(shop.key).receipts.sendByEmail(sold.id);
    expect(smtp.taken.at(-1)!.to).toEqual([universidad.email]);
  });

  it.each([
    [{ email: 'nowhere' }, 'email'],
    [{ email: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`) }, 'email'],
    [{ to: 'ana@example.com' }, 'to'],
  ])('refuses %j', async (body, path) => {
    expect(told(await api('POST', '/email', body))).toEqual([400, 'invalid_request', path]);
  });

  it('says where the mail server takes none of the addresses, ever', async () => {
    smtp.manners = { rcpt: () => 550 };
    const refused = await api('POST', '/email', { email: 'gone@example.com' });
    smtp.manners = {};
    expect(told(refused)).toEqual([400, 'invalid_request', 'email']);
  });
});

describe('what is told of a receipt', () => {
  const events = async (type: string): Promise<Json[]> =>
    (await app.get(`/events?type=${type}&limit=50`, { key: shop.key })).data;

  it('shows it as it was, with its page; a status that changed is told by its own type', async () => {
    const sold = await app.post('/receipts', sale(), { key: shop.key });
    await app.api('DELETE', `/receipts/${sold.id}`, undefined, { key: shop.key });
    const created = (await events('receipt.created')).find(({ data }) => data.object.id === sold.id);
    expect(created?.data).toEqual({ type: 'receipt', object: sold });
    const changed = await events('receipt.status_updated');
    expect(changed.map(({ data }) => [data.object.id, data.object.status])).toEqual([[sold.id, 'canceled']]);
    expect(changed[0]?.data.object.self_invoice_url).toBe(sold.self_invoice_url);
    expect(await events('receipt.cancellation_status_updated')).toEqual([]);
  });

  it('comes to endpoints as the API shows it; samples are of a receipt that never was', async () => {
    const receiver = await startReceiver();
    const enabled_events = ['receipt.created', 'receipt.refunded'];
    const { key } = shop;
    const hook = await app.post('/webhooks', { url: `${receiver.url}/hook`, enabled_events }, { key });
    const sold = await app.post('/receipts', sale(), { key });
    await receiver.received(1);
    const [delivered] = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(delivered).toMatchObject({ type: 'receipt.created', data: { type: 'receipt', object: sold } });
    await app.post('/sandbox/events', { type: 'receipt.refunded' }, { key });
    await receiver.received(2);
    const sample = JSON.parse(receiver.requests.at(-1)!.body);
    expect(sample.data.object).toMatchObject({
      ...{ total: 870, refunds: [{ total: 290, status: 'done' }] },
      self_invoice_url: expect.stringMatching(/\/demo\/K7WQ4MXA$/),
    });
    await app.api('DELETE', `/webhooks/${hook.id}`, undefined, { key });
    await receiver.close();
  });

  it('is told of its invoice too: one of its own, and a global one, whose caller waited', async () => {
    const sell = () => app.post('/receipts', sale(), { key: shop.key });
    const [own, rest] = [await sell(), await sell()];
    const invoice = await app.post(
      `/receipts/${own.id}/invoice`,
      { customer: universidad },
      { key: shop.key },
    );
    const day = rest.date.slice(0, 10);
    const global = await app.post(
      '/receipts/global-invoice',
      { from: rest.date, to: rest.date, periodicity: 'day', receipts: [rest.id] },
      { key: shop.key },
    );
    expect([invoice.status, global.status, day.length]).toEqual(['valid', 'valid', 10]);
    const shown = (await events('receipt.status_updated')).map(({ data: { object } }) => [
      ...[object.id, object.status, object.invoice],
    ]);
    expect(shown).toEqual(
      expect.arrayContaining([
        [own.id, 'invoiced_to_customer', invoice.id],
        [rest.id, 'invoiced_globally', global.id],
      ]),
    );
    expect((await events('invoice.global_invoice_created')).map(({ data }) => data.object.id)).toEqual([
      global.id,
    ]);
    expect(await events('receipt.self_invoice_complete')).toEqual([]);
  });
});
