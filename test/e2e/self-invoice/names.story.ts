import { describe, expect, it } from '../../support/story.js';
import type { TestOrganization } from '../../support/app.js';
import { DOMAIN, escuela, hiddenOf, portalOf, sell, send, shop, visit } from './shop.js';

/** Under which names and hosts portals are, and what is not answered there. */

const setDomain = (of: TestOrganization, body: object, language = 'es') =>
  shop.app.api('PUT', `/organizations/${of.id}/domain`, body, { key: shop.user, language });
const newShop = async (name: string) => {
  const made = await shop.app.newOrganization(shop.user, name);
  await shop.app.put(
    `/organizations/${made.id}/self-invoice`,
    { support_email: 'a@b.mx' },
    { key: shop.user },
  );
  return made;
};
const at = (host: string, more: Record<string, string> = {}) => ({ 'x-forwarded-host': host, ...more });

describe('names', () => {
  it('are not the root: it leads to the documentation of the API', async () => {
    const answer = await fetch(`${shop.base}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });

  it('of nobody are nowhere, for programs as before there were portals, for people with a page', async () => {
    const api = (method: string, path: string, body?: unknown) =>
      fetch(shop.base + path, {
        method,
        headers: {
          'accept-language': 'en',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    for (const [method, path] of [
      ...[
        ['GET', '/nadie-tiene-esto'],
        ['GET', '/nadie/ABCDEFGH'],
        ['GET', '/nadie/ABCDEFGH/pdf'],
      ],
      ...[
        ['POST', '/nadie/ABCDEFGH'],
        ['PUT', '/nadie'],
        ['DELETE', '/nadie/ABCDEFGH'],
        ['GET', '/v2/nothing'],
      ],
      ...[
        ['GET', '/docs/nothing'],
        ['GET', '/tax-info'],
        ['GET', '/v2'],
      ],
    ] as const) {
      const answer = await api(method, path);
      const body = (await answer.json()) as { code: string; status: number };
      expect([method, path, answer.status, body.code, body.status]).toEqual([
        method,
        path,
        404,
        'not_found',
        404,
      ]);
    }
    const hinted = await api('POST', '/invoices', {});
    expect([hinted.status, ((await hinted.json()) as { message: string }).message]).toEqual([
      ...[404, expect.stringContaining('/v2/invoices')],
    ]);
    const inside = await api('POST', `/${DOMAIN}/ABCDEFGH`, {});
    expect(inside.status).toBe(404);
    const page = await visit(`${shop.base}/nadie-tiene-esto`);
    expect([page.status, page.title]).toEqual([404, 'No encontramos esta página']);
    expect((await fetch(`${shop.base}/docs`)).status).toBe(200);
  });

  it('are common to organizations that have none, whose printed receipts find the way later', async () => {
    const young = await newShop('Sin nombre');
    const receipt = await sell({}, young);
    expect(receipt.self_invoice_url).toBe(portalOf(receipt, 'demo'));
    expect((await visit(`${shop.base}/demo`)).title).toBe('Facture su compra');
    expect((await visit(portalOf(receipt, 'demo'))).status).toBe(200);
    expect((await visit(portalOf(await sell(), 'demo'))).headers.get('location')).toMatch(
      new RegExp(`^/${DOMAIN}/[A-Z2-9]{8}\\?lang=es$`),
    );
    await setDomain(young, { domain: 'con-nombre' });
    const moved = await visit(portalOf(receipt, 'demo'));
    expect([moved.status, moved.headers.get('location')]).toEqual([
      303,
      `/con-nombre/${receipt.key}?lang=es`,
    ]);
    expect((await visit(portalOf(receipt, 'con-nombre'))).status).toBe(200);
  });

  it('are over with their organization', async () => {
    const closing = await newShop('Cierra');
    await setDomain(closing, { domain: 'cierra' });
    const receipt = await sell({}, closing);
    expect((await visit(portalOf(receipt, 'cierra'))).status).toBe(200);
    await shop.app.del(`/organizations/${closing.id}`, { key: shop.user });
    expect((await visit(portalOf(receipt, 'cierra'))).status).toBe(404);
    expect((await visit(portalOf(receipt, 'demo'))).status).toBe(404);
  });
});

describe('a host of its own', () => {
  it('asks for the key at its root, and answers the portal and nothing else', async () => {
    const ours = await newShop('Con host');
    const host = 'facturas.con-host.mx';
    const set = await setDomain(ours, { domain: 'con-host', custom_domain: 'Facturas.Con-Host.MX.' });
    expect([set.status, set.body.domain, set.body.custom_domain]).toEqual([200, 'con-host', host]);
    const receipt = await sell({}, ours);
    expect(receipt.self_invoice_url).toBe(`https://${host}/${receipt.key}`);
    const root = await visit(`${shop.base}/`, at(host));
    expect([root.status, root.title, root.html.includes('Con host')]).toEqual([
      200,
      'Facture su compra',
      true,
    ]);
    const sent = await visit(`${shop.base}/?key=${receipt.key}&lang=es`, at(host));
    expect(sent.headers.get('location')).toBe(`/${receipt.key}?lang=es`);
    const link = `${shop.base}/${receipt.key}`;
    const preview = await send(link, { ...escuela, step: 'preview' }, at(host));
    expect(preview.html).toContain(`action="/${receipt.key}?lang`);
    const issued = await send(link, { ...hiddenOf(preview.html), step: 'issue' }, at(host));
    expect(issued.headers.get('location')).toBe(`/${receipt.key}?lang=es`);
    const done = await visit(link, at(host));
    expect([done.title, done.html.includes(`href="/${receipt.key}/pdf"`)]).toEqual([
      'Su factura está lista',
      true,
    ]);
    // Who puts the name before it as well, as it is elsewhere, finds the same.
    const named = await visit(`${shop.base}/con-host/${receipt.key}`, at(host));
    expect([named.status, named.title]).toEqual([200, 'Su factura está lista']);
    expect((await visit(`${shop.base}/con-host`, at(host))).title).toBe('Facture su compra');
    const xml = await fetch(`${link}/xml`, { headers: at(host) });
    expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml']);
    // Somebody else's receipt is unknown here, and so is all of the API.
    expect((await visit(`${shop.base}/${(await sell()).key}`, at(host))).status).toBe(404);
    const key = { authorization: `Bearer ${ours.key}` };
    for (const path of [
      '/v2/receipts',
      '/v2/organizations/me',
      '/docs',
      '/v2/openapi.json',
      '/mailbox',
      '/tax-info/x',
    ]) {
      const answer = await fetch(shop.base + path, {
        headers: at(host, { ...key, accept: 'application/json' }),
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await visit(`${shop.base}/con-host/${receipt.key}`, at('otro.host.mx'))).status).toBe(200);
    // And is nobody's again once it is taken away.
    expect((await setDomain(ours, { custom_domain: null })).body.custom_domain).toBe(null);
    expect((await visit(link, at(host))).status).toBe(404);
    expect((await fetch(`${shop.base}/v2/organizations/me`, { headers: at(host, key) })).status).toBe(200);
  });

  it.each([
    'sin-punto',
    '203.0.113.7',
    'con.puerto.mx:8080',
    'https://con.esquema.mx',
    'con/ruta.mx',
    'guion-.mx',
    'mi.local',
    'a..mx',
    '*.comodin.mx',
  ])('is refused: %s', async (custom_domain) => {
    const { status, body } = await setDomain(shop.theirs, { custom_domain }, 'en');
    expect([status, body.code, body.path]).toEqual([400, 'invalid_request', 'custom_domain']);
    expect(body.message).toMatch(/full domain name/);
  });

  it('may have letters of any language, and needs an address for its customers', async () => {
    const ours = await newShop('Ñandú');
    const { body } = await setDomain(ours, { custom_domain: 'Facturas.Ñandú.mx' });
    expect(body.custom_domain).toBe('facturas.xn--and-6ma2c.mx');
    const bare = await shop.app.newOrganization(shop.user, 'Sin correo');
    expect((await setDomain(bare, { custom_domain: 'bare.mx' })).body.code).toBe(
      'organization_support_email_required',
    );
    expect((await setDomain(bare, {})).body).toMatchObject({ code: 'invalid_request', path: 'domain' });
  });

  it('belongs to one of many who ask at the same time, and goes on once that one has another', async () => {
    const shops = await Promise.all(['A', 'B', 'C', 'D'].map(newShop));
    const answers = await Promise.all(shops.map((one) => setDomain(one, { custom_domain: 'disputado.mx' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const [first, second] = [shops[winner], shops[(winner + 1) % 4]];
    if (!first || !second) throw new Error('nobody has it');
    const refused = await setDomain(second, { custom_domain: 'disputado.mx' }, 'en');
    expect([refused.body.code, refused.body.path]).toEqual([
      'organization_domain_unavailable',
      'custom_domain',
    ]);
    // There and back at the same time: what is left is one owner of each.
    await Promise.all([
      setDomain(first, { custom_domain: 'otro.mx' }),
      setDomain(first, { custom_domain: 'disputado.mx' }),
      setDomain(second, { custom_domain: 'disputado.mx' }),
      setDomain(second, { custom_domain: 'otro.mx' }),
    ]);
    const { rows } = await shop.app.runtime.pool.query<{ host: string }>(
      `SELECT doc ->> 'custom_domain' AS host FROM gateway.organizations WHERE id = ANY($1) ORDER BY host`,
      [[first.id, second.id]],
    );
    const hosts = rows.flatMap(({ host }) => host ?? []);
    expect(new Set(hosts).size).toBe(hosts.length);
    await setDomain(first, { custom_domain: null });
    await setDomain(second, { custom_domain: null });
    expect((await setDomain(second, { custom_domain: 'disputado.mx' })).status).toBe(200);
    expect((await setDomain(first, { custom_domain: 'otro.mx' })).status).toBe(200);
  });
});
