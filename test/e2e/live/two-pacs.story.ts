import { until } from '#bus/testing/until';
import type { Json } from '../../support/app.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';
import { startFinkok, startSat, startSw } from '../../doubles/index.js';
import type { FinkokDouble, SatDouble, SwDouble } from '../../doubles/index.js';
import { openStage, TIMEOUT_MS, type Stage } from './stage.js';

/** Two PACs, the first of which fails: what it surely did not take goes to the second, and nothing else does. */

let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let stage: Stage;

beforeAll(async () => {
  sat = await startSat();
  [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  stage = await openStage(sat, {
    TIMBRA_PAC_TIMEOUT_MS: String(TIMEOUT_MS),
    ...{ TIMBRA_PACS: 'sw,finkok', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_FINKOK_URL: finkok.url },
    ...{ TIMBRA_FINKOK_USER: finkok.user, TIMBRA_FINKOK_PASSWORD: finkok.password },
  });
  // The first stamp of a cold process may outlast this story's patience: here nobody minds.
  await stage.valid((await stage.create()).body.id);
});
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), finkok.close(), sat.close()]);
});
beforeEach(() => {
  sw.faults.clear();
  finkok.faults.clear();
});

const create = (fields: object = {}) => stage.create(fields);
const get = (path: string): Promise<Json> => stage.get(path);
const valid = (id: string): Promise<Json> => stage.valid(id);
const history = async (id: string): Promise<Json[]> => (await get(`/invoices/${id}/history`)).data;
const stamps = () => [sw.ledger.stamps.length, finkok.ledger.stamps.length];
const uuidsOf = ({ ledger }: SwDouble | FinkokDouble): string[] =>
  ledger.stamps.map(({ uuid }) => uuid.toUpperCase());

/** New documents go to the first PAC again: its circuit has closed. */
const untilFirstStamps = (): Promise<void> =>
  until(async () => {
    const { body } = await create();
    return uuidsOf(sw).includes(body.uuid);
  });

describe('a first PAC', () => {
  it('that stamps gets all: the second one sees nothing', async () => {
    const [ofSw = 0] = stamps();
    const { body } = await create();
    expect(uuidsOf(sw)).toContain(body.uuid);
    expect(stamps()).toEqual([ofSw + 1, 0]);
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
    expect([after.status, after.body.folio_number]).toEqual([200, body.folio_number + 1]);
    await sw.reopen();
  });
});

describe('a PAC that loses its answer', () => {
  const forceOf = (id: string, asked: object) =>
    stage.app.api('POST', `/stamping/doubts/${id}/force`, asked, { key: stage.live });

  it.each(['before', 'after'] as const)('%s it has stamped: nothing reaches the other one', async (when) => {
    await untilFirstStamps();
    const [ofSw = 0, ofFinkok] = stamps();
    sw.faults.next('timeout', { when, operation: 'stamp', ms: TIMEOUT_MS + 200 });
    const { body } = await create();
    const { uuid } = await valid(body.id);
    expect(uuidsOf(sw)).toContain(uuid);
    expect(stamps()).toEqual([ofSw + 1, ofFinkok]);
  });

  it('for long: an operator, told the risk, forces the other one, and the first one gets nothing any more', async () => {
    await untilFirstStamps();
    sw.faults.next('reset', { when: 'before', operation: 'stamp', times: 1_000 });
    const { body } = await create();
    await until(async () => (await get('/stamping/doubts')).data.length === 1);
    const force = (asked: object) => forceOf(body.id, asked);
    const warned = await force({ pac: 'finkok' });
    expect([warned.status, warned.body.code]).toEqual([400, 'stamping_risk_not_accepted']);
    expect(warned.body.message).toMatch(/dos UUID válidos/);
    expect((await force({ pac: 'sw', accept_risk: true })).status).toBe(400);
    const away = await force({ pac: 'prodigia', accept_risk: true });
    expect([away.status, away.body.code]).toEqual([409, 'pac_not_available']);
    const forced = await force({ pac: 'finkok', accept_risk: true });
    expect([forced.status, forced.body]).toMatchObject([
      200,
      { pac: 'sw', forced_to: 'finkok', surplus_search: 'sat' },
    ]);
    const { uuid } = await valid(body.id);
    expect(uuidsOf(finkok)).toContain(uuid);
    // Listed while the first one perhaps has it, too.
    const watched = { id: body.id, pac: 'sw', forced_to: 'finkok', uuid };
    await until(async () => (await get('/stamping/doubts')).data[0]?.uuid === uuid);
    expect((await get('/stamping/doubts')).data).toEqual([expect.objectContaining(watched)]);
    sw.faults.clear();
    const [ofSw] = stamps();
    // SW is asked by sending, which would make the surplus stamp.
    for (let look = 0; look < 3; look += 1)
      await stage.app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: stage.live });
    expect(stamps()[0]).toBe(ofSw);
    expect((await get('/stamping/doubts')).data).toEqual([expect.objectContaining(watched)]);
  });

  it('and answers questions: the surplus stamp of the one that was forced away from is found and canceled', async () => {
    await sw.refuse();
    finkok.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
    finkok.faults.next('reset', { when: 'after', operation: 'find', times: 1_000 });
    const { body } = await create();
    const doubtOf = async () => (await get('/stamping/doubts')).data.find(({ id }: Json) => id === body.id);
    await until(async () => (await doubtOf())?.pac === 'finkok');
    await sw.reopen();
    const forced = await forceOf(body.id, { pac: 'sw', accept_risk: true });
    expect([forced.status, forced.body]).toMatchObject([200, { pac: 'finkok', surplus_search: 'pac' }]);
    const { uuid } = await valid(body.id);
    finkok.faults.clear();
    let settled: Json;
    await until(async () => {
      await stage.app.api('PUT', `/invoices/${body.id}/status`, undefined, { key: stage.live });
      settled = (await history(body.id)).find(
        ({ type, status }) => type === 'invoice.surplus_stamp_settled' && status === 'canceled',
      );
      return settled !== undefined;
    });
    expect(uuidsOf(sw)).toContain(uuid);
    const surplus = settled.surplus_stamp;
    expect(surplus.pac).toBe('finkok');
    expect(uuidsOf(finkok)).toContain(surplus.uuid);
    expect((await get(`/invoices/${body.id}`)).uuid).toBe(uuid);
    expect(finkok.ledger.cancellations.map((one) => one.uuid.toUpperCase())).toContain(surplus.uuid);
    // The list of doubts is a read model of its own.
    await until(async () => (await doubtOf()) === undefined);
  });

  it('is nobody else’s: strangers neither see nor force it', async () => {
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 1_000 });
    const { body } = await create();
    await until(async () => (await get('/stamping/doubts')).data.some(({ id }: Json) => id === body.id));
    const { key } = await stage.app.newOrganization(await stage.app.newUser());
    const path = `/stamping/doubts/${body.id}/force`;
    const forced = await stage.app.api('POST', path, { pac: 'finkok', accept_risk: true }, { key });
    expect([forced.status, forced.body.code]).toEqual([404, 'stamping_doubt_not_found']);
    expect((await stage.app.get('/stamping/doubts', { key })).data).toEqual([]);
    sw.faults.clear();
    await valid(body.id);
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
