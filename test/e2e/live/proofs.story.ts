import { until } from '#bus/testing/until';
import type { Json } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startFinkok, startSat, startSw } from '../../doubles/index.js';
import type { FinkokDouble, SatDouble, SwDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';
import { openStage, type Stage } from './stage.js';

/**
 * A first PAC that never answers again, an issuer whose FIEL is here, and the tax authority's own metadata, which settles what is older
 * than 72 hours. Clocks are moved here: ours, and those of all doubles.
 */

const HOUR = 3_600_000;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let stage: Stage;

beforeAll(async () => {
  sat = await startSat();
  [sw, finkok] = await Promise.all([startSw({ sat }), startFinkok({ sat })]);
  const env = {
    ...{ TIMBRA_PACS: 'sw,finkok', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_FINKOK_URL: finkok.url },
    ...{ TIMBRA_FINKOK_USER: finkok.user, TIMBRA_FINKOK_PASSWORD: finkok.password },
    TIMBRA_SAT_DOWNLOAD_URL: sat.url,
  };
  stage = await openStage(sat, env, { clock: { now }, systemNow: now });
  const fiel = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', fiel: true });
  const stored = await upload(stage.app, 'me', fiel, { key: stage.live, setting: 'fiel' });
  expect(stored.status).toBe(200);
});
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), finkok.close(), sat.close()]);
});

function moveClocks(hours: number): void {
  aheadMs += hours * HOUR;
  for (const double of [sat, sw, finkok]) double.faults.set({ clockSkewMs: aheadMs });
}
/** Looks once: what the tax authority has is asked of it, step by step. */
const look = async (id: string): Promise<Json> => {
  await stage.app.api('PUT', `/invoices/${id}/status`, undefined, { key: stage.live });
  return stage.get(`/invoices/${id}`);
};
const doubts = async (): Promise<Json[]> => (await stage.get('/stamping/doubts')).data;

describe('documents that a silent PAC may have stamped', () => {
  let stamped: Json;
  let lost: Json;

  it('are nobody else’s while another PAC could stamp them', async () => {
    sw.faults.next('reset', { when: 'after', operation: 'stamp' });
    sw.faults.next('reset', { when: 'before', operation: 'stamp', times: 10_000 });
    // Together: a third call without an answer closes the way to the first PAC, and new documents go to the second one.
    const created = await Promise.all([stage.create(), stage.create()]);
    expect(created.map(({ status, body }) => [status, body.status])).toEqual([
      [202, 'pending'],
      [202, 'pending'],
    ]);
    await until(async () => (await doubts()).length === 2);
    const [{ folio } = {}, ...others] = sw.ledger.stamps;
    expect(others).toEqual([]);
    const bodies = created.map(({ body }) => body);
    stamped = bodies.find(({ folio_number }) => String(folio_number) === folio);
    lost = bodies.find(({ folio_number }) => String(folio_number) !== folio);
    moveClocks(70);
    for (const { id } of bodies) expect((await look(id)).status).toBe('pending');
    expect([sw.ledger.stamps.length, finkok.ledger.stamps.length]).toEqual([1, 0]);
  });

  it('have the stamp that the tax authority knows of, once the 72 hours are over', async () => {
    moveClocks(10);
    expect(await doubts()).toMatchObject([
      { pac: 'sw', hours_left: 0 },
      { pac: 'sw', hours_left: 0 },
    ]);
    await until(async () => (await look(stamped.id)).status === 'valid');
    const { uuid } = await stage.get(`/invoices/${stamped.id}`);
    expect(sw.ledger.stamps.map((stamp) => stamp.uuid.toUpperCase())).toEqual([uuid]);
    expect(await stage.stampedEntry(stamped.id)).toMatchObject({ pac: 'sw' });
    // The list of doubts is a read model of its own.
    await until(async () => (await doubts()).length < 2);
    expect((await doubts()).map(({ id }) => id)).toEqual([lost.id]);
  });

  it('are given up once it proves that nobody stamped them: no PAC takes them any more', async () => {
    // What was stamped in the last hour may be missing from the metadata for days: that proves nothing yet.
    for (const _ of [1, 2, 3, 4, 5]) expect((await look(lost.id)).status).toBe('pending');
    moveClocks(70);
    await until(async () => (await look(lost.id)).status === 'failed');
    await until(async () => (await doubts()).length === 0);
    expect([sw.ledger.stamps.length, finkok.ledger.stamps.length]).toEqual([1, 0]);
    expect(sat.books.documents.size).toBe(1);
  });
});
