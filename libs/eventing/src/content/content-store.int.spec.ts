import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBench, tenant, type Bench } from '#hosting/testing/bench';
import { PostgresContentStore } from './content-store.js';

describe('PostgresContentStore', () => {
  let bench: Bench;
  let contents: PostgresContentStore;
  beforeAll(async () => {
    bench = await openBench();
    contents = new PostgresContentStore(bench.pool);
  });
  afterAll(() => bench.dispose());

  it('returns the same bytes, whatever they are', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 13, 10]), randomBytes(3_000_000)]) {
      const key = `k${bytes.length}`;
      await contents.put(tenant, key, bytes);
      expect((await contents.get(tenant, key))?.equals(bytes)).toBe(true);
    }
  });

  it('does not find content that was never stored', async () => {
    expect(await contents.get(tenant, 'unknown')).toBeUndefined();
  });

  it('keeps the first of two writings', async () => {
    await contents.put(tenant, 'once', Buffer.from('signed'));
    await contents.put(tenant, 'once', Buffer.from('forged'));
    expect((await contents.get(tenant, 'once'))?.toString()).toBe('signed');
  });

  it('takes many at the same moment, each as it is and where it belongs; of two with one key the first', async () => {
    const live = { ...tenant, livemode: true };
    const files = Array.from({ length: 150 }, (_, n) => randomBytes(n * 7));
    await Promise.all([
      ...files.map((bytes, n) => contents.put(n % 2 ? tenant : live, `many-${n}`, bytes)),
      ...files.map((_, n) => contents.put(n % 2 ? tenant : live, `many-${n}`, Buffer.from('second'))),
    ]);
    for (const [n, bytes] of files.entries()) {
      expect((await contents.get(n % 2 ? tenant : live, `many-${n}`))?.equals(bytes)).toBe(true);
      expect(await contents.get(n % 2 ? live : tenant, `many-${n}`)).toBeUndefined();
    }
  });

  it('keeps tenants and environments apart', async () => {
    await contents.put(tenant, 'mine', Buffer.from('mine'));
    expect(await contents.get({ ...tenant, livemode: true }, 'mine')).toBeUndefined();
    expect(await contents.get({ ...tenant, organizationId: 'f'.repeat(24) }, 'mine')).toBeUndefined();
  });

  it('never returns expired content, and sweeps only that', async () => {
    const put = (key: string, ms: number) =>
      contents.put(tenant, key, Buffer.from(key), { expiresAt: new Date(Date.now() + ms) });
    await Promise.all([
      put('old', -1),
      put('young', 3_600_000),
      contents.put(tenant, 'kept', Buffer.from('k')),
    ]);
    expect(await contents.get(tenant, 'old')).toBeUndefined();
    expect(await contents.take(tenant, 'old')).toBeUndefined();
    expect(await contents.sweep()).toBe(1);
    expect(await contents.sweep()).toBe(0);
    expect((await contents.get(tenant, 'young'))?.toString()).toBe('young');
    expect((await contents.get(tenant, 'kept'))?.toString()).toBe('k');
  });

  it('removes what is named, of that tenant alone', async () => {
    const other = { ...tenant, livemode: true };
    for (const owner of [tenant, other])
      for (const key of ['a', 'b', 'c']) await contents.put(owner, key, Buffer.from(key));
    await contents.remove(tenant, ['a', 'b', 'unknown']);
    expect(await Promise.all(['a', 'b'].map((key) => contents.get(tenant, key)))).toEqual([
      undefined,
      undefined,
    ]);
    expect(await contents.get(tenant, 'c')).toBeDefined();
    expect(await contents.get(other, 'a')).toBeDefined();
  });
});
