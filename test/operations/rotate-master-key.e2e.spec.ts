import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Vault, createPool, keysOf, loadMasterKey, migrate, platformMigrations } from '#hosting';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';

const PROGRAM = 'libs/hosting/src/runtime/rotate-master-key';
/** More than one transaction's worth of the program: it takes a thousand at a time. */
const ORGANIZATIONS = 2_500;

/** `npm run rotate-master-key` as a process: with the data folder's key, and with keys in the environment. */
describe('npm run rotate-master-key', () => {
  let build: Build;
  let database: TestDatabase;
  let dataDir: string;
  let pool: pg.Pool;
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, n) => n.toString(16).padStart(24, '0'));
  const some = [0, 999, 1_500, 2_499].map((n) => organizations[n] ?? '');

  beforeAll(async () => {
    [build, database, dataDir] = await Promise.all([
      buildServices(),
      freshDatabase(),
      mkdtemp(join(tmpdir(), 'timbra-rotate-')),
    ]);
    await migrate(database.url, platformMigrations);
    pool = createPool(database.url, { applicationName: 'test', max: 4, onIdleError: () => undefined });
  });
  afterAll(async () => {
    await pool.end();
    await Promise.all([build.remove(), database.drop(), rm(dataDir, { recursive: true, force: true })]);
  });

  const program = (env: Readonly<Record<string, string>> = {}) =>
    new ServiceProcess('rotation', build.program(PROGRAM), {
      ...{ DATABASE_URL: database.url, TIMBRA_DATA: dataDir },
      ...env,
    });
  const keyOfFolder = () => loadMasterKey(dataDir, undefined);
  const vaultOf = (masterKey: Buffer) => new Vault(pool, 'documents', keysOf(masterKey).documents);
  const opens = async (masterKey: Buffer, organization: string) =>
    (
      await vaultOf(masterKey)
        .get(organization, 'csd')
        .catch(() => undefined)
    )?.toString();
  const isThere = (file: string) =>
    access(join(dataDir, file)).then(
      () => true,
      () => false,
    );

  it('killed in the middle, keeps every secret readable, and continues in the next run', async () => {
    const old = await keyOfFolder();
    const vault = vaultOf(old);
    await vault.verify();
    await Promise.all(organizations.map((organization) => vault.seal(organization, 'x', Buffer.from('x'))));
    for (const organization of some) await vault.put(organization, 'csd', Buffer.from(organization));
    // The second batch has to wait for this row; the first one is committed by then.
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM platform.wrapped_keys WHERE organization_id = $1 FOR UPDATE', [some[2]]);
    const first = program();
    for (const deadline = Date.now() + 30_000; (await opens(old, some[1] ?? '')) !== undefined;)
      if (Date.now() > deadline) throw new Error(`nothing was wrapped again:\n${first.printed}`);
    expect(await first.kill()).toBe('SIGKILL');
    await holder.query('ROLLBACK');
    holder.release();
    // Both are there, and between them everything opens; a service is told what to do.
    expect([await isThere('master.key'), await isThere('master.key.next')]).toEqual([true, true]);
    const next = Buffer.from(await readFile(join(dataDir, 'master.key.next'), 'utf8'), 'base64');
    const found = await Promise.all(
      some.map(async (organization) => [await opens(old, organization), await opens(next, organization)]),
    );
    expect(found).toEqual([
      [undefined, some[0]],
      [undefined, some[1]],
      [some[2], undefined],
      [some[3], undefined],
    ]);
    await expect(vaultOf(old).verify()).rejects.toThrow('npm run rotate-master-key');

    const said = await program().finished();
    expect(said).toContain(
      `The new master key opens all ${ORGANIZATIONS} data keys of documents. This run wrapped 1500 of them again`,
    );
    expect([await isThere('master.key'), await isThere('master.key.next')]).toEqual([true, false]);
    expect(await keyOfFolder()).toEqual(next);
    for (const organization of some) expect(await opens(next, organization)).toBe(organization);
  });

  it('with keys in the environment, changes to the one given and leaves the folder alone', async () => {
    const [from, to] = [await keyOfFolder(), randomBytes(32)];
    const env = {
      TIMBRA_MASTER_KEY: to.toString('base64'),
      TIMBRA_MASTER_KEY_ALSO: from.toString('base64'),
    };
    const said = await program(env).finished();
    expect(said).toContain(`This run wrapped ${ORGANIZATIONS} of them again`);
    expect(said).toContain('without TIMBRA_MASTER_KEY_ALSO');
    expect(said).not.toContain(to.toString('base64').slice(0, 12));
    expect(await keyOfFolder()).toEqual(from);
    for (const organization of some) expect(await opens(to, organization)).toBe(organization);
    expect(await program(env).finished()).toContain('This run wrapped 0 of them again');
  });

  it.each([
    ['only the new key', { TIMBRA_MASTER_KEY: randomBytes(32).toString('base64') }],
    ['only the old key', { TIMBRA_MASTER_KEY_ALSO: randomBytes(32).toString('base64') }],
  ])('with %s says what it needs', async (_, env) => {
    await expect(program(env).finished()).rejects.toThrow('TIMBRA_MASTER_KEY must hold the new key');
  });
});
