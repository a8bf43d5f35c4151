import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { readTimbre } from '#pac';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice, retention } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';

/** One organization, from nothing to real invoices, over doubles of SW sapien and of the tax authority. */

let folder: string;
let sat: SatDouble;
let sw: SwDouble;
let app: TestApp;
let live: string;

// Short, and long enough for a busy machine.
const TIMEOUT_MS = 1_500;

beforeAll(async () => {
  sat = await startSat();
  sw = await startSw({ sat });
  folder = await mkdtemp(join(tmpdir(), 'timbra-live-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, sat.world.roots);
  app = await startApp({
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_USER: 'sw@doble.mx', TIMBRA_SW_PASSWORD: 'clave-de-sw' },
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: sat.url },
    TIMBRA_SAT_STATUS_URL: `${sat.url}/ConsultaCFDIService.svc`,
    ...{ TIMBRA_PAC_TIMEOUT_MS: String(TIMEOUT_MS), TIMBRA_PAC_RETRY_MS: '100', TIMBRA_PAC_SETTLE_MS: '500' },
  });
  const user = await app.newUser();
  const { id } = await app.newOrganization(user);
  live = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
  await app.put(
    '/organizations/me/legal',
    {
      ...{ name: 'Escuela', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
      address: { zip: '42501' },
    },
    { key: live },
  );
  const csd = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' });
  const { body } = await upload(app, 'me', csd, { key: live });
  expect(body).toMatchObject({ is_production_ready: true, pending_steps: [] });
}, 90_000);
afterAll(async () => {
  await app.close();
  await Promise.all([sw.close(), sat.close(), rm(folder, { recursive: true, force: true })]);
});

const create = (fields: object = {}): Promise<Answer> =>
  app.api('POST', '/invoices', invoice(fields), { key: live });
const get = (path: string): Promise<Json> => app.get(path, { key: live });
const valid = async (id: string): Promise<Json> => {
  let found: Json = {};
  await until(async () => (found = await get(`/invoices/${id}`)).status === 'valid');
  return found;
};
const stampsOf = (uuid: string) =>
  sw.ledger.stamps.filter((stamp) => stamp.uuid.toUpperCase() === uuid.toUpperCase());
const stampedEntry = async (id: string): Promise<Json> =>
  (await get(`/invoices/${id}/history`)).data.find(({ type }: Json) => type === 'invoice.stamped');

describe('a real invoice', () => {
  it('has the PAC’s stamp, and says who stamped it', async () => {
    const { status, body } = await create();
    expect([status, body.status, body.livemode]).toEqual([200, 'valid', true]);
    expect(stampsOf(body.uuid)).toHaveLength(1);
    const xml = (await app.api('GET', `/invoices/${body.id}/xml`, undefined, { key: live })).bytes.toString();
    const [node = ''] = /<tfd:TimbreFiscalDigital[^>]*>/.exec(xml) ?? [];
    expect(readTimbre(node)).toMatchObject({ uuid: body.uuid, rfcProvCertif: 'LSO1306189R5' });
    expect(await stampedEntry(body.id)).toMatchObject({ pac: 'sw', attempts: 1 });
  });

  it('of retentions too', async () => {
    const { status, body } = await app.api('POST', '/retentions', retention(), { key: live });
    expect([status, body.status]).toEqual([200, 'valid']);
    expect(stampsOf(body.uuid)).toHaveLength(1);
  });

  it('that the PAC refuses says why, in the PAC’s words', async () => {
    sw.faults.next('refuse', {
      operation: 'stamp',
      code: 'CFDI40148',
      message: 'El código postal no coincide.',
    });
    const { status, body } = await create();
    expect([status, body.code]).toEqual([400, 'invoice_stamping_validation_error']);
    expect(body.errors[0]).toMatchObject({ code: 'CFDI40148', source: 'sat' });
  });
});

describe('an answer that is lost', () => {
  it.each([
    ['reset', 'after'],
    ['reset', 'before'],
    ['timeout', 'after'],
    ['html', 'after'],
    ['status', 'after'],
    ['other_stamp', 'after'],
    ['bad_seal', 'after'],
  ] as const)('by %s, %s the PAC has worked: one stamp, and the invoice has it', async (fault, when) => {
    const before = sw.ledger.stamps.length;
    sw.faults.next(fault, { when, operation: 'stamp', ms: TIMEOUT_MS + 200 });
    const { status, body } = await create();
    expect([200, 202]).toContain(status);
    const { uuid } = await valid(body.id);
    expect(sw.ledger.stamps).toHaveLength(before + 1);
    expect(stampsOf(uuid)).toHaveLength(1);
    expect(await stampedEntry(body.id)).toMatchObject({ pac: 'sw', attempts: 2 });
  });

  it('for long is a document in doubt, with the hours that are left', async () => {
    sw.faults.set({ outOfService: false });
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 12 });
    const { status, body } = await create();
    expect([status, body.status, body.uuid]).toEqual([202, 'pending', null]);
    let doubt: Json = {};
    await until(async () => {
      doubt = (await get('/stamping/doubts')).data.find(({ id }: Json) => id === body.id) ?? {};
      return doubt.pac === 'sw';
    });
    expect(doubt).toMatchObject({ type: 'invoice', livemode: true, forced_to: null });
    expect(doubt.hours_left).toBeGreaterThan(71);
    sw.faults.clear();
    const { uuid } = await valid(body.id);
    expect(stampsOf(uuid)).toHaveLength(1);
    await until(async () => (await get('/stamping/doubts')).data.length === 0);
  });
});

describe('a PAC that refuses connections', () => {
  it('is said before anything is issued: no folio is used', async () => {
    const { body: before } = await create();
    await sw.refuse();
    const answer = await create();
    expect([answer.status, answer.body.code]).toEqual([503, 'invoice_stamping_service_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await sw.reopen();
    let after: Json = {};
    await until(async () => {
      const tried = await create();
      after = tried.body;
      return tried.status === 200;
    });
    expect(after.folio_number).toBe(before.folio_number + 1);
  });
});

describe('a cancellation', () => {
  it('goes through the PAC, and is what the tax authority says', async () => {
    const { body } = await create();
    const canceled = await app.api('DELETE', `/invoices/${body.id}?motive=02`, undefined, { key: live });
    expect(canceled.status).toBe(200);
    await until(async () => {
      await app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: live });
      return (await get(`/invoices/${body.id}`)).status === 'canceled';
    });
    expect(sw.ledger.cancellations.map(({ uuid }) => uuid.toUpperCase())).toContain(body.uuid);
  });
});
