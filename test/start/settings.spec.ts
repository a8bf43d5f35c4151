import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#hosting/config/config';
import { checkSettings } from '../../scripts/lib/settings.mjs';

type Env = Readonly<Record<string, string>>;

const ROOT = resolve(import.meta.dirname, '../..');

const sentenceOf = (judge: () => unknown): string => {
  try {
    judge();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings that are judged before anything is installed or built', () => {
  it.each<Env>([
    { TIMBRA_EVENT_STORE: 'eventstoredb' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'http://u:s3cret@a:2113' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://u:s3cret@a:b' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://u:s3cret@a?tls=yes' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://u:s3cret@a?tls=false' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://u:s3cret@a?tlsVerifyCert=false' },
    { TIMBRA_EVENT_STORE: 'kurrent' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://a', EVENTSTOREDB_PREFIX: 'a.b' },
    { DATABASE_URL: 'mysql://u:s3cret@a/b' },
    { DATABASE_URL: 'localhost:5432' },
    { TIMBRA_KAFKA: 'a:9092', TIMBRA_KAFKA_SASL: 'plain', TIMBRA_KAFKA_TLS: 'true' },
  ])('are refused in the words of the service: %j', (env) => {
    const sentence = sentenceOf(() => checkSettings(env));
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).toBe(sentenceOf(() => loadConfig(env)));
    expect(sentence).not.toContain('s3cret');
  });

  it.each<Env>([
    {},
    { TIMBRA_EVENT_STORE: '', EVENTSTOREDB_URL: '' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://a', EVENTSTOREDB_PREFIX: 'test-2' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://u:p@a:2113,b:2113' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb+discover://cluster' },
    { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://a/?TLS=false&keep_alive_interval=9000' },
    { DATABASE_URL: 'postgresql://u:p@a/b', EVENTSTOREDB_PREFIX: 'a.b' },
  ])('pass where the service takes them: %j', (env) => {
    expect(() => checkSettings(env)).not.toThrow();
    expect(() => loadConfig(env)).not.toThrow();
  });

  const MISSING = 'TIMBRA_EVENT_STORE=eventstoredb needs EVENTSTOREDB_URL.\n';
  const NO_URL =
    "EVENTSTOREDB_URL can't be used: with tls=false no user and password are sent: leave them out, or use TLS.\n";
  const chosen = { TIMBRA_EVENT_STORE: 'eventstoredb' };
  const plain = { EVENTSTOREDB_URL: 'esdb://u:s3cret@a?tls=false' };

  it.each<{ command: readonly string[]; env: Env; err: string }>([
    { command: ['start.mjs'], env: chosen, err: MISSING },
    { command: ['start-distributed.mjs'], env: chosen, err: MISSING },
    { command: ['program.mjs', 'apps/standalone/src/rebuild'], env: chosen, err: MISSING },
    { command: ['start.mjs'], env: { ...chosen, ...plain }, err: NO_URL },
    // Neither asks which store is in use.
    {
      command: ['program.mjs', 'apps/standalone/src/store-move-main', 'events', 'eventstoredb'],
      env: {},
      err: MISSING,
    },
    { command: ['eventstoredb-tests.mjs'], env: plain, err: NO_URL },
  ])('end $command in a folder where nothing is installed, with $env', async ({ command, env, err }) => {
    const [script = '', ...args] = command;
    const folder = await mkdtemp(join(tmpdir(), 'timbra-first-'));
    try {
      await cp(join(ROOT, 'scripts'), join(folder, 'scripts'), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
      const said = await new Promise((done) => {
        execFile(
          process.execPath,
          [join(folder, 'scripts', script), ...args],
          { env: { PATH: process.env['PATH'], ...env } },
          (error, out, text) => done({ code: error?.code, out, err: text }),
        );
      });
      expect(said).toEqual({ code: 1, out: '', err });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
