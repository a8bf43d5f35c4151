import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import { deriveKey, keysOf, type Keys } from '../config/keys.js';
import { StartupError } from '../postgres/startup-error.js';
import { openBench, type Bench } from '../testing/bench.js';
import { fingerprintOf, sealWith } from './sealing.js';
import { rotateDataKeys } from './rotate.js';
import { takeOverMasterKey } from './take-over.js';
import { Vault } from './vault.js';

/** An installation as the release before leaves it: one data key for each owner, wrapped by the master key. */
describe('what was sealed when there was one key', () => {
  let bench: Bench;
  let master: Buffer;
  let keys: Keys;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    await bench.pool.query(
      'TRUNCATE platform.data_keys, platform.wrapped_keys, platform.secrets, platform.master_key, platform.keys_in_force',
    );
    master = randomBytes(32);
    keys = keysOf(master);
  });

  const CSD = 'csd/test/EKU9003173C9';
  const LINK = 'edit-link/1';
  /** Seals as the release before did; gives the owner's data key. */
  async function sealAsBefore(owner: string, secrets: readonly string[], by = master): Promise<Buffer> {
    const dataKey = randomBytes(32);
    await bench.pool.query('INSERT INTO platform.data_keys VALUES ($1, $2)', [
      owner,
      sealWith(by, dataKey, `data key of ${owner}`),
    ]);
    for (const name of secrets)
      await bench.pool.query(
        'INSERT INTO platform.secrets (organization_id, name, sealed) VALUES ($1, $2, $3)',
        [...[owner, name], sealWith(dataKey, Buffer.from(`${owner} ${name}`), `${owner}/${name}`)],
      );
    return dataKey;
  }
  const vaults = (of = keys) => ({
    documents: new Vault(bench.pool, 'documents', of.documents),
    signing: new Vault(bench.pool, 'signing', of.signing),
  });
  const leftOver = async () => (await bench.pool.query('SELECT FROM platform.data_keys')).rowCount;

  it('opens: documents with the one key, what signs with the other, and neither with both', async () => {
    const owners = Array.from({ length: 3 }, () => newId());
    for (const owner of owners) await sealAsBefore(owner, [CSD, LINK]);
    expect(await takeOverMasterKey(bench.pool, keys)).toBe(3);
    const { documents, signing } = vaults();
    await Promise.all([documents.verify(), signing.verify()]);
    for (const owner of owners) {
      expect((await documents.get(owner, LINK))?.toString()).toBe(`${owner} ${LINK}`);
      expect((await signing.get(owner, CSD))?.toString()).toBe(`${owner} ${CSD}`);
      await expect(documents.get(owner, CSD)).rejects.toThrow();
      await expect(signing.get(owner, LINK)).rejects.toThrow();
    }
    expect(await leftOver()).toBe(0);
    expect(await takeOverMasterKey(bench.pool, keys)).toBe(0);
  });

  it('opens also where it lies outside of the vault: mails of documents, the sandbox’s keys of signing', async () => {
    const owner = newId();
    const mail = sealWith(await sealAsBefore(owner, []), Buffer.from('mail'), `${owner}/mail/1`);
    const key = sealWith(await sealAsBefore('sandbox', []), Buffer.from('key'), 'sandbox/pac');
    await takeOverMasterKey(bench.pool, keys);
    const { documents, signing } = vaults();
    expect((await documents.open(owner, 'mail/1', mail)).toString()).toBe('mail');
    expect((await signing.open('sandbox', 'pac', key)).toString()).toBe('key');
    await expect(documents.open('sandbox', 'pac', key)).rejects.toThrow();
  });

  it('is taken over once by processes that start together', async () => {
    const owners = Array.from({ length: 1_200 }, () => newId());
    for (const owner of owners) await sealAsBefore(owner, owner === owners[700] ? [CSD, LINK] : []);
    const starts = await Promise.all([1, 2, 3].map(() => takeOverMasterKey(bench.another().pool, keys)));
    expect(starts.reduce((sum, taken) => sum + taken)).toBe(1_200);
    expect((await vaults().signing.get(owners[700] ?? '', CSD))?.toString()).toContain(CSD);
  });

  it('is taken over by a process that needs one of the keys only, for all', async () => {
    const owner = newId();
    await sealAsBefore(owner, [CSD, LINK]);
    await takeOverMasterKey(bench.pool, { ...keys, signing: [] });
    expect((await vaults().signing.get(owner, CSD))?.toString()).toContain(CSD);
  });

  it('joins what a new process has sealed already, as when one of before was slow to end', async () => {
    const owner = newId();
    await vaults().documents.put(owner, 'new', Buffer.from('new'));
    await vaults().signing.put(owner, 'csd/test/NEW', Buffer.from('new csd'));
    await sealAsBefore(owner, [CSD, LINK]);
    await takeOverMasterKey(bench.pool, keys);
    const { documents, signing } = vaults();
    const found = [await documents.get(owner, 'new'), await documents.get(owner, LINK)];
    expect(found.map(String)).toEqual(['new', `${owner} ${LINK}`]);
    expect((await signing.get(owner, 'csd/test/NEW'))?.toString()).toBe('new csd');
    expect((await signing.get(owner, CSD))?.toString()).toBe(`${owner} ${CSD}`);
  });

  it('keeps programs of before from starting, and from making data keys', async () => {
    await takeOverMasterKey(bench.pool, keys);
    const { rows } = await bench.pool.query<{ fingerprint: string }>(
      'SELECT fingerprint FROM platform.master_key',
    );
    expect(rows[0]?.fingerprint).not.toBe(fingerprintOf(master));
  });

  it('needs the master key, and says so; a process without any data does not', async () => {
    await sealAsBefore(newId(), [CSD]);
    const own = { ...keysOf(randomBytes(32)), master: [] };
    await expect(takeOverMasterKey(bench.pool, own)).rejects.toThrow(StartupError);
    await expect(takeOverMasterKey(bench.pool, own)).rejects.toThrow('TIMBRA_MASTER_KEY');
    expect(await takeOverMasterKey(bench.pool, { ...own, documents: [], signing: [] })).toBe(0);
    await expect(takeOverMasterKey(bench.pool, keysOf(randomBytes(32)))).rejects.toThrow(
      'The master key is not the one',
    );
    expect(await leftOver()).toBe(1);
    expect(await takeOverMasterKey(bench.pool, keys)).toBe(1);
  });

  it('goes on from a change of the master key that was broken off', async () => {
    const next = randomBytes(32);
    await sealAsBefore('f'.repeat(24), [LINK]);
    await sealAsBefore('a'.repeat(24), [LINK], next);
    await bench.pool.query('INSERT INTO platform.master_key (fingerprint) VALUES ($1)', [
      fingerprintOf(next),
    ]);
    await expect(takeOverMasterKey(bench.pool, keys)).rejects.toThrow('npm run rotate-master-key');
    expect(await takeOverMasterKey(bench.pool, keysOf(next, master))).toBe(2);
    const both = vaults(keysOf(next, master));
    for (const owner of ['f'.repeat(24), 'a'.repeat(24)])
      expect((await both.documents.get(owner, LINK))?.toString()).toBe(`${owner} ${LINK}`);
  });

  it('gets keys of its own afterwards, and then the master key opens nothing', async () => {
    const owner = newId();
    await sealAsBefore(owner, [CSD, LINK]);
    await takeOverMasterKey(bench.pool, keys);
    const own = { documents: randomBytes(32), signing: randomBytes(32) };
    for (const purpose of ['documents', 'signing'] as const)
      await rotateDataKeys({
        pool: bench.pool,
        purpose,
        from: [deriveKey(master, purpose)],
        to: own[purpose],
      });
    await expect(vaults().documents.verify()).rejects.toThrow(StartupError);
    await expect(vaults().signing.get(owner, CSD)).rejects.toThrow();
    const signing = new Vault(bench.pool, 'signing', [own.signing]);
    expect((await signing.get(owner, CSD))?.toString()).toBe(`${owner} ${CSD}`);
  });
});
