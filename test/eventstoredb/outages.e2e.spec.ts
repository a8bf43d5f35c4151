import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import { compareWithFold } from '#eventing';
import { monotonicMs } from '#kernel';
import { until } from '#bus/testing/until';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { caughtUp } from '../support/commands.js';
import { BUSY_MS, Load } from './load.js';
import { NotedLog } from './noted-log.js';
import { wiredStore } from './store.js';

const IS_LONG = process.env['TIMBRA_TEST_OUTAGES'] === 'long';

/** Whether it lasts long enough to be known: five seconds without an answer. */
const ABSENCES = [
  { how: 'refuses', ms: 1_000, isKnown: false },
  { how: 'hangs', ms: 8_000, isKnown: true },
  { how: 'refuses', ms: 8_000, isKnown: true },
  ...(IS_LONG
    ? ([
        { how: 'hangs', ms: 3_000, isKnown: false },
        { how: 'refuses', ms: 64_000, isKnown: true },
        { how: 'hangs', ms: 40_000, isKnown: true },
      ] as const)
    : []),
] as const;

const store = await wiredStore();

/** Under load the store is away, again and again; the client does as it is told and sends the same request again. */
describe(`EventStoreDB that is away under load: ${store.name}`, () => {
  const { wire, env } = store;
  const noted = new NotedLog();
  let app: TestApp;
  let load: Load;
  const backAfterMs: number[] = [];
  const said = (text: RegExp): number => noted.warnings.filter(({ msg }) => text.test(msg)).length;

  beforeAll(
    async () => {
      // As in production: what a caller was refused with 503 is free again soon.
      app = await startApp({ ...env, TIMBRA_CLAIM_GRACE_MS: '2000' }, { log: noted.log });
      load = new Load(app, 4);
      await until(() => load.made.size > 8, BUSY_MS);
      let known = 0;
      for (const { how, ms, isKnown } of ABSENCES) {
        await (how === 'refuses' ? wire.down() : wire.freeze());
        await sleep(ms);
        if (isKnown) known += 1;
        await until(() => said(/does not answer/) >= known, BUSY_MS);
        const made = load.made.size;
        const backAt = monotonicMs();
        await (how === 'refuses' ? wire.up() : wire.thaw());
        await until(() => load.made.size > made, BUSY_MS);
        backAfterMs.push(Math.round(monotonicMs() - backAt));
        await until(() => load.made.size > made + 8, BUSY_MS);
      }
      await load.stop();
    },
    400_000 + ABSENCES.reduce((sum, { ms }) => sum + ms, 0) * 2,
  );
  afterAll(async () => {
    await load.stop();
    await app.close();
    await store.stop();
  });

  it('had requests that met it', () => {
    const slowest = Math.max(...load.requests.map(({ ms }) => ms));
    const refused = load.requests.filter(({ status }) => status === 503);
    const known = refused.filter(({ ms }) => ms < 1_000);
    console.log(
      `${store.name}: ${load.made.size} invoices, slowest request ${Math.round(slowest)} ms; ${refused.length} answers of 503, ` +
        `${known.length} of them within a second; ` +
        `first invoice after the store was back: ${backAfterMs.map((ms) => `${ms} ms`).join(', ')}`,
    );
    expect(refused.length).toBeGreaterThan(0);
  });

  it('answered each of them with what it was, or 503 with the time to come back', () => {
    const others = load.requests.filter(({ status }) => status >= 300);
    for (const { status, code, retryAfter } of others)
      expect({ status, code, retryAfter }).toEqual({
        status: 503,
        code: 'service_unavailable',
        retryAfter: expect.stringMatching(/^[1-9]\d?$/),
      });
  });

  it('said once when it went, and once when it was back', () => {
    const outages = ABSENCES.filter(({ isKnown }) => isKnown).length;
    expect(said(/does not answer/)).toBe(outages);
    expect(said(/answers again/)).toBe(outages);
    const others = noted.warnings.filter(({ msg }) => !/^EventStoreDB/.test(msg));
    expect(others).toEqual([]);
  });

  it('made each invoice once, with a stamp, and shows it', async () => {
    expect(new Set(load.made.values()).size).toBe(load.made.size);
    for (const [key, id] of load.made)
      await until(async () => {
        const found: Json = await app.get(`/invoices/${id}`);
        return found.external_id === key && found.status === 'valid';
      });
    await caughtUp(app.runtime, invoicesProjection.name);
    const { pool, store: events } = app.runtime;
    expect(await compareWithFold({ pool, store: events, projection: invoicesProjection })).toEqual([]);
    const { rows } = await pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM gateway.invoices',
    );
    expect(rows[0]?.count).toBe(load.made.size);
  });
});
