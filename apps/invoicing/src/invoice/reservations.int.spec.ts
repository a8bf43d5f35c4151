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

  it('is the same for all who asked together and ask again, one of them beside newcomers', async () => {
    const together = await Promise.all(['a', 'b', 'c', 'b'].map((holder) => next(holder)));
    expect(together).toEqual([1, 2, 3, 2]);
    expect(await Promise.all(['b', 'new', 'a'].map((holder) => next(holder)))).toEqual([2, 4, 1]);
    expect(await next('c')).toBe(3);
    expect([await next('later'), await next('c')]).toEqual([5, 6]);
  });

  it('is given while the counter of another series is held', async () => {
    expect(await next('a')).toBe(1);
    const holder = await pool.connect();
    await holder.query(`BEGIN; SELECT FROM invoicing.folio_counters WHERE series = 'A' FOR UPDATE`);
    const waiting = Promise.all([next('b'), next('c')]);
    expect([await next('d', 'B'), await next('e', 'A', theirs)]).toEqual([1, 1]);
    await holder.query('ROLLBACK');
    holder.release();
    expect(await waiting).toEqual([2, 3]);
  });

  it('is taken for several counters at one time', async () => {
    const asked = ['a', 'b', 'c', 'd'].map((holder, n) =>
      next(holder, n < 2 ? 'A' : 'B', n % 2 === 0 ? ours : theirs),
    );
    expect(await Promise.all(asked)).toEqual([1, 1, 1, 1]);
    expect(await Promise.all([next('e'), next('f', 'B', theirs), next('g')])).toEqual([2, 2, 3]);
  });

  it('is nobody else’s where a process of the release before gave some in between', async () => {
    const before = (holder: string) =>
      pool.query(
        `UPDATE invoicing.folio_counters AS c
         SET next = CASE WHEN c.last_holder = $1 THEN c.next ELSE c.next + 1 END, last_holder = $1`,
        [holder],
      );
    await Promise.all([next('a'), next('b')]);
    // The last of the round asks again there, after another.
    await before('old');
    await before('b');
    expect([await next('b'), await next('a')]).toEqual([4, 5]);
    await before('old');
    expect([await next('old'), await next('b')]).toEqual([6, 7]);
  });

  it('comes back only for the last of those that asked together', async () => {
    await Promise.all([next('a'), next('b')]);
    await reservations.returnFolio(ours, 'A', 1, 'a');
    await reservations.returnFolio(ours, 'A', 2, 'b');
    expect(await next('c')).toBe(2);
    // Who took number 1 has it no more: nobody can say that it is not used.
    expect(await next('a')).toBe(3);
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
