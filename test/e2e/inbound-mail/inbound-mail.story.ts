import { zipSync } from 'fflate';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { line } from '../../support/bodies.js';
import { INBOUND, mailOf, postMail, processedMail } from '../../support/mails.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A supplier mails its invoices to the address of its customer. */

let app: TestApp;
let user: string;
let supplier: TestOrganization;
let other: TestOrganization;
let legal: Json;
let address: string;
beforeAll(async () => {
  app = await startApp(INBOUND);
  user = await app.newUser();
  supplier = await app.newOrganization(user, 'Proveedora');
  other = await app.newOrganization(user, 'Otra');
  const fiscal = { legal_name: 'PROVEEDORA DE EJEMPLO', tax_id: 'PEJ010203AB1', tax_system: '601' };
  const body = { name: 'Proveedora', ...fiscal, address: { zip: '06300' } };
  await app.put(`/organizations/${supplier.id}/legal`, body, { key: user });
  const others = { ...body, name: 'Otra', legal_name: 'OTRA DE EJEMPLO', tax_id: 'OEJ010203AB1' };
  await app.put(`/organizations/${other.id}/legal`, others, { key: user });
  legal = (await app.get('/organizations/me')).legal;
  address = (await addressesOf(app.demo.organization_id, app.demo.user_key)).test.address;
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const addressesOf = (id: string, key = user): Promise<Json> =>
  app.get(`/organizations/${id}/inbound-address`, { key });

/** An invoice of the supplier to us, as its XML. */
async function issue(): Promise<{ readonly uuid: string; readonly xml: Buffer }> {
  const { legal_name, tax_id, tax_system, address: place } = legal;
  const customer = { legal_name, tax_id, tax_system, address: { zip: place.zip } };
  const invoice = { customer, items: [line()], payment_form: '03' };
  const { id, uuid } = await app.post('/invoices', invoice, { key: supplier.key });
  const { bytes } = await app.api('GET', `/invoices/${id}/xml`, undefined, { key: supplier.key });
  return { uuid, xml: bytes };
}
const listed = async (key = app.demo.test_key): Promise<Json[]> =>
  (await app.get('/inbound-mails', { key })).data;
const xml = (content: Buffer, filename = 'factura.xml') => ({ filename, content });

describe('a mail with invoices', () => {
  it('ends as received documents, and is shown with what became of each', async () => {
    const [first, second, third] = [await issue(), await issue(), await issue()];
    const zip = zipSync({ 'enero/2.xml': second.xml, 'enero/malo.xml': Buffer.from('<x/>') });
    const raw = await mailOf({
      to: address,
      headers: { 'Authentication-Results': 'mx.example.mx; dkim=pass' },
      attachments: [
        xml(first.xml, 'uno.pdf'),
        { filename: 'enero.zip', content: Buffer.from(zip) },
        {
          filename: 'reenviado.eml',
          content: await mailOf({ attachments: [xml(third.xml)] }),
          contentType: 'message/rfc822',
        },
        { filename: 'logo.png', content: Buffer.from('no documento') },
      ],
    });
    const { status, body } = await postMail(app, raw);
    expect([status, body]).toEqual([200, { results: [{ status: 'accepted', id: expect.any(String) }] }]);
    const [{ id }] = body.results;
    // What was answered with 200 is there.
    expect((await listed()).map((mail) => mail.id)).toContain(id);
    const mail = await processedMail(app, app.demo.test_key, id);
    expect(mail).toMatchObject({
      ...{ from: 'ventas@proveedora.mx', subject: 'Factura', authentication: 'mx.example.mx; dkim=pass' },
      ...{ imported: 3, duplicates: 0, refused: 1, problem: null, livemode: false, bytes: raw.length },
    });
    expect(mail.results).toEqual([
      { file: 'uno.pdf', status: 'imported', code: null, uuid: first.uuid, id: expect.any(String) },
      { file: 'enero/2.xml', status: 'imported', code: null, uuid: second.uuid, id: expect.any(String) },
      { file: 'enero/malo.xml', status: 'refused', code: expect.any(String), uuid: null, id: null },
      { file: 'factura.xml', status: 'imported', code: null, uuid: third.uuid, id: expect.any(String) },
    ]);
    expect(JSON.stringify(mail)).not.toContain(address);
    const invoice = await app.get(`/invoices/${mail.results[0].id}`);
    expect(invoice).toMatchObject({
      ...{ issuer_type: 'receiving', uuid: first.uuid, imported: { source: 'email' } },
      supplier: { tax_id: 'PEJ010203AB1' },
    });
  });

  it('that the provider posts again is the same mail, and by another way, too', async () => {
    const { uuid, xml: content } = await issue();
    const raw = await mailOf({ to: address, messageId: '<1@proveedora.mx>', attachments: [xml(content)] });
    const [one, two] = await Promise.all([postMail(app, raw), postMail(app, raw)]);
    const id = one.body.results[0].id as string;
    expect([one.status, two.status, two.body.results[0].id]).toEqual([200, 200, id]);
    expect(await processedMail(app, app.demo.test_key, id)).toMatchObject({ imported: 1, duplicates: 0 });
    const relayed = Buffer.concat([Buffer.from('Received: by otro.example.mx\r\n'), raw]);
    expect((await postMail(app, relayed)).body.results).toEqual([{ status: 'duplicate', id }]);
    expect((await listed()).filter((mail) => mail.id === id)).toHaveLength(1);

    const again = await mailOf({ to: address, messageId: '<2@proveedora.mx>', attachments: [xml(content)] });
    const next = (await postMail(app, again)).body.results[0].id as string;
    expect(await processedMail(app, app.demo.test_key, next)).toMatchObject({
      ...{ imported: 0, duplicates: 1, results: [{ status: 'duplicate', uuid }] },
    });
  });

  it('comes in the forms of SendGrid and Mailgun, and by the envelope before its headers', async () => {
    const { uuid, xml: content } = await issue();
    const raw = await mailOf({ to: 'facturas@nuestra.example', attachments: [xml(content)] });
    expect((await postMail(app, raw)).body.results).toEqual([]);
    const form = new FormData();
    form.append('envelope', JSON.stringify({ to: [address.toUpperCase()], from: 'a@b.mx' }));
    form.append('email', raw.toString('latin1'));
    const sent = async (auth: string) => {
      const response = await fetch(`${app.baseUrl}/inbound-mail?as=mime`, {
        method: 'POST',
        body: form,
        headers: { authorization: auth },
      });
      return [response.status, await response.json()] as const;
    };
    const basic = Buffer.from(`timbra:${INBOUND.TIMBRA_INBOUND_SECRET}`).toString('base64');
    const [status, body] = await sent(`Basic ${basic}`);
    expect(status).toBe(200);
    const { id } = (body as Json).results[0];
    expect((await processedMail(app, app.demo.test_key, id)).results).toMatchObject([
      { status: 'imported', uuid },
    ]);
    expect(
      (await postMail(app, raw, { 'x-envelope-to': `<${address.replace('@', '+enero@')}>` })).body.results,
    ).toEqual([{ status: 'duplicate', id }]);
  });

  it('with no documents is shown so, and one that is built to be none, too', async () => {
    const nothing = await postMail(app, await mailOf({ to: address, html: '<p>Hola</p>' }));
    const none = await processedMail(app, app.demo.test_key, nothing.body.results[0].id);
    expect(none).toMatchObject({ imported: 0, refused: 0, results: [], problem: null });
    const parts = `To: ${address}\r\nContent-Type: multipart/mixed; boundary=b\r\n${'\r\n--b\r\n'.repeat(50_000)}`;
    const hostile = await postMail(app, parts);
    const bad = await processedMail(app, app.demo.test_key, hostile.body.results[0].id);
    expect(bad).toMatchObject({ results: [], problem: 'unreadable' });
  });
});

describe('the address', () => {
  it('is one for each environment, is renewed alone, and the old one is nobody’s', async () => {
    const { test, live } = await addressesOf(other.id);
    expect(test.address).toMatch(/^[a-z2-7]{42}@in\.example\.mx$/);
    expect(live.address).not.toBe(test.address);
    expect(await addressesOf(other.id)).toEqual({ test, live });
    const renewed = await app.post(
      `/organizations/${other.id}/inbound-address/renew`,
      { environment: 'test' },
      { key: user },
    );
    expect(renewed.live).toEqual(live);
    expect(renewed.test.address).not.toBe(test.address);
    const statusAt = async (to: string) =>
      (await postMail(app, await mailOf({ to }))).body.results[0]?.status;
    expect([await statusAt(test.address), await statusAt(renewed.test.address)]).toEqual([
      'unknown',
      'accepted',
    ]);
    expect([
      await statusAt('nadie@in.example.mx'),
      await statusAt(`${'a'.repeat(42)}@in.example.mx`),
    ]).toEqual([...['unknown', 'unknown']]);
    const bad = await app.api(
      'POST',
      `/organizations/${other.id}/inbound-address/renew`,
      { environment: 'x' },
      { key: user },
    );
    expect([bad.status, bad.body.path]).toEqual([400, 'environment']);
  });

  it('brings its documents to its organization alone, and in its environment', async () => {
    const { test } = await addressesOf(other.id);
    const { xml: content } = await issue();
    const { body } = await postMail(app, await mailOf({ to: test.address, attachments: [xml(content)] }));
    const { id } = body.results[0];
    // The document is of others there.
    expect(await processedMail(app, other.key, id)).toMatchObject({ imported: 0, refused: 1 });
    expect((await listed()).map((mail) => mail.id)).not.toContain(id);
  });

  it('ends with its organization', async () => {
    const gone = await app.newOrganization(user, 'Se va');
    const { test } = await addressesOf(gone.id);
    await app.del(`/organizations/${gone.id}`, { key: user });
    const sent = await postMail(app, await mailOf({ to: test.address }));
    expect([sent.status, sent.body.results]).toEqual([200, [{ status: 'unknown', id: null }]]);
    expect(
      (await app.api('GET', `/organizations/${gone.id}/inbound-address`, undefined, { key: user })).body.code,
    ).toBe('organization_not_found');
  });
});

describe('an address that has had 500 mails within the hour', () => {
  it('is left alone until the hour is over, but for what was there already', async () => {
    const crowded = await app.newOrganization(user, 'Muchos');
    const { test } = await addressesOf(crowded.id);
    const first = await mailOf({ to: test.address });
    const { id } = (await postMail(app, first)).body.results[0];
    await app.runtime.pool.query(
      `INSERT INTO gateway.inbound_mails (id, revision, organization_id, livemode, created_at, doc)
       SELECT 'm' || n, 1, $1, false, now(), '{}' FROM generate_series(1, 499) AS n`,
      [crowded.id],
    );
    const next = await mailOf({ to: test.address });
    const { status, body, headers } = await postMail(app, next);
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limit_exceeded', '600']);
    expect((await postMail(app, first)).body.results).toEqual([{ status: 'duplicate', id }]);
    await app.runtime.pool.query(
      `UPDATE gateway.inbound_mails SET created_at = created_at - interval '61 minutes' WHERE organization_id = $1`,
      [crowded.id],
    );
    expect((await postMail(app, next)).body.results).toMatchObject([{ status: 'accepted' }]);
  });
});

describe('the way in', () => {
  it('is the provider’s: nobody else is let in, and nothing of what they bring is read', async () => {
    const raw = await mailOf({ to: address });
    for (const [authorization, code] of [
      ['', 'missing_credentials'],
      [`Bearer ${INBOUND.TIMBRA_INBOUND_SECRET}x`, 'unauthorized'],
      [`Bearer ${app.demo.test_key}`, 'unauthorized'],
      [`Basic ${Buffer.from('x:y').toString('base64')}`, 'unauthorized'],
    ] as const) {
      const { status, body } = await postMail(app, raw, { authorization });
      expect([authorization, status, body.code]).toEqual([authorization, 401, code]);
    }
  });

  it('takes 25 MB and no more, and mails alone', async () => {
    const { status, body } = await postMail(app, Buffer.alloc(30 * 1024 * 1024, 'x'));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    const json = await postMail(app, '{}', { 'content-type': 'application/json' });
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type']);
    expect((await postMail(app, '')).status).toBe(400);
  });
});
