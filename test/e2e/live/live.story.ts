import { until } from '#bus/testing/until';
import { readTimbre } from '#pac';
import type { Json } from '../../support/app.js';
import { retention } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { openStage, TIMEOUT_MS, type Stage } from './stage.js';

/** One organization, from nothing to real invoices, over doubles of SW sapien and of the tax authority. */

let sat: SatDouble;
let sw: SwDouble;
let stage: Stage;

beforeAll(async () => {
  sat = await startSat();
  sw = await startSw({ sat });
  stage = await openStage(sat, {
    TIMBRA_PAC_TIMEOUT_MS: String(TIMEOUT_MS),
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_USER: 'sw@doble.mx', TIMBRA_SW_PASSWORD: 'clave-de-sw' },
  });
  // The first stamp of a cold process may outlast this story's patience: here nobody minds.
  await stage.valid((await stage.create()).body.id);
});
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), sat.close()]);
});

const create = (fields: object = {}) => stage.create(fields);
const get = (path: string): Promise<Json> => stage.get(path);
const valid = (id: string): Promise<Json> => stage.valid(id);
const stampedEntry = (id: string): Promise<Json> => stage.stampedEntry(id);
const stampsOf = (uuid: string) =>
  sw.ledger.stamps.filter((stamp) => stamp.uuid.toUpperCase() === uuid.toUpperCase());

describe('a real invoice', () => {
  it('has the PAC’s stamp, and says who stamped it', async () => {
    const { status, body } = await create();
    expect([status, body.status, body.livemode]).toEqual([200, 'valid', true]);
    expect(stampsOf(body.uuid)).toHaveLength(1);
    const xml = (
      await stage.app.api('GET', `/invoices/${body.id}/xml`, undefined, { key: stage.live })
    ).bytes.toString();
    const [node = ''] = /<tfd:TimbreFiscalDigital[^>]*>/.exec(xml) ?? [];
    expect(readTimbre(node)).toMatchObject({ uuid: body.uuid, rfcProvCertif: 'LSO1306189R5' });
    expect(await stampedEntry(body.id)).toMatchObject({ pac: 'sw', attempts: 1 });
  });

  it('of retentions too', async () => {
    const { status, body } = await stage.app.api('POST', '/retentions', retention(), { key: stage.live });
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
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
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
    const { status, body: after } = await create();
    expect([status, after.folio_number]).toEqual([200, before.folio_number + 1]);
  });
});

describe('a cancellation', () => {
  it('goes through the PAC, and is what the tax authority says', async () => {
    const { body } = await create();
    const canceled = await stage.app.api('DELETE', `/invoices/${body.id}?motive=02`, undefined, {
      key: stage.live,
    });
    expect(canceled.status).toBe(200);
    await until(async () => {
      await stage.app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: stage.live });
      return (await get(`/invoices/${body.id}`)).status === 'canceled';
    });
    expect(sw.ledger.cancellations.map(({ uuid }) => uuid.toUpperCase())).toContain(body.uuid);
  });
});

describe('an organization beside the installation’s account', () => {
  const pacs = (body?: object) =>
    stage.app.api(body ? 'PUT' : 'GET', '/organizations/me/pacs', body, { key: stage.live });

  it('stamps with it, as GET says, until it brings one of its own', async () => {
    const { body } = await pacs();
    expect(body).toMatchObject({ order: [], live: ['sw'] });
    expect(body.credentials).toMatchObject({
      sw: { configured: true, source: 'installation', user: null },
      finkok: { configured: false, source: null },
    });
  });

  it('stamps with nothing but its own, where it has one, and with the installation’s again without', async () => {
    const before = sw.ledger.stamps.length;
    const own = await pacs({ credentials: { sw: { user: 'otra@acme.mx', password: 'equivocada' } } });
    expect(own.body.credentials.sw).toEqual({ configured: true, source: 'organization', user: 'ot***mx' });
    const { body } = await create();
    expect([body.status, sw.ledger.stamps.length]).toEqual(['pending', before]);
    const without = await pacs({ credentials: { sw: null } });
    expect(without.body.credentials.sw.source).toBe('installation');
    await until(async () => (await get(`/invoices/${body.id}`)).status === 'valid');
    expect(sw.ledger.stamps).toHaveLength(before + 1);
  });
});

describe('a customer’s RFC, where L_RFC is not loaded', () => {
  /** What its validation answers: the codes of what is wrong, or why it is not known. */
  const validated = async (tax_id: string) => {
    const legal = { legal_name: 'LUZ DE LUNA', tax_system: '612', address: { zip: '06000' } };
    const key = { key: stage.live };
    const created = await stage.app.api('POST', '/customers', { ...legal, tax_id }, key);
    const path = `/customers/${created.body.id}/tax-info-validation`;
    const { status, body } = await stage.app.api('GET', path, undefined, key);
    return [created.status, status, status === 200 ? body.errors.map(({ code }: Json) => code) : body.code];
  };
  /** How often the PAC was asked so, by what became of it. */
  const asked = async () => {
    const text = await stage.app.runtime.telemetry.metrics.text();
    const lines = text.matchAll(
      /^timbra_pac_requests_total\{.*operation="taxpayer",outcome="(\w+)".*\} (\d+)$/gm,
    );
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
  };

  it('is asked of the PAC when it is validated, and never when it is created', async () => {
    sw.faults.set({ notInLco: ['LULU800101AB1'] });
    expect(await validated('LULU800101AB1')).toEqual([201, 200, ['tax_id_not_found']]);
    expect(await validated('LULU800101AB2')).toEqual([201, 503, 'customer_tax_info_unavailable']);
    await validated('LULU800101AB1');
    expect(await asked()).toEqual({ not_listed: 1, listed: 1 });
  });

  it('is not judged while the PAC does not say it, and nobody is kept waiting for long', async () => {
    sw.faults.next('timeout', { when: 'before', operation: 'list', ms: TIMEOUT_MS + 500 });
    expect(await validated('LULU800101AB3')).toEqual([201, 503, 'customer_tax_info_unavailable']);
    // Stamping goes on: the questions have no part in its circuit.
    expect((await create()).status).toBe(200);
    sw.faults.set({ notInLco: ['LULU800101AB4'] });
    expect(await validated('LULU800101AB4')).toEqual([201, 503, 'customer_tax_info_unavailable']);
    // It was given up before the PAC's own time was over, and rests since.
    expect(await asked()).toMatchObject({ late: 1, not_listed: 1, listed: 1 });
  });
});
