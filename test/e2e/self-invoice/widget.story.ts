import { WRONG_KEYS } from '#apps/gateway/src/portal/self-invoice/guesses';
import type { Json } from '../../support/app.js';
import { line } from '../../support/bodies.js';
import { describe, expect, it } from '../../support/story.js';
import { DOMAIN, escuela, portalOf, sell, shop, visit } from './shop.js';

/** What the widget asks for: the portal in JSON, for scripts of any page. */

type Headers_ = Record<string, string>;
const at = (query: Record<string, string> = {}, domain = DOMAIN): string =>
  `${shop.base}/${domain}/widget.json?${new URLSearchParams({ lang: 'es', ...query }).toString()}`;
const answerOf = async (sent: Promise<Response>) => {
  const response = await sent;
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    headers: response.headers,
  };
};
/** As a page of a shop asks. */
const FROM = {
  origin: 'https://tienda.example',
  'sec-fetch-site': 'cross-site',
  'x-forwarded-for': '198.51.100.7',
};
const read = (query: Record<string, string> = {}, headers: Headers_ = {}) =>
  answerOf(fetch(at(query), { headers: { ...FROM, ...headers } }));
const post = (key: string, body: object, headers: Headers_ = {}) =>
  answerOf(
    fetch(at({ key }), {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...FROM, 'content-type': 'application/json', ...headers },
    }),
  );
const hiddenOf = ({ view }: Json): Record<string, string> =>
  Object.fromEntries(view.hidden.map(({ name, value }: Json) => [name, value]));
const errorsOf = ({ view }: Json) =>
  Object.fromEntries(
    view.fields.filter(({ error }: Json) => error).map(({ name, error }: Json) => [name, error]),
  );

describe('the widget’s script', () => {
  it('is kept by browsers, and asked for again by its tag', async () => {
    const link = `${shop.base}/${DOMAIN}/widget.js`;
    const { status, headers } = await answerOf(fetch(link));
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      ...[200, 'text/javascript; charset=utf-8', 'public, max-age=300, stale-while-revalidate=86400'],
    ]);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const etag = headers.get('etag') ?? '';
    const again = await fetch(link, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  });

  it('is of portals alone', async () => {
    for (const path of ['/nadie/widget.js', '/widget.js', '/nadie/widget.json', '/widget.json'])
      expect([path, (await fetch(shop.base + path)).status]).toEqual([path, 404]);
  });
});

describe('a page of a shop', () => {
  it('takes a customer from the key to the invoice', async () => {
    const receipt = await sell();
    const asked = await read();
    expect([asked.status, asked.body.screen, asked.body.language]).toEqual([200, 'ask', 'es']);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    expect(asked.headers.get('cache-control')).toBe('no-store');
    expect(asked.headers.get('set-cookie')).toBeNull();
    const shown = await read({ key: receipt.key.toLowerCase(), lang: 'en' });
    expect([shown.status, shown.body.screen, shown.body.view.title]).toEqual([
      ...[200, 'receipt', 'Invoice your purchase'],
    ]);
    expect(shown.body.test).toEqual({ title: 'Test environment', detail: expect.any(String) });
    const wrong = await post(receipt.key, { ...escuela, legal_name: 'OTRA', use: 'X', step: 'preview' });
    expect([wrong.status, wrong.body.screen, wrong.body.code]).toEqual([400, 'receipt', 'invalid_request']);
    expect(Object.keys(errorsOf(wrong.body))).toEqual(['legal_name', 'use']);
    expect(wrong.body.view.fields[0].value).toBe(escuela.tax_id);
    const preview = await post(receipt.key, { ...escuela, step: 'preview' });
    expect([preview.status, preview.body.screen]).toEqual([200, 'preview']);
    const form = { ...hiddenOf(preview.body), step: 'issue' };
    // Pressed twice: one invoice.
    const [one, two] = await Promise.all([post(receipt.key, form), post(receipt.key, form)]);
    const { invoice } = one.body.view;
    expect([one.body.screen, invoice]).toEqual([
      'done',
      {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/i),
        folio: expect.any(String),
        total: 345.6,
        currency: 'MXN',
      },
    ]);
    expect(two.body.view.invoice).toEqual(invoice);
    expect(JSON.stringify(one.body)).not.toContain(escuela.legal_name);
    expect((await post(receipt.key, form)).body.view.invoice).toEqual(invoice);
    const [pdf, xml] = one.body.view.downloads;
    expect([pdf.href, (await fetch(shop.base + xml.href)).headers.get('content-type')]).toEqual([
      ...[`/${DOMAIN}/${receipt.key}/pdf`, 'application/xml'],
    ]);
    const mailed = await post(receipt.key, { email: 'nadie', step: 'mail' });
    expect([mailed.status, mailed.body.view.field.error]).toEqual([400, expect.any(String)]);
    const { body } = await post(receipt.key, { email: 'ana@example.com', step: 'mail' });
    expect([body.view.note, JSON.stringify(body).includes('ana@example.com')]).toEqual([
      ...['La enviamos a su correo.', false],
    ]);
  });

  it('shows names and goods as they are: as text, which nothing makes markup of', async () => {
    const description = '</script><img src=x onerror=alert(1)> "Ñ" {{key}} ${1}';
    const { body } = await read({ key: (await sell({ items: [line({ description })] })).key });
    expect(body.view.lead).toContain('Ferretería "El Tornillo" <b>');
    expect(body.view.sales[0].lines[0].what).toBe(description);
  });

  it.each([
    ['es', 'Este ticket está cancelado'],
    ['en', 'This receipt is canceled'],
  ])('is told what is wrong with a key, in %s', async (lang, title) => {
    const canceled = await sell();
    await shop.app.del(`/receipts/${canceled.id}`, { key: shop.ours.key });
    const closed = await read({ key: canceled.key, lang });
    expect([closed.status, closed.body.screen, closed.body.code, closed.body.view.title]).toEqual([
      ...[410, 'notice', 'receipt_not_open', title],
    ]);
    const theirs = await sell({}, shop.theirs);
    for (const key of ['ABCDEFGH', theirs.key]) {
      const { status, body } = await read({ key, lang });
      expect([status, body.screen, body.code]).toEqual([404, 'ask', 'receipt_not_found']);
      expect(body.view.field.error).not.toBeNull();
    }
    const empty = await read({ key: ' - ', lang });
    expect([empty.status, empty.body.screen]).toEqual([400, 'ask']);
  });

  it('guesses keys at the same cost as at the portal', async () => {
    const ip = { 'x-forwarded-for': '203.0.113.77' };
    const receipt = await sell();
    for (let n = 0; n < WRONG_KEYS.most; n += 1) {
      const key = `ABCDEF${'23456789'[n % 8]}${'ABCDEFGH'[n % 8]}`;
      if (n % 2) await visit(portalOf({ key }), ip);
      else await read({ key }, ip);
    }
    const refused = await read({ key: receipt.key }, ip);
    expect([refused.status, refused.body.screen, refused.body.code]).toEqual([
      ...[429, 'notice', 'rate_limit_exceeded'],
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after');
    expect((await visit(portalOf(receipt), ip)).status).toBe(429);
    expect((await post(receipt.key, { ...escuela, step: 'preview' }, ip)).status).toBe(429);
  });

  it('sends JSON that its browser was allowed to send, and no form', async () => {
    const receipt = await sell();
    const preflight = await fetch(at({ key: receipt.key }), {
      method: 'OPTIONS',
      headers: {
        ...{ origin: 'https://tienda.example', 'access-control-request-method': 'POST' },
        'access-control-request-headers': 'content-type',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const { status, body } = await post(
        receipt.key,
        { ...escuela, step: 'preview' },
        { 'content-type': type },
      );
      expect([type, status, body.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
    // Forms of another site's pages stay refused, and its scripts read no page of the portal.
    const form = await fetch(portalOf(receipt), {
      ...{ method: 'POST', body: new URLSearchParams(escuela) },
      headers: { 'sec-fetch-site': 'cross-site', accept: 'text/html' },
    });
    expect([form.status, form.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    for (const body of ['', 'null', '[]', '{"step":{"a":1},"keys":[1],"tax_id":null}', '{']) {
      const sent = await answerOf(
        fetch(at({ key: receipt.key }), {
          ...{ method: 'POST', body },
          headers: { ...FROM, 'content-type': 'application/json' },
        }),
      );
      expect([body, sent.status, typeof sent.body.screen]).toEqual([body, 400, 'string']);
    }
  });

  it('with a host of its own asks that', async () => {
    const host = 'facturas.widget.mx';
    await shop.app.put(`/organizations/${shop.ours.id}/domain`, { custom_domain: host }, { key: shop.user });
    const receipt = await sell();
    const there = { 'x-forwarded-host': host };
    for (const base of ['', `/${DOMAIN}`]) {
      const script = await fetch(`${shop.base}${base}/widget.js`, { headers: there });
      expect([base, script.status]).toEqual([base, 200]);
      const { body } = await answerOf(
        fetch(`${shop.base}${base}/widget.json?key=${receipt.key}`, { headers: { ...FROM, ...there } }),
      );
      expect([base, body.screen]).toEqual([base, 'receipt']);
    }
    const preflight = await fetch(`${shop.base}/widget.json`, {
      method: 'OPTIONS',
      headers: { ...there, origin: 'https://tienda.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    await shop.app.put(`/organizations/${shop.ours.id}/domain`, { custom_domain: null }, { key: shop.user });
  });

  it('of the common portal is led to that of the receipt', async () => {
    const receipt = await sell();
    const moved = await answerOf(fetch(at({ key: receipt.key }, 'demo'), { headers: FROM }));
    expect([moved.status, moved.body.screen]).toEqual([200, 'receipt']);
    const open = await sell({}, shop.theirs);
    const common = await answerOf(fetch(at({ key: open.key }, 'demo'), { headers: FROM }));
    expect([common.status, common.body.screen]).toEqual([200, 'receipt']);
  });
});
