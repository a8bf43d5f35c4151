import { readComprobante, verifyDocument } from '#cfdi';
import {
  hasMaterial,
  makeAuthority,
  makeCertificado,
  makeKeyPair,
  material,
  type CertificateOptions,
} from '#cfdi/testing/certificates';
import { invoice, line } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { placesOf } from '../../support/events.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { upload, type Files } from './certificate-files.js';

const LEGAL = {
  name: 'Kemper',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_system: '601',
  address: { zip: '42501' },
};
const keys = makeKeyPair();
/** In the shape of the authority's public test certificates. */
const issuer = makeAuthority({ name: 'AC UAT' });
let made = 0;
const nextNumber = (): string => `3000100000050000${String((made += 1)).padStart(4, '0')}`;
const make = (options: CertificateOptions = {}) =>
  makeCertificado({ keys, issuer, number: nextNumber(), ...options });

let app: TestApp;
let user: string;
let stranger: string;
beforeAll(async () => {
  app = await startApp();
  [user, stranger] = [await app.newUser(), await app.newUser()];
});
afterAll(() => app.close());

const newIssuer = async (name: string): Promise<{ id: string; key: string }> => {
  const organization = await app.newOrganization(user, name);
  await app.put(`/organizations/${organization.id}/legal`, LEGAL, { key: user });
  return organization;
};
const numberIn = (xml: string): string | undefined => /NoCertificado="(\d+)"/.exec(xml)?.[1];
async function issued(key: string): Promise<{ id: string; xml: string; number: string | undefined }> {
  const { id } = await app.post('/invoices', invoice(), { key });
  const { body: xml } = await app.api('GET', `/invoices/${id}/xml`, undefined, { key });
  expect(verifyDocument(xml, {})).toMatchObject({ sello: true, noCertificado: true });
  return { id, xml, number: numberIn(xml) };
}

describe('an organization with its own certificate', () => {
  it('has its facts and its RFC, and documents are signed with it', async () => {
    const ours = await newIssuer('Propia');
    const before = await issued(ours.key);
    const csd = make({ number: '30001000000500001111' });
    const client = app.sdk(user);
    const doc = (await client.organizations.uploadCertificate(
      ...([ours.id, csd.cer, csd.key, csd.password] as const),
    )) as Json;
    expect(doc.certificate).toEqual({
      has_certificate: true,
      updated_at: expect.any(String),
      expires_at: '2028-01-01T00:00:00.000Z',
      serial_number: '30001000000500001111',
    });
    expect(doc.legal.tax_id).toBe('EKU9003173C9');
    expect(doc.pending_steps.map(({ type }: Json) => type)).not.toContain('legal');
    expect(await app.get(`/organizations/${ours.id}`, { key: user })).toEqual(doc);
    const after = await issued(ours.key);
    expect(after.number).toBe('30001000000500001111');
    expect(before.number).not.toBe(after.number);
  });

  it('is deleted: nothing new is signed with it, and Test goes on', async () => {
    const ours = await newIssuer('Borrada');
    const csd = make();
    await upload(app, ours.id, csd, { key: user });
    const signed = await issued(ours.key);
    const { body } = await app.api('DELETE', `/organizations/${ours.id}/certificate`, undefined, {
      key: user,
    });
    expect(body).toMatchObject({
      id: ours.id,
      has_certificate: false,
      updated_at: expect.any(String),
      certificate: { has_certificate: false, serial_number: null, expires_at: null },
      legal: { tax_id: 'EKU9003173C9' },
    });
    expect(body.certificate.updated_at).toBe(body.updated_at);
    expect(body.pending_steps.map(({ type }: Json) => type)).toContain('certificate');
    expect((await issued(ours.key)).number).not.toBe(signed.number);
    // Again, and where there is none: nothing changes.
    const again = await app.del(`/organizations/${ours.id}/certificate`, { key: user });
    // But for the folio that was taken meanwhile.
    expect(again).toEqual({ ...body, customization: again.customization });
    const canceled = await app.del(`/invoices/${signed.id}?motive=02`, { key: ours.key });
    expect(canceled.status).toBe('canceled');
  });

  it('may become another taxpayer in Test, and still cancels what it issued before', async () => {
    const ours = await newIssuer('Cambiada');
    await upload(app, ours.id, make(), { key: user });
    const first = await issued(ours.key);
    const other = make({ rfc: 'URE180429TM6', name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' });
    const changed = await upload(app, ours.id, other, { key: user });
    expect(changed.body.legal.tax_id).toBe('URE180429TM6');
    const legal = { ...LEGAL, legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', address: { zip: '86991' } };
    await app.put(`/organizations/${ours.id}/legal`, legal, { key: user });
    const wrong = await app.api(
      ...(['PUT', `/organizations/${ours.id}/legal`, { ...legal, tax_id: 'EKU9003173C9' }] as const),
      { key: user },
    );
    expect([wrong.status, wrong.body.code]).toEqual([400, 'organization_tax_info_invalid']);
    expect((await issued(ours.key)).xml).toContain('Rfc="URE180429TM6"');
    expect((await app.del(`/invoices/${first.id}?motive=02`, { key: ours.key })).status).toBe('canceled');
  });

  it('takes one of the sandbox, and one with a PEM', async () => {
    const ours = await newIssuer('Sandbox');
    const csd = await app.sandbox.issueCsd({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' });
    const taken = await upload(app, ours.id, csd, { key: user });
    expect([taken.status, taken.body.certificate.serial_number]).toEqual([200, csd.noCertificado]);
    expect((await issued(ours.key)).number).toBe(csd.noCertificado);
    const made = make();
    const pem = `-----BEGIN CERTIFICATE-----\n${made.cer.toString('base64')}\n-----END CERTIFICATE-----\n`;
    expect((await upload(app, ours.id, { ...made, cer: Buffer.from(pem) }, { key: user })).status).toBe(200);
  });

  (hasMaterial ? it : it.skip)('takes the authority’s public test certificates', async () => {
    const ours = await newIssuer('Pública');
    const file = (name: string) => material('csd', 'EKU9003173C9', name);
    const csd = { cer: file('csd.cer'), key: file('csd.key'), password: '12345678a' };
    const fiel = { cer: file('fiel.cer'), key: file('fiel.key'), password: '12345678a' };
    const taken = await upload(app, ours.id, csd, { key: user });
    expect([taken.status, taken.body.code]).toEqual([200, undefined]);
    expect((await issued(ours.key)).number).toBe(taken.body.certificate.serial_number);
    const signed = await upload(app, ours.id, fiel, { key: user, setting: 'fiel' });
    expect(signed.body.fiel).toMatchObject({ has_certificate: true });
  });

  it('has a FIEL beside it, of the same RFC', async () => {
    const ours = await newIssuer('Firmante');
    const fiel = make({ fiel: true });
    const other = make({ fiel: true, rfc: 'URE180429TM6' });
    const set = (files: Files) => upload(app, ours.id, files, { key: user, setting: 'fiel' });
    const { body } = await set(fiel);
    expect(body.fiel).toMatchObject({ has_certificate: true, expires_at: '2028-01-01T00:00:00.000Z' });
    expect(body.certificate).toMatchObject({ has_certificate: false });
    const stranger = await upload(app, ours.id, make({ rfc: 'URE180429TM6' }), { key: user });
    expect(stranger).toMatchObject({
      status: 400,
      body: { code: 'certificate_fiel_rfc_mismatch', location: 'files', path: 'cer' },
    });
    expect((await upload(app, ours.id, make(), { key: user })).status).toBe(200);
    expect(await set(other)).toMatchObject({
      status: 400,
      body: { code: 'fiel_rfc_mismatch', location: 'files', path: 'cer' },
    });
    const gone = await app.del(`/organizations/${ours.id}/fiel`, { key: user });
    expect(gone).toMatchObject({ has_certificate: false, fiel: { has_certificate: false } });
    expect(gone.certificate.has_certificate).toBe(true);
  });
});

describe('an issuer whose obligations the sandbox’s LCO knows', () => {
  const issuerOf = async (rfc: string) => {
    const { id, key } = await newIssuer(`Obligaciones ${rfc}`);
    const uploaded = await upload(app, id, make({ rfc, name: LEGAL.legal_name }), { key: user });
    expect([uploaded.status, uploaded.body.legal.tax_id]).toEqual([200, rfc]);
    return (body: object) => app.api('POST', '/invoices', body, { key });
  };
  const at8 = (zip: string) =>
    invoice({
      items: [line({ taxes: [{ type: 'IVA', rate: 0.08 }] })],
      address: { zip },
    });

  it('with 0 issues nothing', async () => {
    const create = await issuerOf('ICV060329BY0');
    const { status, body } = await create(invoice());
    expect([status, body.code]).toEqual([400, 'organization_tax_info_invalid']);
  });

  it.each([
    ['JES900109Q90', '22000', 400],
    ['IXS7607092R5', '22000', 200],
    ['IXS7607092R5', '30700', 400],
    ['KIJ0906199R1', '30700', 200],
    ['KIJ0906199R1', '22000', 400],
    ['EKU9003173C9', '22000', 200],
  ])('%s, in %s, with IVA at 8 %%: %s', async (rfc, zip, expected) => {
    const create = await issuerOf(rfc);
    const { status, body } = await create(at8(zip));
    expect(status).toBe(expected);
    if (expected === 400) expect(body.path).toBe('items.0.product.taxes.0.rate');
    expect((await create(invoice())).status).toBe(200);
  });
});

describe('who may upload', () => {
  it('is a user of the organization, and nobody else', async () => {
    const ours = await newIssuer('Ajena');
    const csd = make();
    const asked = async (key: string | null) => {
      const { status, body } = await upload(app, ours.id, csd, { key });
      return [status, body.code];
    };
    expect(await asked(null)).toEqual([401, 'missing_credentials']);
    expect(await asked(stranger)).toEqual([404, 'organization_not_found']);
    const [status] = await asked(ours.key);
    expect(status).toBe(403);
    const removed = await app.api('DELETE', `/organizations/${ours.id}/certificate`, undefined, {
      key: stranger,
    });
    expect([removed.status, removed.body.code]).toEqual([404, 'organization_not_found']);
    expect((await app.get(`/organizations/${ours.id}`, { key: user })).certificate.has_certificate).toBe(
      false,
    );
  });
});

describe('a certificate of production that no authority of the SAT has issued', () => {
  it('is refused by those that Timbra brings along, and nothing of it is kept', async () => {
    const ours = await newIssuer('Adelantada');
    const live = await app.put(`/organizations/${ours.id}/apikeys/live`, undefined, { key: user });
    const csd = make({ issuer: makeAuthority(), number: '00001000000500000001' });
    const { status, body } = await upload(app, 'me', csd, { key: live });
    expect([status, body.code, body.path]).toEqual([400, 'certificate_invalid', 'cer']);
    expect(body.errors[0].message).toContain('TIMBRA_SAT_ROOTS');
    const { certificate } = await app.get('/organizations/me', { key: live });
    expect(certificate).toMatchObject({ has_certificate: false });
  });
});

describe('what was uploaded', () => {
  it('is in no event, no command and no row as it came', async () => {
    const ours = await newIssuer('Secreta');
    const csd = make({ password: 'contraseña-muy-secreta' });
    expect((await upload(app, ours.id, csd, { key: user })).status).toBe(200);
    const secrets = [csd.password, csd.key.toString('base64').slice(100, 140)];
    for (const secret of secrets) expect(await placesOf(secret, app.runtime)).toEqual([]);
    expect(app.bugs()).toEqual([]);
  });
});

describe('a certificate that is replaced under load', () => {
  it('never leaves a document whose seal does not verify, and loses none', async () => {
    const ours = await newIssuer('Relevada');
    const first = make();
    await upload(app, ours.id, first, { key: user });
    let left = 200;
    const documents: Awaited<ReturnType<typeof issued>>[] = [];
    const issue = async () => {
      while ((left -= 1) >= 0) documents.push(await issued(ours.key));
    };
    const replace = async () => {
      for (let n = 0; n < 10; n += 1) {
        const { status } = await upload(app, ours.id, make(), { key: user });
        expect(status).toBe(200);
      }
    };
    await Promise.all([...Array.from({ length: 8 }, issue), replace()]);
    expect(documents).toHaveLength(200);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(200);
    expect(new Set(documents.map(({ number }) => number)).size).toBeGreaterThan(1);
    for (const { xml } of documents) expect(readComprobante(xml).ok).toBe(true);
  }, 120_000);
});
