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
    { DATABASE_URL: 'postgresql://u:p@a/b', EVENTSTOREDB_PREFIX: 'a.b' },
  ])('pass where the service takes them: %j', (env) => {
    expect(() => checkSettings(env)).not.toThrow();
    expect(() => loadConfig(env)).not.toThrow();
  });

  it.each([['start.mjs'], ['start-distributed.mjs'], ['program.mjs', 'apps/standalone/src/rebuild']])(
    'end %s in a folder where nothing is installed',
    async (script, ...args) => {
      const folder = await mkdtemp(join(tmpdir(), 'timbra-first-'));
      try {
        await cp(join(ROOT, 'scripts'), join(folder, 'scripts'), {
          recursive: true,
          filter: (path) => !path.includes('node_modules'),
        });
        const env = { PATH: process.env['PATH'], TIMBRA_EVENT_STORE: 'eventstoredb' };
        const said = await new Promise((done) => {
          execFile(process.execPath, [join(folder, 'scripts', script), ...args], { env }, (error, out, err) =>
            done({ code: error?.code, out, err }),
          );
        });
        const err = 'TIMBRA_EVENT_STORE=eventstoredb needs EVENTSTOREDB_URL.\n';
        expect(said).toEqual({ code: 1, out: '', err });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
