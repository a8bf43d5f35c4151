import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { readRetencion } from '#cfdi';
import { until } from '#bus/testing/until';
import { retention, xochilt } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { bytesOf } from '../../support/downloads.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

/** What leaves the service of a retention: its files, their URLs, mails, its history and what others are told of it. */

let app: TestApp;
let smtp: TestSmtp;
let made: Json;
let draft: Json;
let canceled: Json;

const payee = { ...xochilt, email: 'xochilt@example.com' };
beforeAll(async () => {
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  app = await startApp({
    ...{ TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, TIMBRA_MAIL_FROM: 'avisos@timbra.example' },
    TIMBRA_RATE_HEAVY: '120',
  });
  made = await app.post('/retentions', retention({ customer: payee, folio_int: 'DIV7' }));
  draft = await app.post('/retentions', { ...retention({ customer: made.customer.id }), status: 'draft' });
  const { id } = await app.post('/retentions', retention({ customer: made.customer.id }));
  canceled = await app.del(`/retentions/${id}`);
  // Starts the browser, which a busy machine may not have at the first try.
  await until(async () => (await get(`${made.id}/pdf`)).status === 200, 100_000);
}, 120_000);
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.manners = {};
  smtp.taken.length = 0;
});

const nameOf = ({ folio_int, issuer_info, uuid }: Json): string =>
  `${['retencion', folio_int].filter(Boolean).join('-')}_${issuer_info.tax_id}_${uuid}`;
const get = (path: string, options = {}): Promise<Answer> =>
  app.api('GET', `/retentions/${path}`, undefined, options);
const told = ({ status, body }: Answer) => [status, body.code];
const email = (id: string, body?: unknown, options = {}): Promise<Answer> =>
  app.api('POST', `/retentions/${id}/email`, body, options);

describe('the files of a retention', () => {
  it('are its document as XML and PDF, both in a ZIP, named after its number, the payer and its UUID', async () => {
    const xml = await get(`${made.id}/xml`);
    expect(xml.headers.get('content-type')).toBe('application/xml');
    expect(xml.headers.get('content-disposition')).toBe(`attachment; filename="${nameOf(made)}.xml"`);
    const read = readRetencion(String(xml.body));
    if (!read.ok) throw new Error(JSON.stringify(read.refusal));
    expect(read.value.timbre?.uuid).toBe(made.uuid);
    expect(read.value.retencion).toMatchObject({ cveRetenc: made.cve_retenc, folioInt: 'DIV7' });
    const sdk = app.sdk().retentions;
    const pdf = await bytesOf(await sdk.downloadPdf(made.id));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const zip = await bytesOf(await sdk.downloadZip(made.id));
    expect(zip.includes(`${nameOf(made)}.xml`) && zip.includes(`${nameOf(made)}.pdf`)).toBe(true);
  });

  it('of a draft are a PDF alone', async () => {
    const pdf = await get(`${draft.id}/pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    for (const format of ['xml', 'zip', 'download-url/xml'])
      expect(told(await get(`${draft.id}/${format}`))).toEqual([409, 'retention_not_stamped']);
    expect((await get(`${draft.id}/xml`, { language: 'en' })).body.message).toBe(
      'The retention is not stamped.',
    );
    expect(told(await get(`${draft.id}/cancellation_receipt/xml`))).toEqual([409, 'retention_not_stamped']);
  });

  it('of a canceled one are the receipt of its cancellation too', async () => {
    const name = `acuse-${nameOf(canceled)}`;
    const path = String(canceled.cancellation_receipt).replace('/v2/retentions/', '');
    const xml = await get(path);
    expect(xml.headers.get('content-disposition')).toBe(`attachment; filename="${name}.xml"`);
    expect(String(xml.body)).toContain(canceled.uuid);
    const pdf = await get(`${canceled.id}/cancellation_receipt/pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(told(await get(`${made.id}/cancellation_receipt/pdf`))).toEqual([
      ...[409, 'invoice_cancellation_receipt_unavailable'],
    ]);
    expect(told(await get(`${canceled.id}/cancellation_receipt/zip`))).toEqual([404, 'not_found']);
    expect(told(await get(`${made.id}/exe`))).toEqual([404, 'not_found']);
  });

  it('have URLs that a browser follows without a key', async () => {
    const wanted: readonly (readonly [string, string, string])[] = [
      [`${made.id}/download-url/xml`, 'application/xml', `${nameOf(made)}.xml`],
      [`${draft.id}/download-url/pdf`, 'application/pdf', `${draft.id}.pdf`],
      [
        `${canceled.id}/cancellation_receipt/download-url/xml`,
        'application/xml',
        `acuse-${nameOf(canceled)}.xml`,
      ],
    ];
    for (const [path, type, filename] of wanted) {
      const { body } = await get(path);
      expect(body).toMatchObject({ content_type: type, filename, expires_at: expect.any(String) });
      const followed = await fetch(body.url);
      expect([followed.status, followed.headers.get('content-type')]).toEqual([200, type]);
      expect(followed.headers.get('content-disposition')).toContain(filename);
      expect((await followed.arrayBuffer()).byteLength).toBeGreaterThan(500);
    }
  });
});

describe('a retention by e-mail', () => {
  it('goes to its receiver with XML and PDF, in the language of who sends it', async () => {
    expect((await email(made.id)).body).toEqual({ ok: true });
    const [taken] = smtp.taken;
    expect(taken?.to).toEqual([payee.email]);
    const mail = await PostalMime.parse(taken?.raw ?? '');
    expect(mail.subject).toBe('[Prueba] Constancia de retenciones DIV7 de Demo Timbra');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      `${nameOf(made)}.xml`,
      `${nameOf(made)}.pdf`,
    ]);
    for (const text of ['Estimado contribuyente', 'De enero a marzo de 2026', '$100.00 MXN'])
      expect(mail.text).toContain(text);
    await email(
      made.id,
      { email: ['ana@example.com', 'Ana@example.com', 'luis@example.com'] },
      { language: 'en' },
    );
    expect(smtp.taken[1]?.to).toEqual(['ana@example.com', 'luis@example.com']);
    const english = await PostalMime.parse(smtp.taken[1]?.raw ?? '');
    expect(english.subject).toBe('[Test] Withholding certificate DIV7 from Demo Timbra');
    expect(english.text).toContain('January to March 2026');
  });

  it('that was canceled has the receipt of that with it', async () => {
    expect((await email(canceled.id)).status).toBe(200);
    const mail = await PostalMime.parse(smtp.taken[0]?.raw ?? '');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      ...[`${nameOf(canceled)}.xml`, `${nameOf(canceled)}.pdf`],
      ...[`acuse-${nameOf(canceled)}.xml`, `acuse-${nameOf(canceled)}.pdf`],
    ]);
  });

  it('is refused where there is nothing to send, nobody to send it to, or no address that takes it', async () => {
    for (const [language, message] of [
      ['es', 'Una retención con estado "draft" no puede enviarse por correo electrónico.'],
      ['en', 'A retention with status "draft" cannot be sent by email.'],
    ] as const)
      expect(await email(draft.id, undefined, { language })).toMatchObject({
        ...{ status: 409, body: { code: 'retention_email_status_not_allowed', message } },
      });
    const nobody = await app.post('/retentions', retention({ customer: { ...xochilt, email: null } }));
    const alone = await email(nobody.id);
    expect([...told(alone), alone.body.path]).toEqual([
      ...[400, 'retention_email_recipient_required', 'email'],
    ]);
    expect(told(await email(made.id, { email: 'ana' }))).toEqual([400, 'invalid_request']);
    smtp.manners = { rcpt: () => 550 };
    expect(told(await email(made.id))).toEqual([502, 'retention_email_delivery_failed']);
  });
});

it('the history of a retention says who did what, newest first', async () => {
  const { id } = await app.post('/retentions', {
    ...retention({ customer: made.customer.id }),
    status: 'draft',
  });
  await app.put(`/retentions/${id}`, { desc_retenc: 'Honorarios de marzo' });
  await app.api('POST', `/retentions/${id}/stamp`);
  await app.del(`/retentions/${id}`);
  const { data } = await app.get(`/retentions/${id}/history`);
  expect(data.map(({ type }: Json) => type)).toEqual([
    ...['retention.canceled', 'retention.cancellation_requested', 'retention.stamped'],
    ...['retention.issued', 'retention.edited', 'retention.drafted'],
  ]);
  expect(data[4].changes).toEqual([{ field: 'desc_retenc', from: null, to: 'Honorarios de marzo' }]);
  expect(data[3]).toMatchObject({ monto_tot_operacion: 1000, monto_tot_ret: 100, actor: { type: 'key' } });
  const page = await app.get(`/retentions/${id}/history?limit=2&page=2`);
  expect(page).toMatchObject({ page: 2, total_pages: 3, total_results: 6 });
});

it('others are told of a retention, with the retention as the API answers it', async () => {
  const { data } = await app.get(`/events?resource_id=${canceled.id}`);
  expect(data.map(({ type }: Json) => type)).toEqual([
    ...['retention.canceled', 'retention.cancellation_requested'],
    ...['retention.stamped', 'retention.created'],
  ]);
  const read = await app.get(`/retentions/${canceled.id}`);
  expect(data[0].data).toEqual({ type: 'retention', object: read });
});

it('none of it is for another organization, or for nobody', async () => {
  const other = await app.newOrganization(await app.newUser(), 'Ajena');
  for (const rest of [
    ...['pdf', 'xml', 'zip', 'history', 'download-url/pdf'],
    ...['cancellation_receipt/xml', 'cancellation_receipt/download-url/pdf'],
  ]) {
    expect([rest, ...told(await get(`${canceled.id}/${rest}`, { key: other.key }))]).toEqual([
      ...[rest, 404, 'retention_not_found'],
    ]);
    expect((await get(`${canceled.id}/${rest}`, { key: null })).status).toBe(401);
  }
  expect(told(await email(made.id, {}, { key: other.key }))).toEqual([404, 'retention_not_found']);
});
