import { describe, expect, it } from '@jest/globals';
import { StartupError } from '../postgres/startup-error.js';
import { loadConfig } from './config.js';

const of = (env: Readonly<Record<string, string>>) => loadConfig(env).eventStore;

describe('TIMBRA_EVENT_STORE', () => {
  it('is PostgreSQL unless it is said, even where the URL of an EventStoreDB is set', () => {
    expect(of({})).toEqual({ kind: 'postgres' });
    expect(of({ TIMBRA_EVENT_STORE: 'postgres', EVENTSTOREDB_URL: 'esdb://a' })).toEqual({
      kind: 'postgres',
    });
  });

  it('takes EventStoreDB with its URL and prefix', () => {
    const env = { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://a:2113,b?tls=false' };
    expect(of(env)).toEqual({ kind: 'eventstoredb', url: 'esdb://a:2113,b?tls=false', prefix: 'timbra' });
    expect(of({ ...env, EVENTSTOREDB_PREFIX: 'test-2' })).toMatchObject({ prefix: 'test-2' });
  });

  it.each([
    [{ TIMBRA_EVENT_STORE: 'kafka' }, 'TIMBRA_EVENT_STORE'],
    [{ TIMBRA_EVENT_STORE: 'eventstoredb' }, 'EVENTSTOREDB_URL'],
    [{ TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://u:s3cret@a?b=c' }, 'unknown option'],
    [
      { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://a', EVENTSTOREDB_PREFIX: 'a.b' },
      'EVENTSTOREDB_PREFIX',
    ],
  ])('refuses %j in a sentence that names the variable and no secret', (env, words) => {
    const load = () => of(env);
    expect(load).toThrow(StartupError);
    expect(load).toThrow(words);
    expect(load).not.toThrow('s3cret');
  });
});
