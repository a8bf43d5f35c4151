import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { until } from '#bus/testing/until';
import { innovacion, invoice, triggered, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { fileNameOf } from '../../support/downloads.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

/** Invoices by e-mail, through the API and the SDK, to a real mail server. */

let smtp: TestSmtp;
let app: TestApp;
let made: Json;
let canceled: Json;

beforeAll(async () => {
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  app = await startApp({ ...smtpSettings(), TIMBRA_RATE_HEAVY: '120' });
  made = await app.post('/invoices', invoice());
  const { id } = await app.post('/invoices', invoice({ series: 'C' }));
  canceled = await app.del(`/invoices/${id}?motive=02`);
  // Starts the browser.
  await app.get(`/invoices/${made.id}/pdf`);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.manners = {};
  smtp.taken.length = 0;
});

const smtpSettings = () => ({
  TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  TIMBRA_MAIL_FROM: 'facturas@timbra.example',
});
const email = (id: string, body?: unknown, options = {}): Promise<Answer> =>
  app.api('POST', `/invoices/${id}/email`, body, options);
const latest = async () => {
  const taken = smtp.taken.at(-1);
  if (!taken) throw new Error('no mail has come');
  return { taken, mail: await PostalMime.parse(taken.raw) };
};
const bytesOf = (content: unknown) => Buffer.from(content as ArrayBuffer);
/** The row of the latest mail. */
const row = async ({ runtime } = app): Promise<Json> =>
  (await runtime.pool.query('SELECT * FROM gateway.mails ORDER BY id DESC LIMIT 1')).rows[0];

describe('POST /invoices/{id}/email', () => {
  it('sends XML and PDF to the customer by default', async () => {
    const { status, body } = await email(made.id);
    expect([status, body]).toEqual([200, { ok: true }]);
    const { taken, mail } = await latest();
    expect(taken).toMatchObject({ from: 'facturas@timbra.example', to: [universidad.email] });
    expect(mail).toMatchObject({
      from: { name: 'Demo Timbra', address: 'facturas@timbra.example' },
      to: [{ address: universidad.email }],
      replyTo: [{ address: 'facturas@example.com' }],
      subject: `[Prueba] Factura ${made.folio_number} de Demo Timbra`,
    });
    const [xml, pdf] = mail.attachments;
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      `${fileNameOf(made)}.xml`,
      `${fileNameOf(made)}.pdf`,
    ]);
    expect(bytesOf(xml?.content).toString()).toBe(await app.get(`/invoices/${made.id}/xml`));
    expect(bytesOf(pdf?.content).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await row()).toMatchObject({ status: 'sent', template: 'invoice', about: made.id, attempts: 1 });
  });

  it('goes to the address that the customer has now', async () => {
    const { id: customer } = await app.post('/customers', { ...innovacion, email: 'vieja@example.com' });
    const { id } = await app.post('/invoices', invoice({ customer }));
    await app.put(`/customers/${customer}`, { email: 'nueva@example.com' });
    expect((await email(id)).status).toBe(200);
    expect((await latest()).taken.to).toEqual(['nueva@example.com']);
    await app.del(`/invoices/${id}?motive=02`);
    await app.del(`/customers/${customer}`);
    expect((await email(id)).status).toBe(200);
    expect((await latest()).taken.to).toEqual(['vieja@example.com']);
  });

  it('works without a body, with an empty one, and with PHP’s', async () => {
    for (const body of [undefined, {}, [], { email: null }])
      expect((await email(made.id, body)).status).toBe(200);
    expect(smtp.taken.map(({ to }) => to)).toEqual(Array(4).fill([universidad.email]));
  });

  it('sends to one, or to several, each once', async () => {
    await email(made.id, { email: 'ana@example.com' });
    expect((await latest()).taken.to).toEqual(['ana@example.com']);
    await email(made.id, { email: ['ana@example.com', 'luis@example.com', 'Ana@Example.com'] });
    const { taken, mail } = await latest();
    expect(taken.to).toEqual(['ana@example.com', 'luis@example.com']);
    expect(mail.to?.map(({ address }) => address)).toEqual(taken.to);
  });

  it('speaks the caller’s language', async () => {
    await email(made.id, undefined, { language: 'en-US' });
    const { mail } = await latest();
    expect(mail.subject).toBe(`[Test] Invoice ${made.folio_number} from Demo Timbra`);
    expect(mail.text).toContain('it is not valid for tax purposes');
  });

  it('sends a canceled invoice with its receipt', async () => {
    expect(canceled.status).toBe('canceled');
    expect((await email(canceled.id)).status).toBe(200);
    const { mail } = await latest();
    expect(mail.subject).toMatch(/^\[Prueba\] Factura C \d+ cancelada de Demo Timbra$/);
    const names = ['xml', 'pdf'].map((type) => `${fileNameOf(canceled)}.${type}`);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      ...names,
      ...names.map((name) => `acuse-${name}`),
    ]);
    const acuse = await app.get(`/invoices/${canceled.id}/cancellation_receipt/xml`);
    expect(bytesOf(mail.attachments[2]?.content).toString()).toBe(acuse);
  });

  it('is what the SDK calls', async () => {
    expect(await app.sdk().invoices.sendByEmail(made.id)).toEqual({ ok: true });
    expect(await app.sdk().invoices.sendByEmail(made.id, { email: ['a@example.com'] })).toEqual({ ok: true });
    expect(smtp.taken.map(({ to }) => to)).toEqual([[universidad.email], ['a@example.com']]);
  });
});

describe('is refused', () => {
  const wrong: [string, unknown, string, string][] = [
    ['a text that is no address', { email: 'ana' }, 'email', 'invalid_format'],
    ['two addresses in one', { email: 'a@example.com, b@example.com' }, 'email', 'invalid_format'],
    ['a header in an address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email', 'invalid_format'],
    ['an empty text', { email: '' }, 'email', 'invalid_length'],
    ['an empty list', { email: [] }, 'email', 'invalid_length'],
    ['one of them', { email: ['a@example.com', 'b@'] }, 'email.1', 'invalid_format'],
    [
      'more than ten',
      { email: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`) },
      'email',
      'invalid_length',
    ],
    ['a number', { email: 1 }, 'email', 'invalid_type'],
    ['an object', { email: { address: 'a@example.com' } }, 'email', 'invalid_type'],
    ['what it does not know', { to: 'a@example.com' }, 'to', 'unknown_field'],
  ];
  it.each(wrong)('%s', async (_, body, path, code) => {
    for (const language of ['es', 'en']) {
      const answer = await email(made.id, body, { language });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', path, errors: [{ code, path, location: 'body' }] },
      });
      expect(answer.body.message).toMatch(language === 'es' ? /campo|corresponde/i : /field/i);
    }
    expect(smtp.taken).toEqual([]);
  });

  it.each([
    ['es', 'Una factura con estado "draft" no puede enviarse por correo electrónico.'],
    ['en', 'An invoice with status "draft" cannot be sent by email.'],
  ])('a draft, in %s', async (language, message) => {
    const { id } = await app.post('/invoices', { ...invoice(), status: 'draft' });
    expect(await email(id, undefined, { language })).toMatchObject({
      status: 409,
      body: { code: 'invoice_email_status_not_allowed', message },
    });
  });

  it('one whose stamp is not certain yet', async () => {
    const { id, status } = await app.post('/invoices', triggered('SANDBOX-OUTAGE'));
    expect(status).toBe('pending');
    expect(await email(id)).toMatchObject({
      status: 409,
      body: { code: 'invoice_email_status_not_allowed', message: expect.stringContaining('"pending"') },
    });
  });

  it('without an address anywhere', async () => {
    const { id } = await app.post('/invoices', invoice({ customer: innovacion }));
    for (const [language, words] of [
      ['es', 'Se requiere un correo'],
      ['en', 'A recipient email address is required'],
    ] as const)
      expect(await email(id, undefined, { language })).toMatchObject({
        status: 400,
        body: {
          code: 'invoice_email_recipient_required',
          message: expect.stringContaining(words),
          path: 'email',
        },
      });
    expect((await email(id, { email: 'a@example.com' })).status).toBe(200);
  });

  it('to others: their invoices are missing, whatever the address', async () => {
    const other = await app.newOrganization(await app.newUser());
    for (const body of [undefined, { email: 'eve@example.com' }])
      expect(await email(made.id, body, { key: other.key })).toMatchObject({
        status: 404,
        body: { code: 'invoice_not_found' },
      });
    expect((await email('x')).status).toBe(404);
    expect((await email(made.id, undefined, { key: null })).status).toBe(401);
    expect(smtp.taken).toEqual([]);
  });
});

describe('a mail server', () => {
  it('that permanently refuses every address is an error immediately', async () => {
    smtp.manners = { rcpt: () => 550 };
    for (const [language, message] of [
      ['es', 'No fue posible enviar la factura por correo electrónico.'],
      ['en', 'The invoice could not be sent by email.'],
    ])
      expect(await email(made.id, undefined, language === undefined ? {} : { language })).toMatchObject({
        status: 502,
        body: { code: 'invoice_email_delivery_failed', message },
      });
    expect(await row()).toMatchObject({
      status: 'failed',
      attempts: 1,
      reason: expect.stringMatching(/550/),
    });
  });

  it('that takes some is none, and who was refused is kept', async () => {
    smtp.manners = { rcpt: (address) => (address.startsWith('luis') ? 550 : undefined) };
    expect((await email(made.id, { email: ['ana@example.com', 'luis@example.com'] })).body).toEqual({
      ok: true,
    });
    expect(await row()).toMatchObject({ status: 'partial', refused: [{ address: 'luis@example.com' }] });
  });

  it('that is busy is tried again, and the caller does not wait for it', async () => {
    smtp.manners = { data: () => 451 };
    const begun = Date.now();
    expect((await email(made.id)).body).toEqual({ ok: true });
    const { status, attempts, retry_at } = await row();
    expect([status, attempts]).toEqual(['delayed', 1]);
    expect(retry_at.getTime() - begun).toBeGreaterThanOrEqual(30_000);
    // That half a minute passes at once, and not amid another test.
    smtp.manners = {};
    await app.runtime.pool.query(
      "UPDATE platform.pending_commands SET due_at = now() WHERE command->>'type' LIKE 'notifications.%'",
    );
    await until(async () => smtp.taken.length === 1);
  });

  it('that does not answer makes no caller wait for long', async () => {
    // As in production, callers wait for a part only of what the server takes.
    const hasty = await startApp({ ...smtpSettings(), TIMBRA_MAIL_WAIT_MS: '500' });
    try {
      const { id } = await hasty.post('/invoices', invoice());
      let answer: (value?: unknown) => void = () => undefined;
      smtp.manners = { held: new Promise((resolve) => (answer = resolve)) };
      expect((await hasty.api('POST', `/invoices/${id}/email`)).body).toEqual({ ok: true });
      expect(smtp.taken).toEqual([]);
      answer();
      await until(async () => (await row(hasty)).status === 'sent');
      expect(smtp.taken).toHaveLength(1);
      expect(hasty.bugs()).toEqual([]);
    } finally {
      await hasty.close();
    }
  });
});

it('keeps what mails say sealed, and only until they are over', async () => {
  smtp.manners = { data: () => 451 };
  await email(made.id, { email: 'secreto@example.com' });
  const stored = async () =>
    (
      await app.runtime.pool.query<{ key: string; sealed: Buffer }>(
        "SELECT key, sealed FROM platform.contents WHERE key LIKE 'mail/%' OR key LIKE 'render/%' ORDER BY key",
      )
    ).rows;
  const { id } = await row();
  const [mine] = (await stored()).filter(({ key }) => key === `mail/${id}`);
  expect(mine?.sealed.toString('latin1')).not.toContain('ROBOTICA');
  smtp.manners = {};
  const before = new Set((await stored()).map(({ key }) => key));
  await email(made.id);
  // A mail is forgotten a moment after it was sent.
  await until(async () => (await stored()).every(({ key }) => before.has(key)));
});

it('counts as a heavy request', async () => {
  const { key } = await app.newOrganization(await app.newUser());
  const missing = '6743f1c2a1b2c3d4e5f60718';
  // Two more are let through each second, however long they take.
  const answers = await Promise.all(Array.from({ length: 300 }, () => email(missing, undefined, { key })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(120);
  const limited = answers.find(({ status }) => status === 429);
  expect(limited?.headers.get('retry-after')).toBe('1');
});

it('has no local mailbox beside a mail server', async () => {
  for (const path of ['', '/style.css', '/session', `/${made.id}`]) {
    const method = path === '/session' ? 'POST' : 'GET';
    const answer = await fetch(app.baseUrl.replace('/v2', `/mailbox${path}`), {
      method,
      headers: { authorization: `Bearer ${app.demo.test_key}` },
    });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
