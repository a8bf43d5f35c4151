import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Vault, deriveKey } from '#hosting';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { invoice } from '../support/bodies.js';
import { removeDataFolder } from '../support/data-folder.js';
import { MASTER_KEY, startApp, type TestApp } from '../support/app.js';

/** The operator's programs on keys, as processes beside a service that runs; on documents in doubt, where npm start does or did. */
describe('keys', () => {
  let build: Build;
  let app: TestApp;
  let dataDir: string;
  beforeAll(async () => {
    [build, app, dataDir] = await Promise.all([
      buildServices(),
      startApp(),
      mkdtemp(join(tmpdir(), 'timbra-keys-')),
    ]);
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([build.remove(), rm(dataDir, { recursive: true, force: true })]);
  });

  const program = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new ServiceProcess(
      'operator',
      build.program(name),
      {
        DATABASE_URL: app.runtime.pool.options.connectionString ?? '',
        ...{ TIMBRA_DATA: dataDir, TIMBRA_MASTER_KEY: MASTER_KEY },
        ...env,
      },
      [...args],
    ).finished();
  const keys = (...args: string[]) => program('apps/standalone/src/keys-main', args);
  const rotate = (purpose: string, env: Readonly<Record<string, string>>) =>
    program('libs/hosting/src/runtime/rotate-key', [purpose], env);

  it('a service that lacks a key of its own ends with its name, and makes none', async () => {
    const own = (purpose: string) => ({ [`TIMBRA_${purpose}_KEY`]: randomBytes(32).toString('base64') });
    const env = { TIMBRA_MASTER_KEY: '', TIMBRA_KAFKA: '127.0.0.1:1', ...own('DOCUMENTS'), ...own('BUS') };
    await expect(program('apps/stamping/src/main', [], env)).rejects.toThrow(
      'This process needs TIMBRA_SIGNING_KEY: 32 bytes in base64',
    );
  });

  it('npm start on a port that is taken ends with a sentence, and makes nothing', async () => {
    const { port } = new URL(app.baseUrl);
    const fresh = join(dataDir, 'fresh');
    const start = (env: Readonly<Record<string, string>>) =>
      program('apps/standalone/src/main', [], { DATABASE_URL: '', TIMBRA_DATA: fresh, ...env });
    const inUse = `Port ${port} is in use: stop the program that has it, or set`;
    // The message of what failed has all that it printed.
    for (const setting of ['TIMBRA_PORT', 'TIMBRA_OPERATOR_PORT'])
      await expect(start({ TIMBRA_PORT: '0', [setting]: port })).rejects.toThrow(
        `operator ended with 1:\n${inUse} ${setting} to another one.\n`,
      );
    await expect(access(fresh)).rejects.toThrow('ENOENT');
  });

  it('npm run keys -- revoke-all ends an organization’s keys in a service that runs, and says what is left', async () => {
    const user = await app.newUser();
    const { id, key } = await app.newOrganization(user);
    expect((await app.api('GET', '/organizations/me', undefined, { key })).status).toBe(200);
    const said = await keys('revoke-all', id);
    // Without a wait: what the program says is so.
    expect((await app.api('GET', '/organizations/me', undefined, { key })).status).toBe(401);
    expect(said).toContain(`1 key of the organization ${id} revoked. No gateway takes them any more.`);
    expect(said).toMatch(/The user [0-9a-f]{24} still has access/);
    await expect(keys('revoke')).rejects.toThrow('npm run keys -- revoke-all ORGANIZATION');
  });

  it('npm run keys -- revoke-all does so beside npm start, whose database only its own user reaches', async () => {
    const own = await mkdtemp(join(tmpdir(), 'timbra-embedded-'));
    const env = { DATABASE_URL: '', TIMBRA_DATA: own, TIMBRA_PORT: '0', TIMBRA_MASTER_KEY: '' };
    // What nothing reads is told, and the start goes on.
    const wrong = { TIMBRA_PROT: '4000' };
    const service = new ServiceProcess('standalone', build.program('apps/standalone/src/main'), {
      ...env,
      ...wrong,
    });
    try {
      await service.prints(/(Timbra is ready)/);
      expect(service.printed.match(/^.*TIMBRA_PROT.*$/gm)).toEqual([
        '  TIMBRA_PROT is no setting of Timbra and does nothing: did you mean TIMBRA_PORT?',
      ]);
      const demo = JSON.parse(await readFile(join(own, 'demo.json'), 'utf8')) as TestApp['demo'];
      const ask = async () => {
        const headers = { authorization: `Bearer ${demo.test_key}` };
        return (await fetch(`${demo.base_url}/customers`, { headers })).status;
      };
      expect(await ask()).toBe(200);
      // Nothing is in doubt; a document that is in none is forced by nobody.
      const doubts = (...args: string[]) => program('apps/standalone/src/doubts-main', args, env);
      const force = () => doubts('force', 'f'.repeat(24), '--pac', 'finkok', '--accept-risk');
      expect(await doubts('list')).toBe('');
      await expect(force()).rejects.toThrow('There is no stamping in doubt of that document.');
      const said = await program('apps/standalone/src/keys-main', ['revoke-all', demo.organization_id], env);
      expect(await ask()).toBe(401);
      expect(said).toContain('revoked. No gateway takes them any more.');
      expect(await service.stop()).toBe(0);
      // Nobody runs it now: the command starts the database itself.
      expect(
        await program('apps/standalone/src/keys-main', ['revoke-all', demo.organization_id], env),
      ).toContain('0 keys of the organization');
      await expect(force()).rejects.toThrow('Nobody runs the service, so nobody would send the document');
    } finally {
      if (service.running) await service.kill();
      await removeDataFolder(own);
    }
  }, 120_000);

  it('npm run seal-documents seals what the release before has stored, beside a service that runs', async () => {
    const made = await app.post('/invoices', invoice());
    const xml = (await app.api('GET', `/invoices/${made.id}/xml`)).bytes;
    const { pool, contents } = app.runtime;
    const tenant = { organizationId: app.demo.organization_id, livemode: false };
    const { rows } = await pool.query<{ xml_key: string }>(
      'SELECT xml_key FROM gateway.invoices WHERE id = $1',
      [made.id],
    );
    const stored = await contents.get(tenant, rows[0]?.xml_key ?? '');
    await pool.query('UPDATE platform.contents SET bytes = $2, sealed = NULL WHERE key = $1', [
      rows[0]?.xml_key,
      stored,
    ]);
    await pool.query(
      `INSERT INTO platform.mailbox (organization_id, livemode, id, received_at, subject, recipients, raw)
       VALUES ($1, false, 'f0', now(), 'Factura', '{ana@example.com}', $2)`,
      [tenant.organizationId, Buffer.from('Subject: Factura\r\n\r\nHola')],
    );
    expect((await app.api('GET', `/invoices/${made.id}/xml`)).bytes.equals(xml)).toBe(true);
    const said = await program('libs/hosting/src/runtime/seal-documents', []);
    expect(said).toContain('Sealed 1 documents and 1 mails.');
    const left = `SELECT FROM platform.contents WHERE bytes IS NOT NULL
      UNION ALL SELECT FROM platform.mailbox WHERE raw IS NOT NULL OR subject IS NOT NULL OR recipients IS NOT NULL`;
    expect((await pool.query(left)).rowCount).toBe(0);
    expect((await app.api('GET', `/invoices/${made.id}/xml`)).bytes.equals(xml)).toBe(true);
  });

  it('npm run rotate-key -- signing puts a key of its own in the place of the master key’s', async () => {
    const purpose = 'signing';
    const { pool } = app.runtime;
    const to = randomBytes(32);
    const env = { [`TIMBRA_${purpose.toUpperCase()}_KEY`]: to.toString('base64') };
    const said = await rotate(purpose, env);
    expect(said).toMatch(new RegExp(`opens all [1-9]\\d* data keys of ${purpose}`));
    expect(said).not.toContain(to.toString('base64').slice(0, 12));
    await new Vault(pool, purpose, [to]).verify();
    const before = deriveKey(Buffer.from(MASTER_KEY, 'base64'), purpose);
    await expect(new Vault(pool, purpose, [before]).verify()).rejects.toThrow(
      `The key of ${purpose} was changed`,
    );
    // Another one that knows nothing of the one in force changes nothing.
    await expect(rotate(purpose, { ...env, ...other(purpose) })).rejects.toThrow('in force is another one');
    await new Vault(pool, purpose, [to]).verify();
  });

  const other = (purpose: string) => ({
    [`TIMBRA_${purpose.toUpperCase()}_KEY`]: randomBytes(32).toString('base64'),
  });

  it('npm run rotate-key -- bus keeps processes from starting that would not understand the others', async () => {
    const { pool } = app.runtime;
    const said = await rotate('bus', other('bus'));
    expect(said).toContain('The new key of the bus is in force');
    const { rows } = await pool.query("SELECT fingerprint FROM platform.keys_in_force WHERE purpose = 'bus'");
    expect(rows).toHaveLength(1);
  });
});
