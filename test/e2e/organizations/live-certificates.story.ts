import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { invoice } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { makeSat, type MadeSat } from '../../support/made-sat.js';
import { formWith, pngOf } from '../../support/pictures.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { upload } from './certificate-files.js';

/** An issuer that does everything by its own Live key, as `me`, where the tax authority's certificates are known. */

const LEGAL = {
  ...{ name: 'Kemper', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
  address: { zip: '42501' },
};
const keys = makeKeyPair();
const forTest = makeAuthority({ name: 'AC UAT' });

let sat: MadeSat;
let app: TestApp;
let user: string;
let id: string;
let live: string;
let testKey: string;

beforeAll(async () => {
  sat = await makeSat();
  app = await startApp(sat.env);
  user = await app.newUser();
  ({ id, key: testKey } = await app.newOrganization(user));
  live = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
});
afterAll(async () => {
  await app.close();
  await sat.close();
});

const put = (path: string, body: unknown): Promise<Json> =>
  app.put(`/organizations/me/${path}`, body, { key: live });
const issueLive = (language = 'es') => app.api('POST', '/invoices', invoice(), { key: live, language });
const typesOf = (doc: Json): string[] => doc.pending_steps.map(({ type }: Json) => type);

describe('an organization by its Live key, as `me`', () => {
  it('has its settings, its look and its series', async () => {
    expect(typesOf(await put('legal', LEGAL))).toEqual(['certificate']);
    const changed = [
      [await put('customization', { color: 'BADA55' }), { customization: { color: 'BADA55' } }],
      [await put('receipts', { duration_days: 7 }), { receipts: { duration_days: 7 } }],
      [
        await put('self-invoice', { allowed_cfdi_uses: ['G03'], support_email: 'ayuda@kemper.example' }),
        { self_invoice: { allowed_cfdi_uses: ['G03'] } },
      ],
      [await put('domain', { domain: 'kemper-live' }), { domain: 'kemper-live' }],
      [await put('logo', formWith(pngOf('c81e1e'))), { customization: { has_logo: true } }],
    ] as const;
    for (const [doc, wanted] of changed) expect(doc).toMatchObject({ id, ...wanted });
    const series = '/organizations/me/series-group';
    await app.post(series, { series: 'L' }, { key: live });
    expect(await put('series-group/default-series', { type: 'I', series: 'L' })).toMatchObject({
      id,
      ok: true,
    });
    expect((await put('series-group/L', { next_folio: 7 })).next_folio).toBe(7);
    const listed: Json = await app.get(series, { key: live });
    expect(listed.find((one: Json) => one.series === 'L')).toMatchObject({ next_folio: 7 });
  });

  it('is not ready with a certificate of Test, and is told so in both languages', async () => {
    const test = makeCertificado({ keys, issuer: forTest });
    const { status, body } = await upload(app, 'me', test, { key: live, language: 'en' });
    expect([status, body.id, body.certificate.has_certificate]).toEqual([200, id, true]);
    expect(body).toMatchObject({
      is_production_ready: false,
      pending_steps: [{ type: 'certificate', description: expect.stringMatching(/is a test certificate$/) }],
    });
    expect(Object.keys(body.certificate as object)).toEqual([
      ...['has_certificate', 'updated_at', 'expires_at', 'serial_number'],
    ]);
    const refused = await issueLive();
    expect([refused.status, refused.body.code]).toEqual([403, 'organization_incomplete']);
    expect(refused.body.message).toContain('el actual es de pruebas');
    expect((await app.post('/invoices', invoice(), { key: testKey })).status).toBe('valid');
  });

  it('is ready with one of production, which signs in Test too', async () => {
    const csd = sat.issue({ keys });
    const { status, body } = await upload(app, 'me', csd, { key: live });
    expect([status, body.code, body.is_production_ready, body.pending_steps]).toEqual([
      200,
      undefined,
      true,
      [],
    ]);
    expect(body.legal.tax_id).toBe('EKU9003173C9');
    expect(await app.get('/organizations/me', { key: live })).toEqual(body);
    // Nothing but a provider is missing.
    const refused = await issueLive();
    expect([refused.status, refused.body.code]).toEqual([403, 'feature_not_available']);
    const made = await app.post('/invoices', invoice(), { key: testKey });
    const { body: xml } = await app.api('GET', `/invoices/${made.id}/xml`, undefined, { key: testKey });
    expect(/NoCertificado="(\d+)"/.exec(xml as string)?.[1]).toBe(body.certificate.serial_number);
  });

  it('has a FIEL, and both are deleted again', async () => {
    const fiel = sat.issue({ keys, fiel: true });
    const { status, body } = await upload(app, 'me', fiel, { key: live, setting: 'fiel' });
    expect([status, body.fiel.has_certificate]).toEqual([200, true]);
    expect(Object.keys(body.fiel as object)).not.toContain('use');
    const withoutFiel = await app.del('/organizations/me/fiel', { key: live });
    expect(withoutFiel).toMatchObject({ id, has_certificate: false, is_production_ready: true });
    const without = await app.del('/organizations/me/certificate', { key: live });
    expect(without).toMatchObject({ id, has_certificate: false, is_production_ready: false });
    expect(typesOf(without)).toEqual(['certificate']);
    expect((await issueLive()).body.code).toBe('organization_incomplete');
  });

  it('stays the taxpayer that it is, once a Live document was stamped or is about to be', async () => {
    const own = await app.newOrganization(user, 'Constante');
    await app.put(`/organizations/${own.id}/legal`, LEGAL, { key: user });
    await upload(app, own.id, sat.issue({ keys }), { key: user });
    const { id: document } = await app.post('/invoices', invoice(), { key: own.key });
    const other = sat.issue({ keys, rfc: 'URE180429TM6', name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA' });
    // No provider stamps in Live yet: the rows of the read model are all that is asked.
    for (const now of ["status = 'valid'", "status = 'pending', uuid = NULL"]) {
      await app.runtime.pool.query(`UPDATE gateway.invoices SET livemode = true, ${now} WHERE id = $1`, [
        document,
      ]);
      const { status, body } = await upload(app, own.id, other, { key: user });
      expect([status, body.code, body.path]).toEqual([400, 'certificate_previous_rfc_mismatch', 'cer']);
      expect((await upload(app, own.id, sat.issue({ keys }), { key: user })).status).toBe(200);
    }
    await app.runtime.pool.query('DELETE FROM gateway.invoices WHERE id = $1', [document]);
    expect((await upload(app, own.id, other, { key: user })).body.legal.tax_id).toBe('URE180429TM6');
  });

  it('refuses what the tax authority has not issued', async () => {
    const stranger = makeCertificado({ keys, issuer: makeAuthority(), number: '00001000000500009999' });
    const { status, body } = await upload(app, 'me', stranger, { key: live });
    expect([status, body.code, body.location, body.path]).toEqual([
      400,
      'certificate_invalid',
      'files',
      'cer',
    ]);
  });

  it('is none for a Test key, and another’s is not found', async () => {
    const csd = sat.issue({ keys });
    expect((await upload(app, 'me', csd, { key: testKey })).status).toBe(403);
    const other = await app.newOrganization(user, 'Otra');
    const { status, body } = await upload(app, other.id, csd, { key: live });
    expect([status, body.code]).toEqual([404, 'organization_not_found']);
    expect(app.bugs()).toEqual([]);
  });
});
