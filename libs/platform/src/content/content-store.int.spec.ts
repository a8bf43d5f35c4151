import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBench, tenant, type Bench } from '../testing/bench.js';
import { PostgresContentStore } from './content-store.js';

describe('PostgresContentStore', () => {
  let bench: Bench;
  let contents: PostgresContentStore;
  beforeAll(async () => {
    bench = await openBench();
    contents = new PostgresContentStore(bench.pool);
  });
  afterAll(() => bench.dispose());

  it('gives back the bytes, whatever they are', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 13, 10]), randomBytes(3_000_000)]) {
      const key = `k${bytes.length}`;
      await contents.put(tenant, key, bytes);
      expect((await contents.get(tenant, key))?.equals(bytes)).toBe(true);
    }
  });

  it('knows nothing of what was not put', async () => {
    expect(await contents.get(tenant, 'unknown')).toBeUndefined();
  });

  it('keeps the first of two writings', async () => {
    await contents.put(tenant, 'once', Buffer.from('signed'));
    await contents.put(tenant, 'once', Buffer.from('forged'));
    expect((await contents.get(tenant, 'once'))?.toString()).toBe('signed');
  });

  it('keeps tenants and environments apart', async () => {
    await contents.put(tenant, 'mine', Buffer.from('mine'));
    expect(await contents.get({ ...tenant, livemode: true }, 'mine')).toBeUndefined();
    expect(await contents.get({ ...tenant, organizationId: 'f'.repeat(24) }, 'mine')).toBeUndefined();
  });
});
