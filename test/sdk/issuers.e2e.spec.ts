import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { invoice } from '../support/bodies.js';
import { pngOf } from '../support/pictures.js';
import { sdkVersions } from './clients.js';
import { legal } from './organizations.js';
import { startWire, type Wire } from './wire.js';

/** What an issuer's clients write on the wire: `me` for the organization of a Live key, and the habits of other SDKs. */

let app: TestApp;
let wire: Wire;
beforeAll(async () => {
  app = await startApp();
  wire = await startWire(app.baseUrl);
});
afterAll(async () => {
  await wire.close();
  await app.close();
});

async function newIssuer() {
  const user = await app.newUser();
  const { id } = await app.newOrganization(user, 'Kemper');
  const live: string = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
  return { user, id, live };
}

describe.each(sdkVersions)('a Live key in SDK $version', ({ connect }) => {
  let client: Json;
  let issuer: Awaited<ReturnType<typeof newIssuer>>;
  beforeAll(async () => {
    issuer = await newIssuer();
    client = connect(issuer.live, wire.baseUrl);
  });

  it('edits its organization as me, and as its id', async () => {
    const { organizations } = client;
    const customization = { next_folio_number: 1, next_folio_number_test: 500 };
    await organizations.updateCustomization('me', customization);
    for (const id of ['me', issuer.id]) {
      const { cer, key, password } = await app.sandbox.issueCsd({
        rfc: 'EKU9003173C9',
        nombre: legal.legal_name,
      });
      const answers = [
        await organizations.updateLegal(id, legal),
        await organizations.uploadLogo(id, pngOf('c81e1e')),
        await organizations.uploadCertificate(id, cer, key, password),
        await organizations.updateCustomization(id, { color: 'BADA55' }),
        await organizations.updateReceiptSettings(id, { periodicity: 'day' }),
        await organizations.deleteCertificate(id),
        await organizations.retrieve(id),
      ];
      expect(answers.map((answer: Json) => answer.id)).toEqual(answers.map(() => issuer.id));
      // The counters are shown whatever was changed.
      for (const answer of answers) expect(answer.customization).toMatchObject(customization);
    }
  });

  it('is not for other organizations, nor for what only users do', async () => {
    const { organizations } = client;
    const other = await newIssuer();
    // The oldest versions tell no code, only what is wrong.
    await expect(organizations.updateLegal(other.id, legal)).rejects.toThrow(/organización/i);
    await expect(organizations.uploadLogo(other.id, pngOf('c81e1e'))).rejects.toThrow(/organización/i);
    await expect(organizations.create({ name: 'Otra' })).rejects.toThrow();
    await expect(organizations.renewTestApiKey(issuer.id)).rejects.toThrow();
    await expect(organizations.renewLiveApiKey(issuer.id)).rejects.toThrow();
    await expect(organizations.del(issuer.id)).rejects.toThrow();
    const untouched = await app.get(`/organizations/${other.id}`, { key: other.user });
    expect(untouched).toMatchObject({ legal: { legal_name: null }, customization: { has_logo: false } });
  });
});

it('the default series of a type is what its invoices have that name none, created or stamped as drafts', async () => {
  const { user, id } = await newIssuer();
  const { organizations } = app.sdk(user);
  await organizations.createSeriesGroup(id, { series: 'FAC', next_folio: 1, next_folio_test: 500 });
  await organizations.updateDefaultSeries(id, { type: 'I', series: 'FAC' });
  const client = app.sdk(await organizations.getTestApiKey(id)).invoices;
  const draft = await client.create({ ...invoice(), status: 'draft' });
  const made = [await client.create(invoice()), await client.stampDraft(draft.id)];
  const named = await client.create(invoice({ series: 'OTRA' }));
  expect([...made, named].map(({ series, folio_number }) => [series, folio_number])).toEqual([
    ['FAC', 500],
    ['FAC', 501],
    ['OTRA', 1],
  ]);
  const listed = await organizations.listSeriesGroup(id);
  expect(listed).toMatchObject([{ series: 'FAC', next_folio: 1, next_folio_test: 502 }]);
});

describe('the habits of other SDKs', () => {
  it('.NET: a key is renewed by an empty text', async () => {
    const { user: key, id } = await newIssuer();
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    for (const kind of ['test', 'live']) {
      const answer = await app.api('PUT', `/organizations/${id}/apikeys/${kind}`, '', { key, headers });
      expect([kind, answer.status, answer.bytes.toString()]).toEqual([
        ...[kind, 200],
        expect.stringMatching(new RegExp(`^"sk_${kind}_[0-9A-Za-z]{40}"$`)),
      ]);
    }
  });

  it('PHP: an empty body is an empty list, and Live keys are deleted by PUT', async () => {
    const { user: key, id } = await newIssuer();
    for (const kind of ['test', 'live'])
      expect((await app.api('PUT', `/organizations/${id}/apikeys/${kind}`, [], { key })).status).toBe(200);
    const keys = await app.get(`/organizations/${id}/apikeys/live`, { key });
    expect(keys).toHaveLength(2);
    const left = await app.api('PUT', `/organizations/${id}/apikeys/live/${keys[0].id}`, [], { key });
    expect([left.status, left.body]).toEqual([200, keys.slice(1)]);
  });

  it('PHP, Java, Python: files with names and types of their own, fields in any order', async () => {
    const { user: key, id } = await newIssuer();
    const csd = await app.sandbox.issueCsd({ rfc: 'EKU9003173C9', nombre: legal.legal_name });
    const form = new FormData();
    form.append('password', csd.password);
    form.append('key', new Blob([new Uint8Array(csd.key)]), 'certificate.key');
    form.append('cer', new Blob([new Uint8Array(csd.cer)], { type: 'application/pkix-cert' }), 'ñandú é.cer');
    const body = new Response(form);
    const headers = { 'content-type': body.headers.get('content-type') ?? '' };
    const bytes = Buffer.from(await body.arrayBuffer());
    const answer = await app.api('PUT', `/organizations/${id}/certificate`, bytes, { key, headers });
    expect([answer.status, answer.body.certificate?.serial_number]).toEqual([200, csd.noCertificado]);
  });

  it('Python: a slash at the end', async () => {
    const { user: key, id } = await newIssuer();
    expect((await app.api('GET', `/organizations/${id}/apikeys/live/`, undefined, { key })).status).toBe(200);
    expect((await app.api('PUT', `/organizations/${id}/legal/`, legal, { key })).status).toBe(200);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
