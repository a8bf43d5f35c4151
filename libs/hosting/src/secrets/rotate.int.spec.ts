import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { newId } from '#kernel';
import { endOtherConnections } from '../../../../test/support/database.js';
import { StartupError } from '../postgres/startup-error.js';
import { messageSealing } from '../runtime/bus.js';
import { openBench, type Bench } from '../testing/bench.js';
import { rotateDataKeys } from './rotate.js';
import { Vault } from './vault.js';

const vaultOf = (pool: pg.Pool, ...keys: readonly Buffer[]) => new Vault(pool, 'documents', keys);
const plain = (n: number) => Buffer.from(`llave ${n}`);

describe('a change of a key', () => {
  let bench: Bench;
  let from: Buffer;
  let to: Buffer;
  let organizations: readonly string[];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    await bench.pool.query('TRUNCATE platform.wrapped_keys, platform.secrets, platform.keys_in_force');
    [from, to] = [randomBytes(32), randomBytes(32)];
    organizations = Array.from({ length: 10 }, () => newId());
    const vault = vaultOf(bench.pool, from);
    for (const [n, organization] of organizations.entries()) await vault.put(organization, 'csd', plain(n));
  });

  const rotate = (over: Partial<Parameters<typeof rotateDataKeys>[0]> = {}) =>
    rotateDataKeys({ pool: bench.pool, purpose: 'documents', from: [from], to, batchSize: 3, ...over });
  const readable = async (vault: Vault) => {
    for (const [n, organization] of organizations.entries())
      expect(await vault.get(organization, 'csd')).toEqual(plain(n));
  };

  it('leaves every secret readable with the new key, and none with the old one', async () => {
    expect(await rotate()).toEqual({ dataKeys: 10, rewrapped: 10 });
    const vault = vaultOf(bench.pool, to);
    await vault.verify();
    await readable(vault);
    const old = vaultOf(bench.pool, from);
    await expect(old.verify()).rejects.toThrow(StartupError);
    await expect(old.get(organizations[0] ?? '', 'csd')).rejects.toThrow();
  });

  it('does nothing the second time', async () => {
    await rotate();
    expect(await rotate()).toEqual({ dataKeys: 10, rewrapped: 0 });
  });

  it('continues where it was interrupted, and in between every secret opens with both keys', async () => {
    const brokenOff = rotate({
      onProgress: (seen) => {
        if (seen >= 6) throw new Error('kill -9');
      },
    });
    await expect(brokenOff).rejects.toThrow('kill -9');
    await readable(vaultOf(bench.pool, to, from));
    const halfWay = await Promise.allSettled(
      organizations.map((organization) => vaultOf(bench.pool, to).get(organization, 'csd')),
    );
    expect(halfWay.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await rotate()).toEqual({ dataKeys: 10, rewrapped: 4 });
    await readable(vaultOf(bench.pool, to));
  });

  it('leaves nothing half done where the database is lost in the middle of a batch', async () => {
    const other = bench.another().pool;
    const killer = await bench.pool.connect();
    let killing: Promise<void> | undefined;
    let batches = 0;
    const lost = rotate({
      pool: other,
      onProgress: () => {
        batches += 1;
        if (batches === 2) killing = endOtherConnections(killer);
      },
    });
    await lost.catch(() => undefined);
    expect(batches).toBeGreaterThanOrEqual(2);
    // It must not end those that come.
    await killing;
    killer.release();
    await readable(vaultOf(bench.another().pool, to, from));
    expect((await rotate({ pool: bench.another().pool })).dataKeys).toBe(10);
    await readable(vaultOf(bench.another().pool, to));
  });

  it('runs beside processes that have both keys, for old and new organizations', async () => {
    const running = vaultOf(bench.pool, to, from);
    const newcomers = Array.from({ length: 20 }, () => newId());
    const [report] = await Promise.all([
      rotate(),
      ...newcomers.map((organization) => running.put(organization, 'csd', plain(99))),
    ]);
    expect(report.dataKeys).toBeGreaterThanOrEqual(10);
    const after = vaultOf(bench.pool, to);
    await readable(after);
    for (const organization of newcomers) expect(await after.get(organization, 'csd')).toEqual(plain(99));
  });

  it('lets no process that only has the old key make data keys any more', async () => {
    const old = vaultOf(bench.pool, from);
    await rotate();
    const late = newId();
    await expect(old.put(late, 'csd', plain(1))).rejects.toThrow('The key of documents was changed');
    await vaultOf(bench.pool, to).put(late, 'csd', plain(1));
  });

  it('ends with a sentence where a key opens by neither, and says whose', async () => {
    const stranger = newId();
    await vaultOf(bench.pool, randomBytes(32)).put(stranger, 'csd', plain(1));
    await expect(rotate()).rejects.toThrow(`The documents data key of ${stranger} opens by neither key`);
  });

  it('can be followed by another one, with processes that have both keys each time', async () => {
    await vaultOf(bench.pool, from).verify();
    await rotate();
    const third = randomBytes(32);
    // As operations.md says: first the new key opens, then it is the first one, then the command runs.
    for (const keys of [
      [to, third],
      [third, to],
    ]) {
      const running = vaultOf(bench.pool, ...keys);
      await running.verify();
      const newcomer = newId();
      await running.put(newcomer, 'csd', plain(5));
      expect(await vaultOf(bench.pool, to).get(newcomer, 'csd')).toEqual(plain(5));
    }
    expect(await rotate({ from: [to], to: third })).toMatchObject({ rewrapped: 12 });
    await readable(vaultOf(bench.pool, third));
  });

  it('changes nothing where another key is in force than the one given', async () => {
    await vaultOf(bench.pool, from).verify();
    await expect(rotate({ from: [randomBytes(32)] })).rejects.toThrow(
      'The key of documents in force is another',
    );
    await vaultOf(bench.pool, from).verify();
    await readable(vaultOf(bench.pool, from));
  });

  it('leaves the other purposes alone', async () => {
    const signing = new Vault(bench.pool, 'signing', [from]);
    await signing.put(newId(), 'csd', plain(1));
    await rotate();
    await signing.verify();
  });

  it('is one at a time', async () => {
    const other = await bench.another().pool.connect();
    await other.query('SELECT pg_advisory_lock(7446160031)');
    await expect(rotate()).rejects.toThrow('Another rotation of keys is under way.');
    await other.query('SELECT pg_advisory_unlock(7446160031)');
    other.release();
    expect(await rotate()).toMatchObject({ rewrapped: 10 });
  });

  it('lets messages of either key be opened meanwhile', () => {
    const [before, after] = [messageSealing([from, to]), messageSealing([to, from])];
    const message = Buffer.from('{}');
    expect(after.open(before.seal(message, 'command 1'), 'command 1')).toEqual(message);
    expect(before.open(after.seal(message, 'command 1'), 'command 1')).toEqual(message);
    expect(() => messageSealing([from]).open(after.seal(message, 'command 1'), 'command 1')).toThrow();
  });
});
