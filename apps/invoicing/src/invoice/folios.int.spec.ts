import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { createPool, migrate, migrationsOf } from '#hosting';
import { invoicingService } from '#apps/invoicing/src/service';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Folios } from './folios.js';
import { Reservations } from './reservations.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0aa';
const OTHER = '66f0c0c0c0c0c0c0c0c0c0bb';
const test: Tenant = { organizationId: ID, livemode: false };
const HUNDRED = Array.from({ length: 100 }, (_, n) => n);

let database: TestDatabase;
let pool: pg.Pool;
let folios: Folios;
let reservations: Reservations;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, migrationsOf([invoicingService]));
  pool = createPool(database.url, { applicationName: 'test', max: 20, onIdleError: () => undefined });
  folios = new Folios(pool);
  reservations = new Reservations(pool, { claimGraceMs: 2_000 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE invoicing.folio_counters, invoicing.receipt_folio_counters'));

const A = 'A';
const next = (holder: string) => reservations.nextFolio(test, 'A', holder);
const set = (number: number) => folios.set(ID, A, { test: number });
const refusedFrom = async (number: number) => {
  const outcome = await set(number);
  return outcome.ok ? undefined : outcome.refusal.details?.[0]?.params?.['min'];
};

describe('the next folio of a series', () => {
  it('is 1 where nothing was taken, and counts by series, environment and organization', async () => {
    await next('a');
    await folios.set(OTHER, A, { live: 7 });
    expect(await folios.read([ID, OTHER], ['A', ''])).toEqual([
      {
        organization: ID,
        receipts: { live: 1, test: 1 },
        invoices: [
          { series: 'A', live: 1, test: 2 },
          { series: '', live: 1, test: 1 },
        ],
      },
      {
        organization: OTHER,
        receipts: { live: 1, test: 1 },
        invoices: [
          { series: 'A', live: 7, test: 1 },
          { series: '', live: 1, test: 1 },
        ],
      },
    ]);
  });

  it('is the one that was set', async () => {
    expect(await set(500)).toEqual({ ok: true, value: { live: 1, test: 500 } });
    expect([await next('a'), await next('b')]).toEqual([500, 501]);
  });

  it('is set to what it is as often as one likes', async () => {
    await next('a');
    expect([(await set(2)).ok, (await set(2)).ok]).toEqual([true, true]);
    // Whoever asks again gets its own.
    expect([await next('a'), await next('b')]).toEqual([1, 2]);
  });

  it('is never one that was taken, nor below', async () => {
    await set(500);
    await next('a');
    expect(await refusedFrom(500)).toBe(501);
    expect(await refusedFrom(1)).toBe(501);
    expect(await next('b')).toBe(501);
  });

  it('is set back over numbers that a set has skipped, while nobody took one of them', async () => {
    await next('a');
    await set(500);
    expect(await refusedFrom(1)).toBe(2);
    expect((await set(2)).ok).toBe(true);
    expect(await next('b')).toBe(2);
    await set(500);
    await set(600);
    expect(await refusedFrom(2)).toBe(3);
    expect((await set(3)).ok).toBe(true);
  });

  it('is not set back to what a caller chose among the skipped', async () => {
    await set(500);
    await reservations.passFolio(test, 'A', 300);
    expect(await refusedFrom(300)).toBe(301);
    await reservations.passFolio(test, 'A', 7);
    expect(await refusedFrom(300)).toBe(301);
    await reservations.passFolio(test, 'A', 499);
    expect(await refusedFrom(499)).toBe(500);
    expect(await next('a')).toBe(500);
  });

  it('is set back further once the only one that was taken came back', async () => {
    await set(500);
    await next('a');
    await reservations.passFolio(test, 'A', 300);
    await reservations.returnFolio(test, 'A', 500, 'a');
    expect(await refusedFrom(300)).toBe(301);
    expect((await set(301)).ok).toBe(true);
    expect(await next('b')).toBe(301);
  });

  it('does not come back to a counter that was set since', async () => {
    await next('a');
    await set(10);
    await reservations.returnFolio(test, 'A', 1, 'a');
    expect(await next('b')).toBe(10);
  });

  it('is set in both environments or in none', async () => {
    await next('a');
    await next('b');
    const outcome = await folios.set(ID, A, { live: 9, test: 2 });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        code: 'invalid_request',
        details: [{ path: 'test', code: 'too_small', params: { min: 3 } }],
      },
    });
    expect(await folios.set(ID, A, {})).toEqual({ ok: true, value: { live: 1, test: 3 } });
    expect(await folios.set(ID, A, { live: 9, test: 3 })).toEqual({ ok: true, value: { live: 9, test: 3 } });
  });

  it('is only judged where that is asked for', async () => {
    await next('a');
    expect((await folios.set(ID, A, { test: 1 }, { onlyCheck: true })).ok).toBe(false);
    expect(await folios.set(ID, A, { live: 5, test: 9 }, { onlyCheck: true })).toEqual({
      ok: true,
      value: { live: 1, test: 2 },
    });
  });

  it('of rows from before is not set back at all', async () => {
    await pool.query(
      `INSERT INTO invoicing.folio_counters (organization_id, livemode, series, next) VALUES ($1, false, 'A', 80)`,
      [ID],
    );
    expect(await refusedFrom(79)).toBe(80);
    expect((await set(80)).ok).toBe(true);
  });
});

describe('at the same time', () => {
  it('a hundred sets and a hundred invoices: no folio is given twice', async () => {
    const given = await Promise.all([
      ...HUNDRED.map((n) => next(`holder-${n}`)),
      ...HUNDRED.map((n) => set(1 + n * 3).then(() => undefined)),
      ...HUNDRED.slice(0, 20).map((n) =>
        reservations.passFolio(test, 'A', 1_000 + n * 2).then(() => undefined),
      ),
    ]);
    const counted = given.filter((folio) => folio !== undefined);
    expect(new Set(counted).size).toBe(100);
    const last = await next('last');
    expect(counted).not.toContain(last);
    expect(last).toBeGreaterThan(1_038);
  });

  it('sets back and forth while invoices come and give theirs back: no two have the same', async () => {
    const taken: number[] = [];
    await Promise.all([
      ...HUNDRED.map(async (n) => {
        const folio = await next(`holder-${n}`);
        if (n % 3 === 0) await reservations.returnFolio(test, 'A', folio, `holder-${n}`);
        else taken.push(folio);
      }),
      ...HUNDRED.map((n) => set(n % 2 === 0 ? 10_000 : 1 + n)),
    ]);
    // Those that nobody could take back were lost, and are nobody else's.
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).not.toContain(await next('last'));
  });

  it('sets of both environments in any order wait for nobody for ever', async () => {
    await Promise.all(
      HUNDRED.map((n) =>
        folios.set(ID, A, n % 2 === 0 ? { live: n + 1, test: n + 1 } : { test: n + 1, live: n + 1 }),
      ),
    );
    const [row] = await folios.read([ID], ['A']);
    expect(row?.invoices[0]?.live).toBe(row?.invoices[0]?.test);
  });
});
