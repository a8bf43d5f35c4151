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
}, 60_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE invoicing.idempotency_keys, invoicing.folio_counters'));

describe('an idempotency key', () => {
  const settle = () =>
    pool.query("UPDATE invoicing.idempotency_keys SET claimed_at = now() - interval '1 hour'");
  const claim = (holder: string, at = 0, tenant = ours) => reservations.claimKey(tenant, 'k', { holder, at });
  const held = (holder: string, over: object = {}) => ({
    kind: 'held',
    holder,
    at: 0,
    settled: false,
    ...over,
  });

  it('has one holder, of a hundred that want it at once', async () => {
    const claims = await Promise.all(HUNDRED.map((holder) => claim(holder)));
    const winner = HUNDRED[claims.findIndex(({ kind }) => kind === 'claimed')] ?? '';
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === 'held')).toEqual(
      Array.from({ length: 99 }, () => held(winner)),
    );
  });

  it('is found again by its holder, which keeps the latest revision at which it asked', async () => {
    await claim('a', 4);
    expect(await claim('a', 7)).toEqual({ kind: 'claimed' });
    expect(await claim('a', 5)).toEqual({ kind: 'claimed' });
    expect(await claim('b')).toEqual(held('a', { at: 7 }));
  });

  it('is settled a while after it was claimed', async () => {
    await claim('a');
    await settle();
    expect(await claim('b')).toEqual(held('a', { settled: true }));
  });

  it('is one for each organization and environment', async () => {
    for (const tenant of [ours, live, theirs])
      expect(await claim('a', 0, tenant)).toEqual({ kind: 'claimed' });
    await reservations.releaseKey(live, 'k', 'a', 0);
    expect(await claim('b')).toMatchObject({ holder: 'a' });
    expect(await claim('b', 0, live)).toEqual({ kind: 'claimed' });
  });

  it('is taken over by one of a hundred, and its time starts again', async () => {
    await claim('gone');
    await settle();
    const gone = { holder: 'gone', at: 0 };
    const taken = await Promise.all(
      HUNDRED.map((holder) => reservations.takeOverKey(ours, 'k', gone, { holder, at: 0 })),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await claim('late')).toEqual(held(HUNDRED[taken.indexOf(true)] ?? ''));
  });

  it('is taken over, and released, from its holder only, and as it was claimed when that was seen', async () => {
    await claim('a', 3);
    const to = { holder: 'c', at: 0 };
    expect(await reservations.takeOverKey(ours, 'k', { holder: 'b', at: 3 }, to)).toBe(false);
    expect(await reservations.takeOverKey(ours, 'k', { holder: 'a', at: 2 }, to)).toBe(false);
    expect(await reservations.takeOverKey(ours, 'k', { holder: 'a', at: null }, to)).toBe(false);
    expect(await reservations.takeOverKey(theirs, 'k', { holder: 'a', at: 3 }, to)).toBe(false);
    await reservations.releaseKey(ours, 'k', 'b', 9);
    await reservations.releaseKey(ours, 'k', 'a', 2);
    expect(await claim('d')).toMatchObject({ holder: 'a' });
    await reservations.releaseKey(ours, 'k', 'a', 3);
    expect(await claim('d')).toEqual({ kind: 'claimed' });
  });

  it('of the release before has no revision: it is taken over and released by its holder', async () => {
    const old = () =>
      pool.query(
        `INSERT INTO invoicing.idempotency_keys (organization_id, livemode, key, holder) VALUES ($1, false, 'k', 'a')`,
        [ours.organizationId],
      );
    await old();
    expect(await claim('b')).toEqual(held('a', { at: null }));
    await reservations.releaseKey(ours, 'k', 'a', -1);
    await old();
    const taken = reservations.takeOverKey(ours, 'k', { holder: 'a', at: null }, { holder: 'b', at: 0 });
    expect(await taken).toBe(true);
  });
});

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
