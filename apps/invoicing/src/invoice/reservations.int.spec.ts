import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { createPool, migrate, migrationsOf } from '#hosting';
import { invoicingService } from '#apps/invoicing/src/service';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Reservations } from './reservations.js';

const ours: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const live: Tenant = { ...ours, livemode: true };
const theirs: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0bb', livemode: false };
const HUNDRED = Array.from({ length: 100 }, (_, n) => `holder-${n}`);

let database: TestDatabase;
let pool: pg.Pool;
let reservations: Reservations;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, migrationsOf([invoicingService]));
  pool = createPool(database.url, { applicationName: 'test', max: 20, onIdleError: () => undefined });
  reservations = new Reservations(pool, { claimGraceMs: 2_000 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE invoicing.folio_counters'));

describe('the folio of a series', () => {
  const next = (holder: string, series = 'A', tenant = ours) =>
    reservations.nextFolio(tenant, series, holder);

  it('is never given twice, and none is left out', async () => {
    const folios = await Promise.all(HUNDRED.map((holder) => next(holder)));
    expect(folios.sort((a, b) => a - b)).toEqual(HUNDRED.map((_, n) => n + 1));
  });

  it('counts by series, organization and environment', async () => {
    expect(await next('a')).toBe(1);
    expect(await next('b', 'B')).toBe(1);
    expect(await next('c', '')).toBe(1);
    expect(await next('d', 'A', live)).toBe(1);
    expect(await next('e', 'A', theirs)).toBe(1);
    expect(await next('f')).toBe(2);
  });

  it('is the same for the holder who asks again immediately, and another if a second caller came in between', async () => {
    expect([await next('a'), await next('a'), await next('b'), await next('a')]).toEqual([1, 1, 2, 3]);
  });

  it('comes back when it is the last one, by its holder', async () => {
    await next('a');
    await reservations.returnFolio(ours, 'A', 1, 'a');
    expect(await next('b')).toBe(1);
    // A second return, of what another has now, is not heard.
    await reservations.returnFolio(ours, 'A', 1, 'a');
    expect(await next('c')).toBe(2);
  });

  it('does not come back when later ones are given', async () => {
    await next('a');
    await next('b');
    await reservations.returnFolio(ours, 'A', 1, 'a');
    expect(await next('c')).toBe(3);
  });

  it('comes back at most once, of many that return it', async () => {
    await next('a');
    await next('b');
    await Promise.all(HUNDRED.map(() => reservations.returnFolio(ours, 'A', 2, 'b')));
    expect(await next('c')).toBe(2);
  });

  it('continues after a number that the caller chose', async () => {
    await reservations.passFolio(ours, 'A', 500);
    expect(await next('a')).toBe(501);
    await reservations.passFolio(ours, 'A', 500);
    await reservations.passFolio(ours, 'A', 7);
    expect(await next('b')).toBe(502);
    await reservations.passFolio(ours, 'A', 600);
    expect(await next('b')).toBe(601);
  });

  it('that the caller chose as well is not given again when its first holder returns it', async () => {
    expect(await next('a')).toBe(1);
    await reservations.passFolio(ours, 'A', 1);
    await reservations.returnFolio(ours, 'A', 1, 'a');
    expect(await next('b')).toBe(2);
  });

  it('differs from those that callers choose at the same time', async () => {
    const given = await Promise.all(
      HUNDRED.map((holder, n) =>
        n % 2 === 0 ? next(holder) : reservations.passFolio(ours, 'A', 1_000 + n).then(() => 1_000 + n),
      ),
    );
    const counted = given.filter((_, n) => n % 2 === 0);
    expect(new Set(counted).size).toBe(50);
    expect(await next('z')).toBeGreaterThan(Math.max(...given));
  });
});
