import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeCertificado, type MadeCertificado } from '#cfdi/testing/certificates';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/story.js';
import {
  startFinkok,
  startProdigia,
  startSat,
  startSw,
  type Double,
  type FinkokDouble,
  type ProdigiaDouble,
  type SatDouble,
  type SwDouble,
} from '../../doubles/index.js';
import { formOf, upload, type Files } from '../organizations/certificate-files.js';

/** An organization that issues through a PAC of its own, from nothing: its manifest is signed here. */

const RFC = 'EKU9003173C9';
const NAME = 'ESCUELA KEMPER URGATE';
/** Number of its FIEL. */
const FIEL = '00001000000722222222';
const TEXT = 'CARTA MANIFIESTO de prueba: conozco & autorizo a mi PAC.';

type Pac = 'sw' | 'finkok' | 'prodigia';

let folder: string;
let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let prodigia: ProdigiaDouble;
let app: TestApp;
let user: string;
let fiel: MadeCertificado;

beforeAll(async () => {
  sat = await startSat();
  [sw, finkok, prodigia] = await Promise.all([
    startSw({ sat }),
    startFinkok({ sat }),
    startProdigia({ sat }),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'timbra-manifests-'));
  const [roots, text] = [join(folder, 'roots.pem'), join(folder, 'manifest.txt')];
  await writeFile(roots, sat.world.roots);
  await writeFile(text, TEXT);
  app = await startApp({
    ...{ TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url, TIMBRA_FINKOK_URL: finkok.url },
    ...{ TIMBRA_FINKOK_MANIFEST_URL: finkok.url, TIMBRA_FINKOK_SNID: finkok.snid },
    TIMBRA_PRODIGIA_URL: `${prodigia.url}/servicio/rest`,
    TIMBRA_PRODIGIA_MANIFEST_URL: `${prodigia.url}/PadeFirmadoApp-war/FirmarContrato`,
    TIMBRA_PRODIGIA_MANIFEST_TEXT: text,
    ...{ TIMBRA_PAC_RETRY_MS: '100', TIMBRA_PAC_SETTLE_MS: '500' },
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: sat.url },
    TIMBRA_SAT_STATUS_URL: `${sat.url}/ConsultaCFDIService.svc`,
  });
  user = await app.newUser();
  fiel = sat.world.issue({ rfc: RFC, name: NAME, fiel: true, number: FIEL });
});
afterAll(async () => {
  await app.close();
  await Promise.all([sw, finkok, prodigia, sat].map((double) => double.close()));
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const double of [sw, finkok, prodigia]) {
    double.faults.clear();
    await double.reopen();
  }
});

interface Organization {
  readonly id: string;
  readonly live: string;
}

const credentialsOf = (pac: Pac): object =>
  ({
    sw: { user: sw.user, password: sw.password },
    finkok: { user: finkok.user, password: finkok.password },
    prodigia: { contract: prodigia.contract, user: prodigia.user, password: prodigia.password },
  })[pac];

/** An organization that lacks nothing but the manifest of one PAC. */
async function newOrganization(pac: Pac): Promise<Organization> {
  const { id } = await app.newOrganization(user);
  const live: string = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
  const legal = { name: 'Escuela', legal_name: NAME, tax_system: '601', support_email: 'rep@escuela.mx' };
  await app.put('/organizations/me/legal', { ...legal, address: { zip: '42501' } }, { key: live });
  await upload(app, 'me', sat.world.issue({ rfc: RFC, name: NAME }), { key: live });
  await app.put('/organizations/me/pacs', settingsOf(pac), { key: live });
  return { id, live };
}

const settingsOf = (pac: Pac): object => ({ order: [pac], credentials: { [pac]: credentialsOf(pac) } });

async function sign(
  { live }: Pick<Organization, 'live'>,
  pac: string,
  files?: Files,
  others: Record<string, string> = {},
): Promise<Answer> {
  const path = `/organizations/me/pacs/${pac}/manifest`;
  return app.api('POST', path, files ? formOf(files, others) : undefined, { key: live });
}

const organization = ({ live }: Organization): Promise<Json> => app.get('/organizations/me', { key: live });

describe.each([
  ['sw', () => sw, () => sw.manifests.at(-1)],
  ['finkok', () => finkok, () => finkok.manifests.signed.get(RFC)],
  ['prodigia', () => prodigia, () => prodigia.manifests.get(RFC)],
] as const)('an organization whose PAC is %s', (pac, double: () => Double, signed) => {
  let ours: Organization;
  beforeAll(async () => (ours = await newOrganization(pac)));

  it('waits for its manifest', async () => {
    expect((await organization(ours)).pending_steps).toMatchObject([{ type: 'manifiesto' }]);
    const { body } = await app.api('POST', '/invoices', invoice(), { key: ours.live });
    expect(body.code).toBe('organization_incomplete');
  });

  it('hears of the failures of its PAC, and nothing is signed', async () => {
    double().faults.next('named', { name: 'bad_fiel', operation: 'manifest' });
    const refused = await sign(ours, pac, fiel);
    expect([refused.status, refused.body.code]).toEqual([502, 'manifesto_signature_failed']);
    expect(refused.body.errors[0]).toMatchObject({ source: 'pac', message: expect.stringMatching(/no es/) });
    // The PAC has it, and nobody here knows: what comes of it is told below.
    double().faults.next('reset', { operation: 'manifest', when: 'after' });
    expect((await sign(ours, pac, fiel)).body).toMatchObject({
      ...{ code: 'manifesto_signature_failed', errors: [{ code: 'no_answer' }] },
    });
    await double().refuse();
    expect((await sign(ours, pac, fiel)).body).toMatchObject({
      ...{ code: 'manifesto_signature_failed', status: 502, errors: [{ code: 'not_reached' }] },
    });
    expect((await organization(ours)).pending_steps).toMatchObject([{ type: 'manifiesto' }]);
  });

  it('signs it here, and issues', async () => {
    const { status, body } = await sign(ours, pac, fiel);
    const manifest = { signed: true, by: 'signed_here', certificate: FIEL };
    expect([status, body.manifests[pac]]).toMatchObject([200, manifest]);
    expect(body.live).toEqual([pac]);
    expect(signed()).toMatchObject({ certificate: FIEL });
    expect(await organization(ours)).toMatchObject({ is_production_ready: true, pending_steps: [] });
    const issued = await app.api('POST', '/invoices', invoice(), { key: ours.live });
    expect([issued.status, issued.body.status]).toEqual([200, 'valid']);
    expect(double().ledger.stamps.map(({ uuid }) => uuid.toUpperCase())).toContain(issued.body.uuid);
  });

  it('signs it again, which changes nothing, also after an answer that was lost', async () => {
    const before = (await app.get('/organizations/me/pacs', { key: ours.live })).manifests[pac];
    double().faults.next('reset', { operation: 'manifest', when: 'after' });
    expect((await sign(ours, pac, fiel)).status).toBe(502);
    const { status, body } = await sign(ours, pac, fiel);
    expect([status, body.manifests[pac]]).toEqual([200, before]);
  });

  it('has it in its log, and the key nowhere', async () => {
    const log = await app.get(`/organizations/${ours.id}/audit-log`, { key: user });
    const operations = log.data.map(({ operation }: Json) => operation);
    expect(operations).toContain('write.organizations.sign_manifest');
    expect(JSON.stringify(log)).not.toContain(fiel.password);
  });
});

describe('the FIEL that an organization keeps', () => {
  let ours: Organization;
  beforeAll(async () => (ours = await newOrganization('finkok')));

  it('is missing at first', async () => {
    const { status, body } = await sign(ours, 'finkok');
    expect([status, body.code, body.path]).toEqual([400, 'certificate_files_required', 'cer']);
  });

  it('signs where the PAC takes a signature, and never goes to one that wants its files', async () => {
    expect((await upload(app, 'me', fiel, { key: ours.live, setting: 'fiel' })).status).toBe(200);
    expect((await sign(ours, 'finkok')).body.manifests.finkok).toMatchObject({ certificate: FIEL });
    await app.put('/organizations/me/pacs', settingsOf('sw'), { key: ours.live });
    const before = sw.ledger.calls.length;
    const { status, body } = await sign(ours, 'sw');
    expect([status, body.code]).toEqual([400, 'certificate_files_required']);
    expect(body.message).toContain('nunca se le entrega');
    expect(sw.ledger.calls).toHaveLength(before);
  });
});

describe('what is refused', () => {
  let ours: Organization;
  beforeAll(async () => {
    ours = await newOrganization('prodigia');
    prodigia.manifests.clear();
  });
  const other = (): MadeCertificado => sat.world.issue({ rfc: 'URE180429TM6', name: 'OTRA', fiel: true });
  const csd = (): MadeCertificado => sat.world.issue({ rfc: RFC, name: NAME });
  const ofTest = (): MadeCertificado =>
    makeCertificado({ fiel: true, issuer: makeAuthority({ name: 'AC UAT' }) });

  it.each<readonly [string, () => Files, number, string, string]>([
    ['a CSD', csd, 400, 'fiel_required', 'cer'],
    ['the FIEL of another RFC', other, 400, 'fiel_rfc_mismatch', 'cer'],
    [
      'a wrong password',
      () => ({ ...fiel, password: 'x' }),
      400,
      'private_key_password_incorrect',
      'password',
    ],
    ['another key', () => ({ ...fiel, key: other().key }), 400, 'private_key_certificate_mismatch', 'key'],
    ['no key', () => ({ cer: fiel.cer, password: 'x' }), 400, 'private_key_file_required', 'key'],
    ['no password', () => ({ cer: fiel.cer, key: fiel.key }), 400, 'invalid_request', 'password'],
    ['a FIEL of the test world', ofTest, 400, 'fiel_invalid', 'cer'],
    ['a FIEL that nobody has issued', () => makeCertificado({ fiel: true }), 400, 'fiel_invalid', 'cer'],
  ])('%s', async (_what, files, status, code, path) => {
    const answer = await sign(ours, 'prodigia', files());
    expect([answer.status, answer.body.code, answer.body.path]).toEqual([status, code, path]);
    expect(prodigia.manifests.has(RFC)).toBe(false);
  });

  it('a wrong address of mail, and what nobody asked for', async () => {
    expect((await sign(ours, 'prodigia', fiel, { email: 'no' })).body.path).toBe('email');
    expect((await sign(ours, 'prodigia', fiel, { otro: 'x' })).body.errors[0].code).toBe('unknown_field');
  });

  it('a PAC that nobody has, and one without an account', async () => {
    const unknown = await sign(ours, 'otro', fiel);
    expect([unknown.status, unknown.body.code, unknown.body.path]).toEqual([404, 'not_found', 'pac']);
    const without = await sign(ours, 'sw', fiel);
    expect([without.status, without.body.code]).toEqual([409, 'manifesto_not_available']);
    expect(without.body.message).toContain('credenciales');
  });

  it('another organization’s', async () => {
    const stranger = await newOrganization('sw');
    const path = `/organizations/${ours.id}/pacs/prodigia/manifest`;
    const { status, body } = await app.api('POST', path, formOf(fiel), { key: stranger.live });
    expect([status, body.code]).toEqual([404, 'organization_not_found']);
    expect((await organization(ours)).pending_steps).toMatchObject([{ type: 'manifiesto' }]);
  });
});
