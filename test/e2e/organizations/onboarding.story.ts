import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { invoice } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '../../support/story.js';
import { countEvents, placesOf } from '../../support/events.js';
import { open, type HostedAnswer } from '../customers/hosted-page.js';
import { formOf, upload, type Files } from './certificate-files.js';

/** The link by which an issuer uploads its own certificate, and its page. */

const keys = makeKeyPair();
const issuer = makeAuthority({ name: 'AC UAT' });
const csd = makeCertificado({ keys, issuer, number: '30001000000500007777', password: 'muy-secreta-123' });
const other = makeCertificado({ keys, issuer, number: '30001000000500008888' });
const DAY_MS = 86_400_000;

let app: TestApp;
let user: string;
let ours: { id: string; key: string };
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
});
afterAll(() => app.close());
beforeEach(async () => {
  ours = await app.newOrganization(user, 'Escuela <Kemper>');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const ask = (key: string | null = user, id = ours.id) =>
  app.api('POST', `/organizations/${id}/onboarding-link`, undefined, { key });
const newLink = async (): Promise<string> => (await ask()).body.url as string;
const certificate = async (): Promise<Json> =>
  (await app.get(`/organizations/${ours.id}`, { key: user })).certificate;

async function send(
  link: string,
  body: string | FormData,
  headers: Record<string, string> = {},
): Promise<HostedAnswer> {
  const response = await fetch(link, { method: 'POST', body, headers, redirect: 'manual' });
  return { status: response.status, html: await response.text(), headers: response.headers };
}
const submit = (link: string, files: Files, headers?: Record<string, string>) =>
  send(link, formOf(files), headers);
/** The message beside a field. */
const beside = ({ html }: HostedAnswer, name: string): string | undefined =>
  new RegExp(`<p class="error" id="${name}-error">([^<]+)</p>`).exec(html)?.[1];
const countOf = (type: string): Promise<number> =>
  countEvents(app.runtime.store, `organization-${ours.id}`, type);

describe('an onboarding link', () => {
  it('is told once, for a week, and its key is in no event, row or log', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([
      200,
      {
        url: expect.stringMatching(/^http:\/\/localhost:\d+\/onboarding\/[0-9a-f]{40}$/),
        expires_at: expect.any(String),
      },
    ]);
    const days = (Date.parse(body.expires_at) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    const key = (body.url as string).split('/').at(-1) ?? '?';
    await submit(body.url, { ...csd, password: 'x' });
    await submit(body.url, csd);
    for (const secret of [key, csd.password]) expect(await placesOf(secret, app.runtime)).toEqual([]);
  });

  it('is for whoever may upload a certificate: users of the organization and its Live keys', async () => {
    const live = (await app.put(`/organizations/${ours.id}/apikeys/live`, undefined, {
      key: user,
    })) as unknown;
    expect((await ask(live as string, 'me')).status).toBe(200);
    const codeFor = async (key: string | null) => {
      const { status, body } = await ask(key);
      return [status, body.code];
    };
    expect(await codeFor(null)).toEqual([401, 'missing_credentials']);
    expect(await codeFor(ours.key)).toEqual([403, 'live_api_key_required']);
    expect(await codeFor(await app.newUser())).toEqual([404, 'organization_not_found']);
  });

  it('ends the one before', async () => {
    const first = await newLink();
    const second = await newLink();
    const ended = await open(first);
    expect([ended.status, ended.html.includes('Este enlace ya no sirve')]).toEqual([410, true]);
    expect((await submit(first, csd)).status).toBe(410);
    expect((await open(second)).status).toBe(200);
    expect(await certificate()).toMatchObject({ has_certificate: false });
  });

  it('expires after a week', async () => {
    const link = await newLink();
    const later = Date.now() + 7.1 * DAY_MS;
    jest.spyOn(app.runtime.clock, 'now').mockImplementation(() => new Date(later));
    const page = await open(link, { 'accept-language': 'en' });
    expect([page.status, page.html.includes('This link has expired')]).toEqual([410, true]);
    expect((await submit(link, csd)).status).toBe(410);
    jest.restoreAllMocks();
    expect(await certificate()).toMatchObject({ has_certificate: false });
  });

  it.each(['0'.repeat(40), 'x', '%00', "'--"])('that was never made is not found: %s', async (key) => {
    const base = app.baseUrl.replace('/v2', '');
    const page = await open(`${base}/onboarding/${key}`);
    expect([page.status, page.html.includes('No encontramos este enlace')]).toEqual([404, true]);
    expect((await submit(`${base}/onboarding/${key}`, csd)).status).toBe(404);
    const json = await open(`${base}/onboarding/${key}`, { accept: 'application/json' });
    expect(JSON.parse(json.html)).toMatchObject({ code: 'onboarding_link_not_found', path: 'key' });
  });

  it('may be asked for fifty times a day', async () => {
    for (let n = 0; n < 50; n += 1) expect((await ask()).status).toBe(200);
    const { status, body, headers } = await ask();
    expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000);
  });
});

describe('its page', () => {
  it('says who asks, and lets nothing in or out', async () => {
    const link = await newLink();
    const { status, html, headers } = await open(link);
    expect(status).toBe(200);
    expect(html).toContain('Suba su certificado de sello digital (CSD)');
    expect(html).toContain('Escuela &lt;Kemper&gt;');
    expect(html).not.toMatch(/<script(?! nonce)/);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await open(`${link}?lang=en`)).html).toContain('Upload your digital seal certificate (CSD)');
  });

  it('takes the certificate into use, once, and says so', async () => {
    const link = await newLink();
    const sent = await submit(link, csd);
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${new URL(link).pathname}/done?lang=es`,
    ]);
    const done = await open(`${link}/done?lang=en`);
    expect(done.status).toBe(200);
    expect(done.html).toContain('Certificate 30001000000500007777, valid until');
    expect(await certificate()).toMatchObject({ serial_number: '30001000000500007777' });
    await app.put(
      `/organizations/${ours.id}/legal`,
      {
        ...{ name: 'Kemper', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
        address: { zip: '42501' },
      },
      { key: user },
    );
    const { id } = await app.post('/invoices', invoice(), { key: ours.key });
    const { body: xml } = await app.api('GET', `/invoices/${id}/xml`, undefined, { key: ours.key });
    expect(xml).toContain('NoCertificado="30001000000500007777"');
    const again = await open(link);
    expect([again.status, again.html.includes('Este enlace ya se usó')]).toEqual([410, true]);
    expect((await submit(link, other)).status).toBe(410);
    expect(await certificate()).toMatchObject({ serial_number: '30001000000500007777' });
  });

  it('lets one of many forms take the link that are sent at once', async () => {
    const link = await newLink();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => submit(link, n % 2 === 0 ? csd : other)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([303, 410, 410, 410, 410, 410]);
    const winner = answers.findIndex(({ status }) => status === 303);
    const taken = winner % 2 === 0 ? '30001000000500007777' : '30001000000500008888';
    expect(await certificate()).toMatchObject({ serial_number: taken });
    expect([await countOf('CertificateSet'), await countOf('OnboardingLinkCompleted')]).toEqual([1, 1]);
  });

  it('stays open while a certificate is uploaded by the API', async () => {
    const link = await newLink();
    await upload(app, ours.id, other, { key: user });
    expect((await submit(link, csd)).status).toBe(303);
  });

  it('ends with its organization, and comes back with it', async () => {
    const link = await newLink();
    await app.del(`/organizations/${ours.id}`, { key: user });
    expect([(await open(link)).status, (await submit(link, csd)).status]).toEqual([404, 404]);
    await app.post(`/organizations/${ours.id}/restore`, undefined, { key: user });
    expect((await open(link)).status).toBe(200);
  });
});

describe('a wrong upload', () => {
  const fiel = makeCertificado({ keys, issuer, fiel: true });
  const years = (count: number) => new Date(Date.now() + count * 365 * DAY_MS);
  const expired = makeCertificado({ keys, issuer, from: years(-5), until: years(-1) });
  const stranger = makeCertificado({ keys: makeKeyPair(), issuer });
  const production = makeCertificado({ keys, issuer, number: '00001000000500000001' });
  const cases: [what: string, files: Files, status: number, field: string, es: RegExp, en: RegExp][] = [
    ['nothing', {}, 400, 'cer', /Elija el archivo del certificado/, /Choose the file of the certificate/],
    ['nothing', {}, 400, 'key', /Elija el archivo de la llave/, /Choose the file of the private key/],
    ['no key', { ...csd, key: Buffer.alloc(0) }, 400, 'key', /Elija el archivo de la llave/, /private key/],
    [
      'no password',
      { cer: csd.cer, key: csd.key },
      400,
      'password',
      /Escriba la contraseña/,
      /Type the pass/,
    ],
    ['another password', { ...csd, password: 'secreto-9' }, 400, 'password', /es incorrecta/, /is incorrect/],
    [
      'text',
      { ...csd, cer: Buffer.from('hola') },
      400,
      'cer',
      /no es un certificado válido/,
      /not a valid SAT/,
    ],
    ['a text for a key', { ...csd, key: Buffer.from('hola') }, 400, 'key', /no son válidos/, /are not valid/],
    ['a FIEL', fiel, 400, 'cer', /es de una e\.firma/, /is of an e\.firma/],
    ['an expired one', expired, 400, 'cer', /ya no está vigente/, /has expired/],
    ['another’s key', { ...stranger, cer: csd.cer }, 400, 'key', /no corresponde/, /does not match/],
    [
      'one of production that the tax authority did not issue',
      production,
      400,
      'cer',
      /no fue emitido por el SAT/,
      /not issued by the SAT/,
    ],
    ['a large file', { ...csd, cer: Buffer.alloc(70_000) }, 413, 'cer', /demasiado grande/, /too large/],
  ];
  it.each(cases)('%s: told at its field, and the link stays', async (_, files, status, field, es, en) => {
    const link = await newLink();
    for (const [language, words] of [
      ['es', es],
      ['en', en],
    ] as const) {
      const page = await submit(link, files, { 'accept-language': language });
      expect(page.status).toBe(status);
      expect(beside(page, field)).toMatch(words);
      expect(page.html).not.toContain(files.password ?? csd.password);
      expect(page.html).toContain(`aria-invalid="true" aria-describedby="${field}-error ${field}-hint"`);
    }
    expect((await submit(link, csd)).status).toBe(303);
  });

  it('is too large as a whole, and the page says so on an open connection', async () => {
    const link = await newLink();
    for (const megabytes of [2, 30]) {
      const page = await submit(link, { ...csd, cer: Buffer.alloc(megabytes * 1024 * 1024, 7) });
      expect(page.status).toBe(413);
      expect(page.html).toContain('Los archivos son demasiado grandes');
      expect(page.html).toContain('type="file"');
      expect(page.headers.get('connection')).not.toBe('close');
    }
    // One of unknown length too.
    const chunks = await fetch(link, {
      ...{ method: 'POST', duplex: 'half' },
      body: new Blob([Buffer.alloc(3 * 1024 * 1024)]).stream(),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([chunks.status, (await chunks.text()).includes('type="file"')]).toEqual([413, true]);
    expect((await submit(link, csd)).status).toBe(303);
  });

  it.each<[string, string, string]>([
    ['no form', 'hola', 'multipart/form-data; boundary=none'],
    ['a form of another kind', 'cer=1', 'application/x-www-form-urlencoded'],
    ['JSON', '{}', 'application/json'],
  ])('%s: the form is there again', async (_, body, type) => {
    const link = await newLink();
    const page = await send(link, body, { 'content-type': type });
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.html).toContain('type="file"');
    expect(page.html).toContain('use el formulario de la página');
  });

  it('of another site is refused', async () => {
    const link = await newLink();
    const forged = await submit(link, csd, { 'sec-fetch-site': 'cross-site' });
    expect([forged.status, forged.html.includes('no vino de nuestra página')]).toEqual([403, true]);
    expect(await certificate()).toMatchObject({ has_certificate: false });
  });

  it('is limited by the minute', async () => {
    const link = await newLink();
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await submit(link, {})).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
    expect((await open(link)).status).toBe(200);
  });
});

it('met no bug', () => expect(app.bugs()).toEqual([]));
