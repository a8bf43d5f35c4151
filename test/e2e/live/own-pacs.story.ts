import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';

/** An installation without a PAC: each organization brings an account of its own. */

let folder: string;
let sat: SatDouble;
let sw: SwDouble;
let app: TestApp;
let user: string;
let ours: Organization;
let theirs: Organization;

interface Organization {
  readonly id: string;
  readonly live: string;
  readonly test: string;
}

async function newOrganization(name: string): Promise<Organization> {
  const { id, key: test } = await app.newOrganization(user);
  const live: string = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
  const legal = { name, legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601', address: { zip: '42501' } };
  await app.put('/organizations/me/legal', legal, { key: live });
  const csd = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' });
  expect((await upload(app, 'me', csd, { key: live })).body).toMatchObject({ is_production_ready: true });
  return { id, live, test };
}

beforeAll(async () => {
  sat = await startSat();
  sw = await startSw({ sat });
  folder = await mkdtemp(join(tmpdir(), 'timbra-own-pacs-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, sat.world.roots);
  app = await startApp({
    ...{ TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_PAC_RETRY_MS: '100', TIMBRA_PAC_SETTLE_MS: '500' },
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: sat.url },
    TIMBRA_SAT_STATUS_URL: `${sat.url}/ConsultaCFDIService.svc`,
  });
  user = await app.newUser();
  [ours, theirs] = [await newOrganization('Escuela'), await newOrganization('Otra')];
});
afterAll(async () => {
  await app.close();
  await Promise.all([sw.close(), sat.close(), rm(folder, { recursive: true, force: true })]);
});

const setPacs = (body: object, { live }: Organization = ours): Promise<Answer> =>
  app.api('PUT', '/organizations/me/pacs', body, { key: live });
const pacsOf = ({ live }: Organization): Promise<Json> => app.get('/organizations/me/pacs', { key: live });
const organization = ({ live }: Organization): Promise<Json> => app.get('/organizations/me', { key: live });
const create = (key: string): Promise<Answer> => app.api('POST', '/invoices', invoice(), { key });
const credentials = () => ({ sw: { user: sw.user, password: sw.password } });

describe('an organization without PACs', () => {
  it('has no steps to do for any, and Live waits for one', async () => {
    expect(await pacsOf(ours)).toEqual({
      ...{ order: [], live: [], pac: 'sandbox' },
      credentials: {
        sw: { configured: false, source: null, user: null },
        finkok: { configured: false, source: null, user: null },
        prodigia: { configured: false, source: null, user: null },
      },
      manifests: {
        sw: { signed: false, at: null, by: null, certificate: null },
        finkok: { signed: false, at: null, by: null, certificate: null },
        prodigia: { signed: false, at: null, by: null, certificate: null },
      },
    });
    expect((await create(ours.live)).body.code).toBe('feature_not_available');
  });
});

describe('an organization with an account of its own', () => {
  it('signs the manifest first: the step says so, and its documents wait', async () => {
    const { status, body, bytes } = await setPacs({ order: ['sw'], credentials: credentials() });
    expect([status, body.order, body.live]).toEqual([200, ['sw'], []]);
    expect(body.credentials.sw).toEqual({ configured: true, source: 'organization', user: 'sw***mx' });
    expect(bytes.toString()).not.toContain(sw.password);
    expect(await organization(ours)).toMatchObject({
      ...{ is_production_ready: false, pending_steps: [{ type: 'manifiesto' }] },
    });
    expect((await create(ours.live)).body.code).toBe('organization_incomplete');
  });

  it('issues with it as soon as the manifest is declared, without a restart', async () => {
    const { body } = await setPacs({ manifests: { sw: true } });
    expect(body).toMatchObject({ live: ['sw'], manifests: { sw: { signed: true, by: 'declared' } } });
    expect(await organization(ours)).toMatchObject({ is_production_ready: true, pending_steps: [] });
    expect((await organization(ours)).pacs).toBeUndefined();
    const { status, body: issued } = await create(ours.live);
    expect([status, issued.status]).toEqual([200, 'valid']);
    expect(sw.ledger.stamps.map(({ uuid }) => uuid.toUpperCase())).toEqual([issued.uuid]);
  });

  it('adds a spare without its manifest, and goes on: the step waits', async () => {
    const { body } = await setPacs({ order: ['finkok', 'sw'] });
    expect(body.live).toEqual(['sw']);
    const doc = await organization(ours);
    expect([doc.is_production_ready, doc.pending_steps]).toMatchObject([true, [{ type: 'manifiesto' }]]);
    expect((await create(ours.live)).status).toBe(200);
    expect((await setPacs({ order: ['sw'] })).status).toBe(200);
  });

  it('shares nothing of it with another one', async () => {
    expect((await pacsOf(theirs)).credentials.sw.configured).toBe(false);
    expect((await create(theirs.live)).body.code).toBe('feature_not_available');
    const { status, body } = await app.api('GET', `/organizations/${ours.id}/pacs`, undefined, {
      key: theirs.live,
    });
    expect([status, body.code]).toEqual([404, 'organization_not_found']);
  });

  it('has wrong credentials refused by the PAC, told as such, and goes on with right ones', async () => {
    await setPacs({ credentials: { sw: { user: 'otro@acme.mx', password: 'equivocada' } } });
    const first = await create(ours.live);
    expect([first.status, first.body.status]).toEqual([202, 'pending']);
    await setPacs({ credentials: credentials() });
    // The circuit of the wrong ones is theirs alone.
    expect((await create(ours.live)).status).toBe(200);
    // The first is sent again by itself, and not in the midst of another story.
    await until(
      async () => (await app.get(`/invoices/${first.body.id}`, { key: ours.live })).status === 'valid',
    );
  });
});

describe('Test', () => {
  it('stamps in the sandbox until a PAC’s own is chosen, and then there, at once', async () => {
    const stampsAt = async () => {
      const { body } = await create(ours.test);
      expect(body.status).toBe('valid');
      return sw.ledger.byUuid(body.uuid) === undefined ? 'sandbox' : 'sw';
    };
    expect(await stampsAt()).toBe('sandbox');
    expect((await setPacs({ pac: 'sw' })).body.pac).toBe('sw');
    expect(await stampsAt()).toBe('sw');
    await setPacs({ pac: 'sandbox' });
    expect(await stampsAt()).toBe('sandbox');
  });

  it('cancels each document where it was stamped, whoever is chosen since', async () => {
    const inSandbox = (await create(ours.test)).body;
    await setPacs({ pac: 'sw' });
    const atSw = (await create(ours.test)).body;
    const cancel = async ({ id }: Json) => {
      const { body } = await app.api('DELETE', `/invoices/${id}?motive=02`, undefined, { key: ours.test });
      return body;
    };
    expect(await cancel(inSandbox)).toMatchObject({ status: 'canceled' });
    await setPacs({ pac: 'sandbox' });
    expect(await cancel(atSw)).toMatchObject({ cancellation_status: 'verifying' });
    expect(sw.ledger.cancellations.map(({ uuid }) => uuid.toUpperCase())).toEqual([atSw.uuid]);
  });
});

describe('a document in doubt', () => {
  it('is in the metrics, with the hours that are left, until it is settled', async () => {
    const inDoubt = async () => {
      const lines = (await app.runtime.telemetry.metrics.text()).split('\n');
      return lines.filter((line) => line.startsWith('timbra_stamping_doubts'));
    };
    expect(await inDoubt()).toEqual([]);
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
    const { body } = await create(ours.live);
    expect(body.status).toBe('pending');
    await until(async () => (await inDoubt()).length === 2);
    expect(await inDoubt()).toEqual([
      'timbra_stamping_doubts{pac="sw"} 1',
      expect.stringMatching(/^timbra_stamping_doubts_hours_left 7[12]/),
    ]);
    sw.faults.clear();
    await until(async () => (await inDoubt()).length === 0);
  });

  it('stays so while its PAC has another account, which would stamp it anew, and is settled once that is set back', async () => {
    const doubtOf = async (id: string): Promise<Json> =>
      (await app.get('/stamping/doubts', { key: ours.live })).data.find((one: Json) => one.id === id);
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
    const { body } = await create(ours.live);
    await until(async () => (await doubtOf(body.id)) !== undefined);
    await setPacs({ credentials: { sw: { user: 'otro@acme.mx', password: 'otra' } } });
    await until(async () => (await doubtOf(body.id))?.reason === 'pac_account_changed');
    sw.faults.clear();
    await app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: ours.live });
    expect(await doubtOf(body.id)).toMatchObject({ pac: 'sw', reason: 'pac_account_changed' });
    const stamps = sw.ledger.stamps.length;
    await setPacs({ credentials: credentials() });
    await app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: ours.live });
    await until(async () => (await app.get(`/invoices/${body.id}`, { key: ours.live })).status === 'valid');
    expect(sw.ledger.stamps.length).toBe(stamps);
    // The list of doubts is a read model of its own.
    await until(async () => (await doubtOf(body.id)) === undefined);
  });
});

describe('two changes at once', () => {
  it('are both kept, and the last one is in force', async () => {
    const [first, second] = await Promise.all([
      setPacs({ order: ['sw'], manifests: { sw: true } }, theirs),
      setPacs({ credentials: credentials() }, theirs),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await pacsOf(theirs)).toMatchObject({ order: ['sw'], live: ['sw'] });
    expect((await create(theirs.live)).status).toBe(200);
  });
});

describe('credentials that are not taken', () => {
  const lying = async () => {
    const { rows } = await app.runtime.pool.query<{ name: string }>(
      'SELECT name FROM platform.secrets WHERE organization_id = $1 ORDER BY name',
      [theirs.id],
    );
    return rows.map(({ name }) => name).filter((name) => /^pacs\/(?!in-use)/.test(name));
  };

  it('lie nowhere afterwards', async () => {
    const before = await lying();
    const finkok = { user: 'acme', password: 'secreto' };
    const refused = await setPacs({ pac: 'prodigia', credentials: { finkok } }, theirs);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'credentials.prodigia']);
    expect(await lying()).toEqual(before);
  });
});

describe('what is refused', () => {
  it.each([
    ['a PAC that nobody has', { order: ['otro'] }, 'order.0'],
    ['a PAC that comes twice', { order: ['sw', 'sw'] }, 'order.1'],
    ['a user without a password', { credentials: { sw: { user: 'a' } } }, 'credentials.sw.password'],
    ['nothing at all', { credentials: { sw: {} } }, 'credentials.sw.user'],
    [
      'both ways in',
      { credentials: { sw: { user: 'a', password: 'b', token: 'c' } } },
      'credentials.sw.user',
    ],
    [
      'half of an account',
      { credentials: { prodigia: { user: 'a', password: 'b' } } },
      'credentials.prodigia.contract',
    ],
    ['a test system without an account', { pac: 'finkok' }, 'credentials.finkok'],
    ['a removal that leaves Test without', { pac: 'sw', credentials: { sw: null } }, 'credentials.sw'],
  ])('%s', async (_, body, path) => {
    const answer = await setPacs(body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
  });
});
