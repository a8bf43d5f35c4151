import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import { StartupError } from '../postgres/startup-error.js';
import { openBench, type Bench } from '../testing/bench.js';
import { openWith, sealWith } from './sealing.js';
import { Vault } from './vault.js';

const plain = Buffer.from('contraseña de la llave');

describe('sealing', () => {
  const key = randomBytes(32);

  it('opens with the same key and context, whatever the length', () => {
    for (const length of [0, 1, 16, 5_000]) {
      const bytes = randomBytes(length);
      expect(openWith(key, sealWith(key, bytes, 'here'), 'here')).toEqual(bytes);
    }
  });

  it('never gives the same twice', () => {
    expect(sealWith(key, plain, 'here').equals(sealWith(key, plain, 'here'))).toBe(false);
  });

  it('does not open with another key or context', () => {
    const sealed = sealWith(key, plain, 'here');
    expect(() => openWith(randomBytes(32), sealed, 'here')).toThrow();
    expect(() => openWith(key, sealed, 'there')).toThrow();
  });

  it('does not open after any byte was changed', () => {
    const sealed = sealWith(key, plain, 'here');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => openWith(key, changed, 'here')).toThrow();
    }
  });

  it('does not open after anything was cut off or added', () => {
    const sealed = sealWith(key, Buffer.alloc(0), 'here');
    // Down to a tag of four bytes, which AES-GCM would take if it were let to.
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => openWith(key, sealed.subarray(0, length), 'here')).toThrow();
    expect(() => openWith(key, Buffer.concat([sealed, Buffer.from([0])]), 'here')).toThrow();
  });
});

describe('Vault', () => {
  let bench: Bench;
  const keys = [randomBytes(32)];
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());

  it('finds nothing to prove itself by on a new database', async () => {
    await new Vault(bench.pool, 'documents', keys).verify();
  });

  it('keeps secrets by organization and name, over a restart', async () => {
    const [vault, one, two] = [new Vault(bench.pool, 'documents', keys), newId(), newId()];
    await vault.put(one, 'csd/live', plain);
    await vault.put(two, 'csd/live', Buffer.from('another'));
    await vault.put(two, 'csd/live', Buffer.from('replaced'));
    const restarted = new Vault(bench.pool, 'documents', keys);
    expect(await restarted.get(one, 'csd/live')).toEqual(plain);
    expect((await restarted.get(two, 'csd/live'))?.toString()).toBe('replaced');
    expect(await restarted.get(one, 'csd/test')).toBeUndefined();
  });

  it('stores nothing readable, and nothing that opens in another place', async () => {
    const [vault, one, two] = [new Vault(bench.pool, 'documents', keys), newId(), newId()];
    await vault.put(one, 'csd', plain);
    const { rows } = await bench.pool.query<{ sealed: Buffer }>(
      'SELECT sealed FROM platform.secrets WHERE organization_id = $1',
      [one],
    );
    const sealed = rows[0]!.sealed;
    expect(sealed.includes(plain)).toBe(false);
    expect(await vault.open(one, 'csd', sealed)).toEqual(plain);
    await expect(vault.open(one, 'other', sealed)).rejects.toThrow();
    await expect(vault.open(two, 'csd', sealed)).rejects.toThrow();
  });

  it('agrees on one data key when several processes are the first', async () => {
    const organization = newId();
    const vaults = Array.from({ length: 6 }, () => new Vault(bench.another().pool, 'documents', keys));
    const sealed = await Promise.all(vaults.map((vault) => vault.seal(organization, 'x', plain)));
    for (const [n, vault] of vaults.entries())
      expect(await vault.open(organization, 'x', sealed[(n + 1) % 6]!)).toEqual(plain);
  });

  it('opens nothing with another key, and says so at the start', async () => {
    const organization = newId();
    await new Vault(bench.pool, 'documents', keys).put(organization, 'csd', plain);
    const wrong = new Vault(bench.pool, 'documents', [randomBytes(32)]);
    await expect(wrong.get(organization, 'csd')).rejects.toThrow();
    await expect(wrong.verify()).rejects.toThrow(StartupError);
    await new Vault(bench.pool, 'documents', keys).verify();
  });

  it('can be asked again after the database was away', async () => {
    const pool = bench.another().pool;
    const organization = newId();
    const vault = new Vault(pool, 'documents', keys);
    const query = pool.query.bind(pool);
    pool.query = () => Promise.reject(new Error('away'));
    await expect(vault.seal(organization, 'x', plain)).rejects.toThrow('away');
    pool.query = query;
    expect(await vault.open(organization, 'x', await vault.seal(organization, 'x', plain))).toEqual(plain);
  });

  it('opens what another purpose has sealed neither with its own key nor as its own', async () => {
    const organization = newId();
    const signing = new Vault(bench.pool, 'signing', [randomBytes(32)]);
    await signing.put(organization, 'csd', plain);
    const documents = new Vault(bench.pool, 'documents', keys);
    await expect(documents.get(organization, 'csd')).rejects.toThrow();
    // Even with the same key: the data keys are others, and bound to their purpose.
    await expect(new Vault(bench.pool, 'signing', keys).get(organization, 'csd')).rejects.toThrow();
    expect(await signing.get(organization, 'csd')).toEqual(plain);
  });

  it('without a key seals and opens nothing, and starts', async () => {
    const none = new Vault(bench.pool, 'signing', []);
    await none.verify();
    await expect(none.put(newId(), 'csd', plain)).rejects.toThrow('this process has no key of signing');
  });

  it('takes a key of 32 bytes only', () => {
    expect(() => new Vault(bench.pool, 'documents', [randomBytes(16)])).toThrow();
  });

  describe('of a destroyed organization', () => {
    const destroyed = { name: 'DataKeyDestroyed' };
    const rowsOf = async (table: string, id: string) =>
      (await bench.pool.query(`SELECT * FROM platform.${table} WHERE organization_id = $1`, [id])).rows;

    it('opens nothing, with the master key and all rows that live', async () => {
      const [vault, id, other] = [new Vault(bench.pool, 'documents', keys), newId(), newId()];
      await vault.put(id, 'csd', plain);
      await vault.put(other, 'csd', plain);
      const sealed = await vault.seal(id, 'mail', plain);
      await vault.destroy(id);
      await expect(vault.open(id, 'mail', sealed)).rejects.toMatchObject(destroyed);
      await expect(new Vault(bench.pool, 'documents', keys).open(id, 'mail', sealed)).rejects.toMatchObject(
        destroyed,
      );
      expect(await vault.get(id, 'csd')).toBeUndefined();
      expect(await rowsOf('secrets', id)).toEqual([]);
      const [row, ...more] = (await rowsOf('wrapped_keys', id)) as { wrapped: Buffer; destroyed_at: Date }[];
      expect([more.length, row?.wrapped.length, row?.destroyed_at]).toEqual([0, 0, expect.any(Date)]);
      expect(await vault.get(other, 'csd')).toEqual(plain);
    });

    it('makes no other key, not even by who was about to make the first one', async () => {
      const [vault, id, unused] = [new Vault(bench.pool, 'documents', keys), newId(), newId()];
      await vault.destroy(unused);
      await expect(vault.put(unused, 'csd', plain)).rejects.toMatchObject(destroyed);
      // At the same moment: whoever is first, no key is left.
      const late = Array.from({ length: 5 }, () => new Vault(bench.pool, 'documents', keys));
      await Promise.all([vault.destroy(id), ...late.map((one) => one.put(id, 'csd', plain).catch(() => 0))]);
      const rows = (await rowsOf('wrapped_keys', id)) as { wrapped: Buffer }[];
      expect(rows.map(({ wrapped }) => wrapped.length)).toEqual([0]);
    });

    it('is destroyed once: again, and by another process, changes nothing', async () => {
      const [vault, id] = [new Vault(bench.pool, 'documents', keys), newId()];
      await vault.put(id, 'csd', plain);
      await vault.destroy(id);
      const before = await rowsOf('wrapped_keys', id);
      await vault.destroy(id);
      await new Vault(bench.pool, 'documents', keys).destroy(id);
      expect(await rowsOf('wrapped_keys', id)).toEqual(before);
    });

    it('is forgotten by every process, with what others keep of it', async () => {
      const [vault, away, id] = [...[1, 2].map(() => new Vault(bench.pool, 'documents', keys)), newId()] as [
        Vault,
        Vault,
        string,
      ];
      const told: string[] = [];
      away.onDestroyed((one) => told.push(one));
      const sealed = await away.seal(id, 'csd', plain);
      await vault.destroy(id);
      await away.forgetDestroyed();
      expect(told).toContain(id);
      await expect(away.open(id, 'csd', sealed)).rejects.toMatchObject(destroyed);
    });

    it('of one purpose leaves the key of the other', async () => {
      const [documents, signing, id] = [
        new Vault(bench.pool, 'documents', keys),
        new Vault(bench.pool, 'signing', keys),
        newId(),
      ];
      const sealed = await signing.seal(id, 'csd', plain);
      await documents.destroy(id);
      expect(await signing.open(id, 'csd', sealed)).toEqual(plain);
      await signing.destroy(id);
      await expect(signing.open(id, 'csd', sealed)).rejects.toMatchObject(destroyed);
    });

    it('does not keep a service from starting', async () => {
      const id = newId();
      const vault = new Vault(bench.pool, 'documents', keys);
      // The first of all organizations, by which a key proves itself.
      await bench.pool.query("DELETE FROM platform.wrapped_keys WHERE purpose = 'documents'");
      await vault.destroy(id);
      await new Vault(bench.pool, 'documents', keys).verify();
      await vault.put(newId(), 'csd', plain);
      await new Vault(bench.pool, 'documents', keys).verify();
    });
  });
});
