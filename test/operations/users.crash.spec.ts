import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServices, type Build } from '../kafka/build.js';
import { ServiceProcess } from '../kafka/process.js';
import { removeDataFolder } from '../support/data-folder.js';
import { MASTER_KEY, startApp, type TestApp } from '../support/app.js';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
type Env = Readonly<Record<string, string>>;

/** `npm run -s users`, as processes beside a service that runs, and where none does. */
describe('users', () => {
  let build: Build;
  let app: TestApp;
  let dataDir: string;
  beforeAll(async () => {
    [build, app, dataDir] = await Promise.all([
      buildServices(),
      startApp(),
      mkdtemp(join(tmpdir(), 'timbra-users-')),
    ]);
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([build.remove(), rm(dataDir, { recursive: true, force: true })]);
  });

  const besides = (): Env => ({
    DATABASE_URL: app.runtime.pool.options.connectionString ?? '',
    ...{ TIMBRA_DATA: dataDir, TIMBRA_MASTER_KEY: MASTER_KEY },
  });
  const start = (args: readonly string[], env: Env = besides()) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [build.program('apps/standalone/src/users-main'), ...args], {
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const ended = new Promise<Ended>((settle) => child.once('close', (code) => settle({ code, out, err })));
    return { child, ended };
  };
  const users = (args: readonly string[], env?: Env) => start(args, env).ended;
  /** What a program printed: one line of JSON, and nothing else. */
  const line = ({ code, out, err }: Ended) => {
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^\{[^\n]*\}\n$/);
    return JSON.parse(out) as { id: string; email: string; user_key: string };
  };
  const me = (key: string) => app.api('GET', '/users/me', undefined, { key });

  it('add makes a user whose key works at once, and prints one line', async () => {
    const made = line(await users(['add', ' Ana@Example.com', '--name', 'Ana Pérez']));
    expect(Object.keys(made)).toEqual(['id', 'email', 'user_key']);
    expect(made).toMatchObject({
      email: 'ana@example.com',
      user_key: expect.stringMatching(/^sk_user_[0-9A-Za-z]{40}$/),
    });
    const { status, body } = await me(made.user_key);
    expect([status, body]).toEqual([
      200,
      {
        ...{ id: made.id, email: 'ana@example.com', full_name: 'Ana Pérez' },
        ...{ created_at: expect.any(String), organizations: [], organizations_are_capped: false },
      },
    ]);
    const again = await users(['add', 'ana@example.com']);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toBe(
      'There is a user ana@example.com already. "npm run -s users -- reset ana@example.com" makes a new key for them and ends the others.\n',
    );
  }, 120_000);

  it('reset ends the keys before, at once, and prints the new one', async () => {
    const made = line(await users(['add', 'eva@example.com']));
    const another = (await app.api('POST', '/users/me/keys', undefined, { key: made.user_key })).body;
    const reset = line(await users(['reset', 'EVA@example.com']));
    expect(reset).toEqual({ id: made.id, email: 'eva@example.com', user_key: expect.any(String) });
    const statuses = [made.user_key, another, reset.user_key].map(async (key) => (await me(key)).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  }, 120_000);

  it('suspend and resume say so, and list shows it; the last owner’s organization is named', async () => {
    const made = line(await users(['add', 'luz@example.com', '--name=Luz']));
    const { id } = await app.newOrganization(made.user_key);
    const listed = async () => {
      const { code, out, err } = await users(['list']);
      expect([code, err]).toEqual([0, '']);
      const all = out
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one) as { email: string });
      return all.find(({ email }) => email === 'luz@example.com');
    };
    const shown = { id: made.id, email: 'luz@example.com', full_name: 'Luz', keys: 1 };
    expect(await listed()).toEqual({ ...shown, created_at: expect.any(String), suspended_at: null });
    for (const _ of ['once', 'and again']) {
      const { code, out, err } = await users(['suspend', 'luz@example.com']);
      expect([code, JSON.parse(out)]).toEqual([0, { id: made.id, email: made.email, suspended: true }]);
      expect(err).toBe(`Warning: no owner of the organization ${id} can act now.\n`);
    }
    const refused = await me(made.user_key);
    expect([refused.status, refused.body.code]).toEqual([403, 'user_suspended']);
    expect(await listed()).toMatchObject({ suspended_at: expect.any(String) });
    const { err } = await users(['reset', 'luz@example.com']);
    expect(err).toBe('luz@example.com is suspended: the key works once they are resumed.\n');
    for (const _ of ['once', 'and again'])
      expect(line(await users(['resume', 'luz@example.com']))).toMatchObject({ suspended: false });
    expect(await listed()).toMatchObject({ suspended_at: null });
  }, 120_000);

  it('what is wrong ends with a sentence, and nothing on standard output', async () => {
    const wrong = [
      [['add', 'ana'], '"ana" is no e-mail address.\nnpm run -s users'],
      [['suspend', 'nobody@example.com'], 'There is no user nobody@example.com.\n'],
      [['reset', 'nobody@example.com'], 'There is no user nobody@example.com.\n'],
    ] as const;
    for (const [args, sentence] of wrong) {
      const { code, out, err } = await users(args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(new RegExp(`^${sentence}`));
      expect(err).not.toMatch(/\n\s+at /);
    }
  }, 120_000);

  it('of several that add one address at once, one wins', async () => {
    const ended = await Promise.all([1, 2, 3].map(() => users(['add', 'una@example.com'])));
    const [won, ...others] = ended.filter(({ code }) => code === 0);
    expect(others).toEqual([]);
    expect((await me(line(won!).user_key)).body.email).toBe('una@example.com');
    for (const { out, err } of ended.filter(({ code }) => code !== 0)) {
      expect(out).toBe('');
      expect(err).toContain('There is a user una@example.com already');
    }
  }, 120_000);

  it('killed at any moment, it works when it is called again', async () => {
    for (const [n, afterMs] of [400, 1_100, 1_700].entries()) {
      const email = `killed-${n}@example.com`;
      const { child, ended } = start(['add', email]);
      await sleep(afterMs);
      child.kill('SIGKILL');
      await ended;
      const again = await users(['add', email]);
      // Either nothing was made, or the user was, and their key was lost with the process.
      const { user_key } = again.code === 0 ? line(again) : line(await users(['reset', email]));
      expect((await me(user_key)).body.email).toBe(email);
    }
  }, 120_000);

  it('works beside npm start, and where nothing runs, two at once as well', async () => {
    const own = await mkdtemp(join(tmpdir(), 'timbra-embedded-'));
    const env = { DATABASE_URL: '', TIMBRA_DATA: own, TIMBRA_PORT: '0', TIMBRA_MASTER_KEY: '' };
    // Before the very first start.
    const first = line(await users(['add', 'first@example.com'], env));
    const service = new ServiceProcess('standalone', build.program('apps/standalone/src/main'), env);
    try {
      await service.prints(/(Timbra is ready)/);
      const demo = JSON.parse(await readFile(join(own, 'demo.json'), 'utf8')) as TestApp['demo'];
      const ask = async (key: string) => {
        const response = await fetch(`${demo.base_url}/users/me`, {
          headers: { authorization: `Bearer ${key}` },
        });
        return response.status;
      };
      expect(await ask(first.user_key)).toBe(200);
      const made = line(await users(['add', 'ana@example.com'], env));
      expect(await ask(made.user_key)).toBe(200);
      const reset = line(await users(['reset', 'ana@example.com'], env));
      expect(await Promise.all([made, reset].map(({ user_key }) => ask(user_key)))).toEqual([401, 200]);
      // The demo's own address is taken, though nobody added it.
      expect(await users(['add', 'demo@example.com'], env)).toMatchObject({ code: 1, out: '' });
      expect(await service.stop()).toBe(0);
      const both = await Promise.all(
        ['eva', 'luz'].map((name) => users(['add', `${name}@example.com`], env)),
      );
      expect(both.map((one) => line(one).email)).toEqual(['eva@example.com', 'luz@example.com']);
      expect((await users(['list'], env)).out.trim().split('\n')).toHaveLength(5);
    } finally {
      if (service.running) await service.kill();
      await removeDataFolder(own);
    }
  }, 180_000);
});
