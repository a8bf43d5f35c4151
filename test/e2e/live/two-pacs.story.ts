import { until } from '#bus/testing/until';
import type { Answer, Json } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import {
  startFinkok,
  startSat,
  startSw,
  type FinkokDouble,
  type SatDouble,
  type SwDouble,
} from '../../doubles/index.js';
import { openStage, type Stage } from './stage.js';

/** Two PACs, of which one or both fail: who gets a document, and what it costs to have it forced. */

let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let stage: Stage;

beforeAll(async () => {
  sat = await startSat();
  [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  stage = await openStage(sat, {
    ...{ TIMBRA_PACS: 'sw,finkok', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_USER: 'sw@doble.mx', TIMBRA_SW_PASSWORD: 'clave-de-sw' },
    TIMBRA_FINKOK_URL: finkok.url,
    ...{ TIMBRA_FINKOK_USER: finkok.user, TIMBRA_FINKOK_PASSWORD: finkok.password },
  });
}, 90_000);
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), finkok.close(), sat.close()]);
});

/** The UUIDs that each PAC has given since. */
function givenSince() {
  const before = { sw: sw.ledger.stamps.length, finkok: finkok.ledger.stamps.length };
  const since = (ledger: SwDouble['ledger'], from: number) =>
    ledger.stamps.slice(from).map(({ uuid }) => uuid.toUpperCase());
  return () => ({ sw: since(sw.ledger, before.sw), finkok: since(finkok.ledger, before.finkok) });
}
const force = (id: string, body: object): Promise<Answer> =>
  stage.app.api('POST', `/stamping/doubts/${id}/force`, body, { key: stage.live });
const doubtOf = async (id: string): Promise<Json> =>
  (await stage.get('/stamping/doubts')).data.find((doubt: Json) => doubt.id === id);
/** Stamped again by the first PAC of the order: its circuit has closed. */
const untilStampedBySw = (): Promise<void> =>
  until(async () => {
    const { body } = await stage.create();
    return (await stage.stampedEntry(body.id))?.pac === 'sw';
  });

describe('a PAC that refuses connections', () => {
  it('is passed over: the next one stamps at once, one UUID', async () => {
    const given = givenSince();
    await sw.refuse();
    const { status, body } = await stage.create();
    expect([status, body.status]).toEqual([200, 'valid']);
    expect(given()).toEqual({ sw: [], finkok: [body.uuid] });
    expect(await stage.stampedEntry(body.id)).toMatchObject({ pac: 'finkok', uuid: body.uuid });
    await sw.reopen();
    await untilStampedBySw();
  });

  it('like all others: 503 before anything is issued, and no folio is used', async () => {
    const { body: before } = await stage.create();
    await Promise.all([sw.refuse(), finkok.refuse()]);
    const answer = await stage.create();
    expect([answer.status, answer.body.code]).toEqual([503, 'invoice_stamping_service_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await Promise.all([sw.reopen(), finkok.reopen()]);
    let after: Json = {};
    await until(async () => {
      const tried = await stage.create();
      after = tried.body;
      return tried.status === 200;
    });
    expect(after.folio_number).toBe(before.folio_number + 1);
    await untilStampedBySw();
  });
});

describe('a document whose PAC is gone with its answer', () => {
  let doubtful: Json;
  const given = { since: (): { sw: string[]; finkok: string[] } => ({ sw: [], finkok: [] }) };

  it('is in doubt, and nobody else gets it', async () => {
    given.since = givenSince();
    sw.faults.next('reset', { when: 'after', operation: 'stamp', times: 100 });
    const { status, body } = await stage.create();
    expect([status, body.status, body.uuid]).toEqual([202, 'pending', null]);
    doubtful = body;
    await sw.refuse();
    await until(async () => (await doubtOf(body.id))?.pac === 'sw');
    const doubt = await doubtOf(body.id);
    expect(doubt).toMatchObject({ type: 'invoice', livemode: true, forced_to: null, uuid: null });
    expect(doubt?.hours_left).toBeGreaterThan(71);
    expect(given.since()).toMatchObject({ sw: [expect.any(String)], finkok: [] });
    // Others go on.
    expect((await stage.create()).status).toBe(200);
  });

  it('is forced by who takes the risk alone, and to another PAC alone', async () => {
    const untold = await force(doubtful.id, { pac: 'finkok' });
    expect([untold.status, untold.body.code, untold.body.path]).toEqual([
      ...[400, 'stamping_risk_not_accepted', 'accept_risk'],
    ]);
    expect(untold.body.message).toMatch(/dos UUID válidos.*ingreso.*aceptación del receptor/);
    const same = await force(doubtful.id, { pac: 'sw', accept_risk: true });
    expect([same.status, same.body.path]).toEqual([400, 'pac']);
    const other = await force(doubtful.id, { pac: 'prodigia', accept_risk: true });
    expect([other.status, other.body.code]).toEqual([409, 'pac_not_available']);
  });

  it('has the stamp of the other PAC then, and stays listed while the first one is watched', async () => {
    const { status, body } = await force(doubtful.id, { pac: 'finkok', accept_risk: true });
    expect([status, body.pac, body.forced_to]).toEqual([200, 'sw', 'finkok']);
    const { uuid } = await stage.valid(doubtful.id);
    expect(given.since().finkok).toContain(uuid);
    // The risk that was told: the first PAC had stamped it.
    expect(given.since().sw).not.toContain(uuid);
    expect(await stage.stampedEntry(doubtful.id)).toMatchObject({ pac: 'finkok' });
    await until(async () => (await doubtOf(doubtful.id))?.uuid === uuid);
    expect(await doubtOf(doubtful.id)).toMatchObject({ pac: 'sw', forced_to: 'finkok', uuid });
  });

  it('is nobody else’s', async () => {
    const { key } = await stage.app.newOrganization(await stage.app.newUser());
    expect((await stage.app.get('/stamping/doubts', { key })).data).toEqual([]);
    const strangers = await stage.app.api(
      'POST',
      `/stamping/doubts/${doubtful.id}/force`,
      { pac: 'finkok', accept_risk: true },
      { key },
    );
    expect([strangers.status, strangers.body.code]).toEqual([404, 'stamping_doubt_not_found']);
  });
});
