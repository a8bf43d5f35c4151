import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { MadeCertificado } from '#cfdi/testing/certificates';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/story.js';
import {
  startFinkok,
  startSat,
  startSw,
  type FinkokDouble,
  type SatDouble,
  type SwDouble,
} from '../../doubles/index.js';
import { findBarriers } from '../customers/barriers.js';
import { LOOKS, openBrowser, visitPage } from '../customers/browser.js';
import { formOf, upload, type Files } from '../organizations/certificate-files.js';

/** The hosted page on which a legal representative signs a manifest, by hand and in a real browser. */

const RFC = 'EKU9003173C9';
const NAME = 'ESCUELA KEMPER URGATE';
const FIEL = '00001000000733333333';

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;

let folder: string;
let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let app: TestApp;
let user: string;
let id: string;
let fiel: MadeCertificado;

beforeAll(async () => {
  sat = await startSat();
  [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  folder = await mkdtemp(join(tmpdir(), 'timbra-manifest-page-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, sat.world.roots);
  app = await startApp({
    ...{ TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url, TIMBRA_FINKOK_URL: finkok.url },
    ...{ TIMBRA_FINKOK_MANIFEST_URL: finkok.url, TIMBRA_FINKOK_SNID: finkok.snid },
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: sat.url },
  });
  user = await app.newUser();
  ({ id } = await app.newOrganization(user, 'Escuela'));
  const legal = { name: 'Escuela', legal_name: NAME, tax_system: '601', address: { zip: '42501' } };
  await app.put(`/organizations/${id}/legal`, legal, { key: user });
  await upload(app, id, sat.world.issue({ rfc: RFC, name: NAME }), { key: user });
  const credentials = {
    sw: { user: sw.user, password: sw.password },
    finkok: { user: finkok.user, password: finkok.password },
  };
  await app.put(`/organizations/${id}/pacs`, { order: ['finkok', 'sw'], credentials }, { key: user });
  fiel = sat.world.issue({ rfc: RFC, name: NAME, fiel: true, number: FIEL });
});
afterAll(async () => {
  await browser?.close();
  await app.close();
  await Promise.all([sw, finkok, sat].map((double) => double.close()));
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const double of [sw, finkok]) {
    double.faults.clear();
    await double.reopen();
  }
});

async function newLink(pac: string, email = 'rep@escuela.mx'): Promise<string> {
  const path = `/organizations/${id}/pacs/${pac}/manifest-link`;
  return (await app.post(path, { email }, { key: user })).url as string;
}

interface Shown {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

async function open(link: string, files?: Files): Promise<Shown> {
  const response = await fetch(link, {
    ...(files && { method: 'POST', body: formOf(files), redirect: 'manual' as const }),
    headers: { 'accept-language': 'es' },
  });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

const manifests = async (): Promise<Json> =>
  (await app.get(`/organizations/${id}/pacs`, { key: user })).manifests;

describe('a link', () => {
  it('shows what is signed, and what becomes of the key', async () => {
    const { status, html, headers } = await open(await newLink('finkok'));
    expect([status, headers.get('referrer-policy') ?? '', headers.get('cache-control')]).toEqual([
      ...[200, expect.any(String), expect.stringContaining('no-store')],
    ]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('Firme la carta manifiesto de Finkok');
    expect(html).toContain('CONTRATO de ejemplo &amp; &quot;de prueba&quot; &lt;doble&gt;.');
    expect(html).toContain('no se guardan ni se entregan a nadie');
    expect((await open(await newLink('sw'))).html).toContain('se le entregan por una conexión cifrada');
  });

  it('ends the one before, and is nobody’s guess', async () => {
    const first = await newLink('sw');
    await newLink('sw');
    for (const link of [first, first.replace(/\w{40}$/, 'a'.repeat(40))])
      expect((await open(link)).status).toBe(404);
  });

  it('needs an address of mail where the PAC does', async () => {
    const path = `/organizations/${id}/pacs/finkok/manifest-link`;
    const { status, body } = await app.api('POST', path, undefined, { key: user });
    expect([status, body.path]).toEqual([400, 'email']);
  });

  it('says that the PAC is away, and opens once it is back', async () => {
    const link = await newLink('finkok');
    await finkok.refuse();
    const away = await open(link);
    expect([away.status, away.html]).toEqual([502, expect.stringContaining('El PAC no está disponible')]);
    await finkok.reopen();
    expect((await open(link)).status).toBe(200);
  });

  it('says at its field what is wrong, signs nothing, and may be used again', async () => {
    const link = await newLink('sw');
    const csd = sat.world.issue({ rfc: RFC, name: NAME });
    const other = sat.world.issue({ rfc: 'URE180429TM6', name: 'OTRA', fiel: true });
    for (const [files, words] of [
      [csd, 'Se requiere una FIEL'],
      [other, 'El RFC de la FIEL no coincide'],
      [{ ...fiel, password: 'x' }, 'La contraseña de la llave privada es incorrecta'],
      [{ password: 'x' }, 'Elija el archivo del certificado'],
    ] as const) {
      const { status, html } = await open(link, files);
      expect([status, html.includes(words)]).toEqual([400, true]);
    }
    sw.faults.next('named', { name: 'bad_fiel', operation: 'manifest' });
    const refused = await open(link, fiel);
    expect([refused.status, refused.html]).toEqual([502, expect.stringContaining('no es base64')]);
    expect((await manifests()).sw.signed).toBe(false);
    expect((await open(link, fiel)).status).toBe(303);
    expect((await manifests()).sw).toMatchObject({ by: 'signed_here', certificate: FIEL });
    const used = await open(link);
    expect([used.status, used.html]).toEqual([410, expect.stringContaining('ya está firmada')]);
    expect((await open(link, fiel)).status).toBe(410);
  });

  it('expires', async () => {
    const link = await newLink('sw');
    await app.runtime.pool.query('UPDATE gateway.manifest_links SET expires_at = now() WHERE pac = $1', [
      'sw',
    ]);
    expect((await open(link, fiel)).status).toBe(410);
  });

  it('names itself where it has signed, and is in the log', async () => {
    const log = await app.get(`/organizations/${id}/audit-log`, { key: user });
    expect(log.data.map(({ operation }: Json) => operation)).toEqual(
      expect.arrayContaining(['write.manifest_links.complete', 'write.organizations.create_manifest_link']),
    );
  });
});

/** Nothing is wider than a phone, and nobody meets a barrier. */
async function isForEverybody(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
}

async function sign(page: Page, password: string): Promise<void> {
  const mimeType = 'application/octet-stream';
  await page.setInputFiles('#cer', { name: 'fiel.cer', mimeType, buffer: fiel.cer });
  await page.setInputFiles('#key', { name: 'fiel.key', mimeType, buffer: fiel.key });
  await page.fill('#password', password);
  await page.click('.send button');
}

describe('a legal representative', () => {
  inBrowser.each<readonly [string, BrowserContextOptions]>([
    ['with a phone, in English', LOOKS.en],
    ['at a desk, without script', { ...LOOKS.es, javaScriptEnabled: false }],
  ])('signs after a mistake, %s', async (_how, look) => {
    const link = await newLink('finkok');
    const [page, troubles] = await visitPage(browser, link, look);
    const scripted = look.javaScriptEnabled !== false;
    if (scripted) await isForEverybody(page);
    expect(await page.textContent('.document')).toContain('conoce y autoriza a su PAC');
    await sign(page, 'otra');
    await page.waitForSelector('.alert');
    expect(await page.inputValue('#password')).toBe('');
    if (scripted) await isForEverybody(page);
    await sign(page, fiel.password);
    await page.waitForSelector('.notice.done');
    expect(await page.textContent('.notice')).toContain(FIEL);
    if (scripted) await isForEverybody(page);
    expect(troubles).toEqual([]);
    expect((await manifests()).finkok).toMatchObject({ by: 'signed_here', certificate: FIEL });
    await page.context().close();
  });
});
