import { newId } from '#kernel';
import { mailboxTransport } from '#apps/notifications/src/mail/mailbox-transport';
import { invoice, universidad } from '../../support/bodies.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { fileNameOf } from '../../support/downloads.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The local mailbox in the browser: who sees what, and what a mail may do there. */

let app: TestApp;
let other: TestOrganization;
let made: Json;
let site: string;

beforeAll(async () => {
  app = await startApp();
  site = app.baseUrl.replace('/v2', '');
  other = await app.newOrganization(await app.newUser());
  made = await app.post('/invoices', invoice());
  await app.post(`/invoices/${made.id}/email`);
});
afterAll(() => app.close());

const page = async (path: string, cookie?: string, init: RequestInit = {}) => {
  const headers = { ...(cookie && { cookie }), ...init.headers };
  const response = await fetch(site + path, { redirect: 'manual', ...init, headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};
const signIn = (key: string) =>
  page('/mailbox/session', undefined, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
const cookieOf = async (key = app.demo.test_key) =>
  (await signIn(key)).headers.get('set-cookie')?.split(';')[0] ?? '';
const linksIn = (body: string) =>
  [...body.matchAll(/href="(\/mailbox\/[0-9a-f]{24})"/g)].map(([, link]) => link ?? '');

describe('the local mailbox', () => {
  it('asks for a key and shows nothing without one', async () => {
    const cookie = await cookieOf();
    const [link = ''] = linksIn((await page('/mailbox', cookie)).body);
    for (const path of ['/mailbox', link]) {
      const { status, body } = await page(path);
      expect([status, body.includes('id="login"')]).toEqual([200, true]);
      expect(body).not.toContain(universidad.email);
    }
    for (const rest of ['/body', '/source', '/files/0'])
      for (const wrong of [undefined, 'timbra_mailbox=x', 'timbra_mailbox='])
        expect((await page(link + rest, wrong)).status).toBe(404);
  });

  it('does not open to a key that is none, nor to a user’s', async () => {
    expect((await signIn(`sk_test_${'x'.repeat(40)}`)).status).toBe(401);
    expect((await signIn(app.demo.user_key)).status).toBe(403);
    expect((await page('/mailbox/session', undefined, { method: 'POST' })).status).toBe(401);
  });

  it('does not open to a key that is narrowed to operations, or to other addresses', async () => {
    const user = await app.newUser();
    const { id } = await app.newOrganization(user, 'Con llaves');
    const narrowed = (limits: object): Promise<string> =>
      app.put(`/organizations/${id}/apikeys/live`, limits, { key: user });
    const here = await narrowed({ allowed_ips: ['127.0.0.1'] });
    expect((await signIn(here)).status).toBe(204);
    for (const limits of [{ operations: ['read.customers.list'] }, { allowed_ips: ['203.0.113.7'] }])
      expect((await signIn(await narrowed(limits))).status).toBe(403);
  });

  it('gives a cookie that scripts can not read and other sites can not send', async () => {
    const { status, headers } = await signIn(app.demo.test_key);
    expect(status).toBe(204);
    expect(headers.get('set-cookie')).toMatch(
      /^timbra_mailbox=[\w-]{32}; Path=\/mailbox; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
  });

  it('lists mails, and shows one with its files', async () => {
    const cookie = await cookieOf();
    const list = await page('/mailbox', cookie);
    expect(list.body).toContain('Demo Timbra');
    expect(list.body).toContain(universidad.email);
    const [link = ''] = linksIn(list.body);
    const one = await page(link, cookie);
    expect(one.body).toContain(`[Prueba] Factura ${made.folio_number} de Demo Timbra`);
    expect(one.body).toContain('facturas@example.com');
    expect(one.body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const body = await page(`${link}/body`, cookie);
    expect(body.body).toContain('UNIVERSIDAD ROBOTICA ESPAÑOLA');
    const text = await page(`${link}?part=text`, cookie);
    expect(text.body).toMatch(/<pre>[^]*UNIVERSIDAD ROBOTICA ESPAÑOLA[^]*<\/pre>/);
    const xml = await page(`${link}/files/0`, cookie);
    expect(xml.body).toBe(await app.get(`/invoices/${made.id}/xml`));
    expect(xml.headers.get('content-disposition')).toBe(`attachment; filename="${fileNameOf(made)}.xml"`);
    expect((await page(`${link}/files/1`, cookie)).body.slice(0, 5)).toBe('%PDF-');
    for (const index of ['2', '-1', '1e1', 'x', '999'])
      expect((await page(`${link}/files/${index}`, cookie)).status).toBe(404);
    const source = await page(`${link}/source`, cookie);
    expect(source.headers.get('content-type')).toBe('message/rfc822');
    expect(source.body).toContain(`Message-ID: <${link.split('/')[2] ?? ''}@localhost>`);
  });

  it('never shows the mails of another organization', async () => {
    const mine = await cookieOf();
    const theirs = await cookieOf(other.key);
    const [link = ''] = linksIn((await page('/mailbox', mine)).body);
    expect(linksIn((await page('/mailbox', theirs)).body)).toEqual([]);
    for (const rest of ['', '/body', '/source', '/files/0', '?part=text']) {
      const answer = await page(link + rest, theirs);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain(universidad.email);
    }
    expect((await page(link, mine)).status).toBe(200);
  });

  it('closes with its key, and on request', async () => {
    const user = await app.newUser();
    const third = await app.newOrganization(user);
    const cookie = await cookieOf(third.key);
    expect((await page('/mailbox', cookie)).body).not.toContain('id="login"');
    await app.put(`/organizations/${third.id}/apikeys/test`, undefined, { key: user });
    expect((await page('/mailbox', cookie)).body).toContain('id="login"');
    const mine = await cookieOf();
    const closed = await page('/mailbox/session', mine, { method: 'DELETE' });
    expect(closed.headers.get('set-cookie')).toMatch(/^timbra_mailbox=; Path=\/mailbox; Max-Age=0/);
    expect((await page('/mailbox', mine)).body).toContain('id="login"');
  });

  it('speaks English, and pages through many', async () => {
    const tenant = { organizationId: other.id, livemode: false };
    const { pool, vault, clock } = app.runtime;
    const transport = mailboxTransport({ pool, vault, clock });
    for (let n = 0; n < 51; n += 1) {
      const subject = n === 50 ? '<script>alert(1)</script>' : `mail ${n}`;
      const raw = Buffer.from(
        `Subject: ${subject}\r\nContent-Type: text/html\r\n\r\n<script>alert(2)</script>`,
      );
      const to = ['"><img src=x>@example.com'];
      await transport.send({ tenant, id: newId(), from: 'a@example.com', to, subject, raw });
    }
    const cookie = await cookieOf(other.key);
    const english = { headers: { 'accept-language': 'en' } };
    const first = await page('/mailbox', cookie, english);
    expect(first.body).toContain('Local mailbox');
    expect(linksIn(first.body)).toHaveLength(50);
    expect(first.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(first.body).not.toMatch(/<script>|<img/);
    const [, older = ''] = /href="(\/mailbox\?before=[0-9a-f]{24})"/.exec(first.body) ?? [];
    const second = await page(older, cookie, english);
    expect(linksIn(second.body)).toHaveLength(1);
    expect(second.body).toContain('mail 0');
    const [latest = ''] = linksIn(first.body);
    const one = await page(latest, cookie);
    expect(one.body).not.toContain('<script>');
    const { body, headers } = await page(`${latest}/body`, cookie);
    expect(body).toContain('<script>alert(2)</script>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/(^|; )sandbox allow-popups allow-popups-to-escape-sandbox(;|$)/);
    expect(policy).toMatch(/^default-src 'none'; img-src data:;/);
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('lets its pages do nothing but their own', async () => {
    const cookie = await cookieOf();
    const { headers } = await page('/mailbox', cookie);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'; /,
    );
    expect([
      headers.get('x-frame-options'),
      headers.get('cache-control'),
      headers.get('referrer-policy'),
    ]).toEqual(['DENY', 'no-store', 'no-referrer']);
    for (const [path, type] of [
      ['style.css', 'text/css'],
      ['script.js', 'text/javascript'],
    ])
      expect((await page(`/mailbox/${path}`)).headers.get('content-type')).toContain(type);
    for (const path of ['/mailbox/x', `/mailbox/${newId()}`, '/mailbox/..%2fopenapi.json'])
      expect((await page(path, cookie)).status).toBe(404);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
