import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import { openBench, tenant, type Bench } from '#hosting/testing/bench';
import { Vault } from '#hosting/secrets/vault';
import { PostgresContentStore } from './content-store.js';
import { sealOldContents } from './seal-old.js';

describe('PostgresContentStore', () => {
  let bench: Bench;
  let vault: Vault;
  let contents: PostgresContentStore;
  beforeAll(async () => {
    bench = await openBench();
    vault = new Vault(bench.pool, 'documents', [randomBytes(32)]);
    contents = new PostgresContentStore(bench.pool, vault);
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

  it.each([
    ['one of several processes', false, 1],
    ['the only process', true, 0],
  ])('hands a file over once, to its tenant, in %s', async (_, soleInstance, stored) => {
    const store = new PostgresContentStore(bench.pool, vault, { soleInstance });
    const key = `render/${newId()}`;
    await store.hand(tenant, key, Buffer.from('%PDF'), new Date(Date.now() + 3_600_000));
    const { rows } = await bench.pool.query('SELECT FROM platform.contents WHERE key = $1', [key]);
    expect(rows.length).toBe(stored);
    expect(await store.take({ ...tenant, livemode: true }, key)).toBeUndefined();
    expect(await store.take({ ...tenant, organizationId: 'f'.repeat(24) }, key)).toBeUndefined();
    expect((await store.take(tenant, key))?.toString()).toBe('%PDF');
    expect(await store.take(tenant, key)).toBeUndefined();
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

  const XML = `<?xml version="1.0"?><cfdi:Comprobante Total="116.00">${'<c a="XAXX010101000"/>'.repeat(5_000)}</cfdi:Comprobante>`;
  const rowsOf = async (key: string) =>
    (
      await bench.pool.query<{ bytes: Buffer | null; sealed: Buffer | null }>(
        'SELECT bytes, sealed FROM platform.contents WHERE key = $1',
        [key],
      )
    ).rows;
  const storeInClear = (key: string, bytes: Buffer) =>
    bench.pool.query(
      'INSERT INTO platform.contents (organization_id, livemode, key, bytes) VALUES ($1, $2, $3, $4)',
      [tenant.organizationId, tenant.livemode, key, bytes],
    );

  it.each([
    ['small XML', '<a Rfc="XAXX010101000"/>'],
    ['XML', XML.slice(0, 5_000)],
    ['large XML', XML],
    ['JSON', JSON.stringify({ xml: XML })],
  ])('stores no %s that anybody could read, and nothing that opens in another place', async (name, text) => {
    await contents.put(tenant, name, Buffer.from(text));
    expect((await contents.get(tenant, name))?.toString()).toBe(text);
    const [row] = await rowsOf(name);
    expect([row?.bytes, row?.sealed?.includes('XAXX') ?? true]).toEqual([null, false]);
    await bench.pool.query(
      `INSERT INTO platform.contents (organization_id, livemode, key, sealed)
       SELECT organization_id, true, key, sealed FROM platform.contents WHERE key = $1`,
      [name],
    );
    await expect(contents.get({ ...tenant, livemode: true }, name)).rejects.toThrow();
    const stranger = new PostgresContentStore(
      bench.pool,
      new Vault(bench.pool, 'documents', [randomBytes(32)]),
    );
    await expect(stranger.get(tenant, name)).rejects.toThrow();
    const elsewhere = new PostgresContentStore(bench.another().pool, vault);
    expect((await elsewhere.take(tenant, name))?.toString()).toBe(text);
  });

  it('takes no more room than in clear: XML is compressed before it is sealed', async () => {
    await contents.put(tenant, 'room', Buffer.from(XML));
    expect((await rowsOf('room'))[0]?.sealed?.length).toBeLessThan(XML.length / 4);
  });

  it('reads what was stored in clear, and seals it later', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `old-${n}`);
    for (const key of keys) await storeInClear(key, Buffer.from(`<${key}/>`));
    await contents.put(tenant, 'old-3', Buffer.from('another'));
    expect((await contents.get(tenant, 'old-3'))?.toString()).toBe('<old-3/>');
    // A document that is read and removed meanwhile is no matter.
    await contents.remove(tenant, ['old-7']);
    const brokenOff = sealOldContents(bench.pool, vault, (sealed) => {
      if (sealed >= 100) throw new Error('kill -9');
    });
    await expect(brokenOff).rejects.toThrow('kill -9');
    expect(await sealOldContents(bench.pool, vault)).toBe(19);
    expect(await sealOldContents(bench.pool, vault)).toBe(0);
    for (const key of keys.filter((one) => one !== 'old-7')) {
      expect((await rowsOf(key)).map(({ bytes }) => bytes)).toEqual([null]);
      expect((await contents.get(tenant, key))?.toString()).toBe(`<${key}/>`);
    }
  });

  it('of a destroyed organization is removed where it still lies in clear', async () => {
    const gone = { ...tenant, organizationId: newId() };
    await contents.put(gone, 'sealed', Buffer.from('<a/>'));
    await bench.pool.query(
      `INSERT INTO platform.contents (organization_id, livemode, key, bytes) VALUES ($1, $2, 'clear', '<b/>')`,
      [gone.organizationId, gone.livemode],
    );
    await vault.destroy(gone.organizationId);
    await expect(contents.get(gone, 'sealed')).rejects.toMatchObject({ name: 'DataKeyDestroyed' });
    await sealOldContents(bench.pool, vault);
    const { rows } = await bench.pool.query<{ key: string }>(
      'SELECT key FROM platform.contents WHERE organization_id = $1',
      [gone.organizationId],
    );
    expect(rows).toEqual([{ key: 'sealed' }]);
  });

  it('is missed, and not mistaken, by the release before, which reads "bytes"', async () => {
    await contents.put(tenant, 'rolled out', Buffer.from('<a/>'));
    expect((await rowsOf('rolled out'))[0]?.bytes).toBeNull();
  });
});
