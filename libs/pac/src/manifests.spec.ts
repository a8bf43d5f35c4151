import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openFiel, type Fiel } from '#cfdi';
import type { MadeCertificado } from '#cfdi/testing/certificates';
import {
  sharedWorld,
  startFinkok,
  startProdigia,
  startSw,
  type Double,
  type FinkokDouble,
  type ProdigiaDouble,
  type SwDouble,
} from '../../../test/doubles/index.js';
import { FinkokManifests } from './finkok/manifests.js';
import type { ManifestOutcome, ManifestRequest, SignsManifests } from './manifest.js';
import { ProdigiaManifests } from './prodigia/manifests.js';
import { SwManifests } from './sw/manifests.js';
import { SwSession } from './sw/session.js';

/** Manifests at the doubles of the PACs, which verify what they are sent. */

const RFC = 'EKU9003173C9';
const TEXT = 'CARTA MANIFIESTO "de prueba" <ejemplo> & más.\r\nConozco y autorizo.';
/** All is answered in it, however busy the machine is, but where an answer is held back. */
const PATIENCE_MS = 30_000;
let timeoutMs = PATIENCE_MS;

let finkok: FinkokDouble;
let prodigia: ProdigiaDouble;
let sw: SwDouble;
let made: MadeCertificado;
let fiel: Fiel;

beforeAll(async () => {
  [finkok, prodigia, sw] = await Promise.all([startFinkok(), startProdigia(), startSw()]);
  made = sharedWorld().issue({ rfc: RFC, name: 'ESCUELA & KEMPER', fiel: true });
  fiel = opened(made);
});
afterAll(() => Promise.all([finkok, prodigia, sw].map((double) => double.close())));
afterEach(async () => {
  timeoutMs = PATIENCE_MS;
  for (const double of [finkok, prodigia, sw]) {
    double.faults.clear();
    await double.reopen();
  }
});

function opened(files: MadeCertificado): Fiel {
  const result = openFiel(files);
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
}

const atFinkok = (snid: string | undefined = finkok.snid): SignsManifests =>
  new FinkokManifests(
    { url: 'https://nowhere.invalid', manifestUrl: finkok.url, snid, user: 'u', password: 'p' },
    { timeoutMs },
  );
const atProdigia = (): SignsManifests =>
  new ProdigiaManifests(
    {
      ...{ url: 'https://nowhere.invalid', contract: 'c', user: 'u', password: 'p' },
      manifestUrl: `${prodigia.url}/PadeFirmadoApp-war/FirmarContrato`,
    },
    { timeoutMs, sandbox: false },
  );
function atSw(): SignsManifests {
  const settings = { url: sw.url, apiUrl: sw.url, user: sw.user, password: sw.password, token: undefined };
  return new SwManifests(settings, new SwSession(settings, timeoutMs, () => new Date()), timeoutMs);
}

const request = (changes: Partial<ManifestRequest> = {}): ManifestRequest => ({
  ...{ account: { organizationId: 'o1', livemode: true }, fiel, text: TEXT },
  files: { cer: made.cer, key: made.key, password: made.password },
  contact: { address: 'Calle 1, 42501', email: 'rep@escuela.mx' },
  ...changes,
});

const ALL: readonly (readonly [string, () => SignsManifests, () => Double])[] = [
  ['Finkok', () => atFinkok(), () => finkok],
  ['Prodigia', atProdigia, () => prodigia],
  ['SW', atSw, () => sw],
];

describe.each(ALL)('a manifest at %s', (_name, open, double) => {
  it('is signed, and as often as it is asked for', async () => {
    const manifests = open();
    expect(await manifests.sign(request())).toEqual({ kind: 'signed' });
    expect(await manifests.sign(request())).toEqual({ kind: 'signed' });
  });

  it('is refused with the words of the PAC', async () => {
    double().faults.next('named', { name: 'bad_fiel', operation: 'manifest' });
    const refused = await open().sign(request());
    expect(refused).toMatchObject({ kind: 'refused', message: expect.stringMatching(/no es/) });
  });

  it.each([
    ['a time-out', 'timeout', { ms: 5_000, when: 'after' }],
    ['a broken connection', 'reset', { when: 'after' }],
    ['an error of its server', 'status', { status: 502, when: 'after' }],
    ['a page in place of an answer', 'html', { when: 'after' }],
    ['half an answer', 'truncated', {}],
  ] as const)('is in doubt after %s, never signed', async (_what, kind, more) => {
    double().faults.next(kind, { ...more, operation: 'manifest' });
    if (kind === 'timeout') timeoutMs = 1_500;
    expect((await open().sign(request())).kind).toBe('unknown');
  });

  it('is certainly not signed where nobody is reached', async () => {
    await double().refuse();
    expect(await open().sign(request())).toMatchObject({ kind: 'unavailable', trouble: 'not_reached' });
  });
});

describe('Finkok', () => {
  it('has both documents signed with the FIEL of the issuer, under the text that it handed out', async () => {
    finkok.manifests.signed.clear();
    const read = await atFinkok().read({ ...fiel, contact: request().contact, text: undefined });
    expect(read).toMatchObject({
      kind: 'texts',
      texts: [{ text: expect.stringContaining('<doble>.\r\nESCUELA & KEMPER (EKU9003173C9)') }, {}],
    });
    await atFinkok().sign(request());
    expect([...finkok.manifests.signed]).toMatchObject([[RFC, { certificate: fiel.noCertificado }]]);
    expect(JSON.stringify(finkok.ledger.calls)).not.toContain(made.password);
  });

  it('does not know a signature that was made with another key', async () => {
    const other = opened(sharedWorld().issue({ rfc: RFC, name: 'OTRA', fiel: true }));
    const forged = { ...fiel, privateKey: other.privateKey };
    expect((await atFinkok().sign(request({ fiel: forged }))).kind).toBe('refused');
  });

  it('has certainly signed nothing where its texts are not to be had', async () => {
    finkok.faults.next('reset', { operation: 'manifest_text', when: 'after' });
    expect((await atFinkok().sign(request())).kind).toBe('unavailable');
  });

  it('needs the number of the integrator, and an address of mail', async () => {
    const without = new FinkokManifests({ url: finkok.url, user: 'u', password: 'p' }, { timeoutMs });
    expect(await without.sign(request())).toEqual({ kind: 'not_configured', setting: 'TIMBRA_FINKOK_SNID' });
    const contact = { address: '', email: undefined };
    expect(await atFinkok().sign(request({ contact }))).toEqual({ kind: 'needs_email' });
    expect(await atFinkok('otro').sign(request())).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('SNID'),
    });
  });
});

describe('Prodigia', () => {
  it('gets the text with its hash, sealed', async () => {
    await atProdigia().sign(request());
    expect(prodigia.manifests.get(RFC)).toEqual({ rfc: RFC, certificate: fiel.noCertificado, text: TEXT });
  });

  it('does not know a seal that was made with another key', async () => {
    const other = opened(sharedWorld().issue({ rfc: RFC, name: 'OTRA', fiel: true }));
    const forged = { ...fiel, privateKey: other.privateKey };
    const outcome: ManifestOutcome = await atProdigia().sign(request({ fiel: forged }));
    expect(outcome).toMatchObject({ kind: 'refused', code: '302' });
  });

  it('needs its text', async () =>
    expect(await atProdigia().sign(request({ text: undefined }))).toEqual({
      ...{ kind: 'not_configured', setting: 'TIMBRA_PRODIGIA_MANIFEST_TEXT' },
    }));
});

describe('SW', () => {
  it('signs with the files of this request, and mails it to whom the request names', async () => {
    sw.manifests.length = 0;
    await atSw().sign(request());
    await atSw().sign(request({ contact: { address: '', email: undefined } }));
    const signed = { rfc: RFC, certificate: fiel.noCertificado };
    expect(sw.manifests).toEqual([
      { ...signed, email: 'rep@escuela.mx' },
      { ...signed, email: undefined },
    ]);
  });

  it('gets nothing of a FIEL that is kept', async () => {
    const before = sw.ledger.calls.length;
    expect(await atSw().sign(request({ files: undefined }))).toEqual({ kind: 'needs_files' });
    expect(sw.ledger.calls).toHaveLength(before);
  });

  it('renews a token that it refuses, once', async () => {
    const manifests = atSw();
    await manifests.sign(request());
    sw.faults.next('expired_token', { operation: 'manifest' });
    expect(await manifests.sign(request())).toEqual({ kind: 'signed' });
  });

  it('repeats no password in what it refuses', async () => {
    const files = { ...request().files!, password: 'certificado' };
    sw.faults.next('named', { name: 'bad_fiel', operation: 'manifest' });
    const refused = await atSw().sign(request({ files }));
    expect(refused).toMatchObject({ kind: 'refused', message: 'El … publico no es base64' });
  });
});
