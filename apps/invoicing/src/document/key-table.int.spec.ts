import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { createPool, migrate, migrationsOf } from '#hosting';
import { invoicingService } from '#apps/invoicing/src/service';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { KeyTable } from './key-table.js';

const ours: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const live: Tenant = { ...ours, livemode: true };
const theirs: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0bb', livemode: false };
const HUNDRED = Array.from({ length: 100 }, (_, n) => `holder-${n}`);

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, migrationsOf([invoicingService]));
  pool = createPool(database.url, { applicationName: 'test', max: 20, onIdleError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe.each(['invoicing.idempotency_keys', 'invoicing.retention_keys'] as const)('a key of %s', (table) => {
  let keys: KeyTable;
  beforeAll(() => void (keys = new KeyTable(pool, table, { claimGraceMs: 2_000 })));
  beforeEach(() => pool.query(`TRUNCATE ${table}`));

  const settle = () => pool.query(`UPDATE ${table} SET claimed_at = now() - interval '1 hour'`);
  const claim = (holder: string, at = 0, tenant = ours) => keys.claimKey(tenant, 'k', { holder, at });
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

  it('is claimed with others in one statement, and each is answered for itself', async () => {
    const asks: unknown[] = [];
    const counted = {
      query: (query: pg.QueryConfig) => (asks.push(query), pool.query(query)),
    } as unknown as pg.Pool;
    const many = new KeyTable(counted, table, { claimGraceMs: 2_000 });
    await keys.claimKey(ours, 'key-7', { holder: 'earlier', at: 3, request: 'r' });
    await keys.claimKey(theirs, 'key-8', { holder: 'elsewhere', at: 0 });
    await keys.claimKey(ours, 'key-9', { holder: 'holder-9', at: 0 });
    const ask = (holder: string, n: number) => many.claimKey(ours, `key-${n}`, { holder, at: 1 });
    const claims = await Promise.all(HUNDRED.slice(0, 50).map(ask));
    expect(asks).toHaveLength(1);
    expect(claims).toEqual(
      claims.map((_, n) => (n === 7 ? held('earlier', { at: 3 }) : { kind: 'claimed' })),
    );
    expect(await keys.holderOf(ours, 'key-7')).toEqual({ holder: 'earlier', request: 'r', at: 3 });
    expect(await keys.holderOf(ours, 'key-9')).toMatchObject({ holder: 'holder-9', at: 1 });
    // A key that two want takes the others with it no further than into statements of their own.
    const [first, second, other] = await Promise.all([ask('a', 60), ask('b', 60), ask('c', 61)]);
    expect([first, second, other]).toEqual([{ kind: 'claimed' }, held('a', { at: 1 }), { kind: 'claimed' }]);
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
    await keys.releaseKey(live, 'k', 'a', 0);
    expect(await claim('b')).toMatchObject({ holder: 'a' });
    expect(await claim('b', 0, live)).toEqual({ kind: 'claimed' });
  });

  it('is taken over by one of a hundred, and its time starts again', async () => {
    await claim('gone');
    await settle();
    const gone = { holder: 'gone', at: 0 };
    const taken = await Promise.all(
      HUNDRED.map((holder) => keys.takeOverKey(ours, 'k', gone, { holder, at: 0 })),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await claim('late')).toEqual(held(HUNDRED[taken.indexOf(true)] ?? ''));
  });

  it('is taken over, and released, from its holder only, and as it was claimed when that was seen', async () => {
    await claim('a', 3);
    const to = { holder: 'c', at: 0 };
    expect(await keys.takeOverKey(ours, 'k', { holder: 'b', at: 3 }, to)).toBe(false);
    expect(await keys.takeOverKey(ours, 'k', { holder: 'a', at: 2 }, to)).toBe(false);
    expect(await keys.takeOverKey(ours, 'k', { holder: 'a', at: null }, to)).toBe(false);
    expect(await keys.takeOverKey(theirs, 'k', { holder: 'a', at: 3 }, to)).toBe(false);
    await keys.releaseKey(ours, 'k', 'b', 9);
    await keys.releaseKey(ours, 'k', 'a', 2);
    expect(await claim('d')).toMatchObject({ holder: 'a' });
    await keys.releaseKey(ours, 'k', 'a', 3);
    expect(await claim('d')).toEqual({ kind: 'claimed' });
  });

  it('of the release before has no revision: it is taken over and released by its holder', async () => {
    const old = () =>
      pool.query(
        `INSERT INTO ${table} (organization_id, livemode, key, holder) VALUES ($1, false, 'k', 'a')`,
        [ours.organizationId],
      );
    await old();
    expect(await claim('b')).toEqual(held('a', { at: null }));
    await keys.releaseKey(ours, 'k', 'a', -1);
    await old();
    const taken = keys.takeOverKey(ours, 'k', { holder: 'a', at: null }, { holder: 'b', at: 0 });
    expect(await taken).toBe(true);
  });
});
