import { until } from '#bus/testing/until';
import { DailyDownloads } from '#apps/reception/src/downloads/daily';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { testEventStore, type TestEventStore } from '../../support/event-store.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';
import { openStage, type Stage } from './stage.js';

/** Days pass, and each is downloaded: also those of an outage, of ours or of the SAT's, and of a FIEL that had run out. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The first day at ten in the morning by the SAT's clock: whole days later it is as early, and late enough. */
const BEGIN = Math.ceil(Date.now() / DAY) * DAY + 16 * HOUR;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const today = (): number => Math.round((now().getTime() - BEGIN) / DAY);
/** A day of the SAT's clock, counted from the first one. */
const day = (number: number): string => new Date(BEGIN - 6 * HOUR + number * DAY).toISOString().slice(0, 10);

let sat: SatDouble;
let sw: SwDouble;
let database: TestDatabase;
let events: TestEventStore;
let stage: Stage;
let app: TestApp;

beforeAll(async () => {
  sat = await startSat();
  sat.download.settings.looks = 0;
  sw = await startSw({ sat });
  [database, events] = await Promise.all([freshDatabase(), testEventStore()]);
  moveTo(0);
  const env = {
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url, DATABASE_URL: database.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_SAT_DOWNLOAD_URL: sat.url },
    TIMBRA_SAT_DOWNLOAD_PAUSE_MS: '10',
    ...events.env,
  };
  stage = await openStage(sat, env, { clock: { now }, systemNow: now });
  app = stage.app;
});
afterAll(async () => {
  if (app !== stage.app) await app.close();
  await stage.close().catch(() => undefined);
  await Promise.all([sw.close(), sat.close(), database.drop(), events.stop()]);
});

/** The clocks of all, to ten in the morning of a day. */
function moveTo(number: number): void {
  aheadMs = BEGIN + number * DAY - Date.now();
  for (const double of [sat, sw]) double.faults.set({ clockSkewMs: aheadMs });
}
const call = (method: string, path: string, body?: object) =>
  app.api(method, path, body, { key: stage.live });
/** What a timer does every ten minutes; two processes at one moment. */
const look = async (): Promise<number> => {
  const daily = app.part(DailyDownloads);
  const begun = await Promise.all([daily.look(), daily.look()]);
  return Math.max(...begun);
};
const downloads = async (): Promise<Json[]> =>
  ((await app.get('/downloads?limit=50', { key: stage.live })).data as Json[]).filter(
    ({ origin }) => origin === 'daily',
  );
/** The periods of daily downloads that end with a day, of so many kinds, once they have ended. */
const downloaded = async (number: number, kinds = 2): Promise<Json[]> => {
  let found: Json[] = [];
  await until(async () => {
    found = (await downloads()).filter(({ to }) => to === day(number));
    // The one kind may be over before the other has begun.
    return found.length >= kinds && found.every(({ status }) => status !== 'processing');
  });
  return found.sort((one, other) => (one.kind < other.kind ? -1 : 1));
};
const sendFiel = async (): Promise<void> => {
  const fiel = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', fiel: true });
  expect((await upload(app, 'me', fiel, { key: stage.live, setting: 'fiel' })).status).toBe(200);
};
/** How often the SAT has taken a request for a day, whatever second it begins with. */
const takenFor = (number: number): number =>
  sat.download.taken.filter(({ until: end }) => end.slice(0, 10) === day(number)).length;

describe('daily downloads', () => {
  it('without a FIEL ask for nothing', async () => {
    const settings = { kinds: ['issued', 'received'], format: 'metadata' };
    expect((await call('PUT', '/downloads/daily', settings)).body).toEqual(settings);
    expect(await look()).toBe(0);
    expect([await downloads(), sat.download.taken]).toEqual([[], []]);
  });

  it('are of each day and once more of the day before, however often it is looked', async () => {
    await sendFiel();
    for (const number of [0, 1]) {
      moveTo(number);
      await look();
      expect(await look()).toBe(0);
      const found = await downloaded(number - 1);
      expect(found.map(({ kind, from, status, days_failed }) => [kind, from, status, days_failed])).toEqual([
        ['issued', day(number - 2), 'finished', 0],
        ['received', day(number - 2), 'finished', 0],
      ]);
    }
    // Of both kinds, with the day that came and with the next one.
    expect([takenFor(-2), takenFor(-1), takenFor(0)]).toEqual([2, 4, 2]);
  });

  it('are not begun before four o’clock, nor anew where the clock jumps back', async () => {
    const before = sat.download.taken.length;
    for (const hours of [-30, 11]) {
      moveTo(1);
      aheadMs += hours * HOUR;
      expect(await look()).toBe(0);
    }
    expect(sat.download.taken).toHaveLength(before);
  });

  it('make up for the days of an outage, as soon as a process is there again', async () => {
    await stage.app.close();
    moveTo(8);
    app = await startApp(stage.env, { clock: { now }, systemNow: now });
    // Nobody calls it: the timer of the new process does.
    const found = await downloaded(7);
    expect(found.map(({ from, to, days_finished }) => [from, to, days_finished])).toEqual([
      [day(0), day(7), 8],
      [day(0), day(7), 8],
    ]);
    // Of two downloads no more than five days each were open at the SAT.
    expect(sat.download.mostWaiting).toBeLessThanOrEqual(10);
    expect(today()).toBe(8);
  });

  it('ask again for what the SAT failed at', async () => {
    moveTo(9);
    sat.download.settings.ends = { state: 4, code: '5000' };
    await look();
    expect((await downloaded(8)).map(({ days_failed }) => days_failed)).toEqual([2, 2]);
    delete sat.download.settings.ends;
    moveTo(11);
    await look();
    const found = await downloaded(10);
    expect(found.map(({ from, days_failed, status }) => [from, days_failed, status])).toEqual([
      [day(7), 0, 'finished'],
      [day(7), 0, 'finished'],
    ]);
  });

  it('wait for a FIEL in force, and go on where they were', async () => {
    moveTo(12);
    expect((await call('DELETE', '/organizations/me/fiel')).status).toBeLessThan(300);
    expect(await look()).toBe(0);
    moveTo(14);
    expect(await look()).toBe(0);
    await sendFiel();
    expect(await look()).toBe(1);
    expect((await downloaded(13)).map(({ from }) => from)).toEqual([day(10), day(10)]);
  });

  it('that were off make up for nothing', async () => {
    await call('PUT', '/downloads/daily', { kinds: [], format: 'metadata' });
    moveTo(20);
    expect(await look()).toBe(0);
    await call('PUT', '/downloads/daily', { kinds: ['issued'], format: 'metadata' });
    await look();
    expect((await downloaded(19, 1)).map(({ kind, from }) => [kind, from])).toEqual([['issued', day(18)]]);
  });

  it('of a clock that was a year ahead go on by the right one', async () => {
    moveTo(300);
    await look();
    moveTo(21);
    expect(await look()).toBe(1);
    expect((await downloaded(20, 1)).map(({ from }) => from)).toEqual([day(19)]);
  });
});
