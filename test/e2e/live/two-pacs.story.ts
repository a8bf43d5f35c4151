import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';
import { startFinkok, startSat, startSw } from '../../doubles/index.js';
import type { FinkokDouble, SatDouble, SwDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';

/** Two PACs, the first of which fails: what it surely did not take goes to the second, and nothing else does. */

let folder: string;
let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let app: TestApp;
let live: string;

beforeAll(async () => {
  sat = await startSat();
  [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  folder = await mkdtemp(join(tmpdir(), 'timbra-live-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, sat.world.roots);
  app = await startApp({
    ...{ TIMBRA_PACS: 'sw,finkok', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_FINKOK_URL: finkok.url },
    ...{ TIMBRA_FINKOK_USER: 'finkok@doble.mx', TIMBRA_FINKOK_PASSWORD: 'clave-de-finkok' },
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: sat.url },
    TIMBRA_SAT_STATUS_URL: `${sat.url}/ConsultaCFDIService.svc`,
    ...{ TIMBRA_PAC_TIMEOUT_MS: '1500', TIMBRA_PAC_RETRY_MS: '100', TIMBRA_PAC_SETTLE_MS: '500' },
  });
  const user = await app.newUser();
  const { id } = await app.newOrganization(user);
  live = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
  const legal = { name: 'Escuela', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' };
  await app.put('/organizations/me/legal', { ...legal, address: { zip: '42501' } }, { key: live });
  const csd = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' });
  await upload(app, 'me', csd, { key: live });
}, 90_000);
afterAll(async () => {
  await app.close();
  await Promise.all([sw.close(), finkok.close(), sat.close(), rm(folder, { recursive: true, force: true })]);
});
beforeEach(() => {
  sw.faults.clear();
  finkok.faults.clear();
});

const create = (fields: object = {}): Promise<Answer> =>
  app.api('POST', '/invoices', invoice(fields), { key: live });
const get = (path: string): Promise<Json> => app.get(path, { key: live });
const valid = async (id: string): Promise<Json> => {
  let found: Json = {};
  await until(async () => (found = await get(`/invoices/${id}`)).status === 'valid');
  return found;
};
const history = async (id: string): Promise<Json[]> => (await get(`/invoices/${id}/history`)).data;
const stamps = () => [sw.ledger.stamps.length, finkok.ledger.stamps.length];
const uuidsOf = ({ ledger }: SwDouble | FinkokDouble): string[] =>
  ledger.stamps.map(({ uuid }) => uuid.toUpperCase());

describe('a first PAC', () => {
  it('that stamps gets all: the second one sees nothing', async () => {
    const { body } = await create();
    expect(uuidsOf(sw)).toContain(body.uuid);
    expect(stamps()).toEqual([1, 0]);
  });
});

describe('a first PAC that refuses connections', () => {
  it('is passed over, and both together are said before a folio is used', async () => {
    await sw.refuse();
    const { body } = await create();
    expect(uuidsOf(finkok)).toContain(body.uuid);
    await finkok.refuse();
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([503, 'invoice_stamping_service_unavailable']);
    await finkok.reopen();
    const after = await create();
    expect(after.body.folio_number).toBe(body.folio_number + 1);
    await sw.reopen();
  });
});

describe('a PAC that loses its answer', () => {
  it.each(['before', 'after'] as const)('%s it has stamped: nothing reaches the other one', async (when) => {
    await until(async () => uuidsOf(sw).includes((await create()).body.uuid));
    const [ofSw = 0, ofFinkok] = stamps();
    sw.faults.next('timeout', { when, operation: 'stamp', ms: 1_700 });
    const { body } = await create();
    const { uuid } = await valid(body.id);
    expect(uuidsOf(sw)).toContain(uuid);
    expect(stamps()).toEqual([ofSw + 1, ofFinkok]);
  });

  it('for long: an operator, told the risk, forces the other one; the surplus stamp is found and canceled', async () => {
    await until(async () => uuidsOf(sw).includes((await create()).body.uuid));
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
    const { body } = await create();
    await until(async () => (await get('/stamping/doubts')).data.length === 1);
    const force = (asked: object) =>
      app.api('POST', `/stamping/doubts/${body.id}/force`, asked, { key: live });
    const warned = await force({ pac: 'finkok' });
    expect([warned.status, warned.body.code]).toEqual([400, 'stamping_risk_not_accepted']);
    expect(warned.body.message).toMatch(/dos UUID válidos/);
    expect((await force({ pac: 'sw', accept_risk: true })).status).toBe(400);
    expect((await force({ pac: 'finkok', accept_risk: true })).status).toBe(200);
    const { uuid } = await valid(body.id);
    sw.faults.clear();
    let settled: Json;
    await until(async () => {
      await app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: live });
      settled = (await history(body.id)).find(
        ({ type, status }) => type === 'invoice.surplus_stamp_settled' && status === 'canceled',
      );
      return settled !== undefined;
    }, 60_000);
    expect(uuidsOf(finkok)).toContain(uuid);
    const surplus: Json = settled.surplus_stamp;
    expect(surplus.pac).toBe('sw');
    expect(uuidsOf(sw)).toContain(surplus.uuid);
    expect((await get(`/invoices/${body.id}`)).uuid).toBe(uuid);
    expect(sw.ledger.cancellations.map((one) => one.uuid.toUpperCase())).toContain(surplus.uuid);
  });
});

describe('a PAC that refuses the account', () => {
  it('passes the document on at once', async () => {
    sw.faults.set({ accountRefused: true });
    const before = stamps();
    const { status, body } = await create();
    expect([status, body.status]).toEqual([200, 'valid']);
    expect(uuidsOf(finkok)).toContain(body.uuid);
    expect(stamps()).toEqual([before[0], (before[1] ?? 0) + 1]);
    const [stamped] = (await history(body.id)).filter(({ type }) => type === 'invoice.stamped');
    expect(stamped).toMatchObject({ pac: 'finkok', attempts: 2 });
  });
});
