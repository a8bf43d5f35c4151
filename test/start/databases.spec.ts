import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenAddresses, madeAddresses } from '../../scripts/lib/distributed/addresses.mjs';
import { noteForOperators, settingsBeside } from '../../scripts/lib/distributed/operators.mjs';
import { SERVICES } from '../../scripts/lib/distributed/services.mjs';
import { makesDatabases, withDefaults } from '../../scripts/lib/distributed/settings.mjs';

const SHARED = 'postgresql://u:p@db/timbra';
const OWN = { DATABASE_URL_INVOICING: 'postgresql://u:p@db/invoicing' };

describe('which databases there are', () => {
  it.each([
    [{}, { events: 'topics', makes: true }],
    [{ TIMBRA_DOMAIN_EVENTS: 'feed' }, { events: 'feed', makes: false }],
    [{ TIMBRA_DOMAIN_EVENTS: 'topics' }, { events: 'topics', makes: true }],
    // There it can't make any: as the services have it by default.
    [{ DATABASE_URL: SHARED }, { events: undefined, makes: false }],
    [
      { DATABASE_URL: SHARED, TIMBRA_DOMAIN_EVENTS: 'topics' },
      { events: 'topics', makes: false },
    ],
    [
      { DATABASE_URL: SHARED, DATABASE_URL_INVOICING: '' },
      { events: undefined, makes: false },
    ],
    [
      { DATABASE_URL: SHARED, ...OWN },
      { events: 'topics', makes: false },
    ],
    [
      { DATABASE_URL: SHARED, ...OWN, TIMBRA_DOMAIN_EVENTS: 'feed' },
      { events: 'feed', makes: false },
    ],
    [OWN, { events: 'topics', makes: true }],
  ])('with %j', (env, { events, makes }) => {
    const settings = withDefaults(env);
    expect([settings['TIMBRA_DOMAIN_EVENTS'], makesDatabases(settings)]).toEqual([events, makes]);
  });
});

describe('which process is told of which database', () => {
  it('that somebody has set: of the shared one and its own', () => {
    const { ofService, ofMigrate, ofOperators } = givenAddresses({
      DATABASE_URL: SHARED,
      ...OWN,
      OTHER: 'x',
    });
    expect(ofService('invoicing')).toEqual({ DATABASE_URL: SHARED, ...OWN });
    expect(ofService('gateway')).toEqual({ DATABASE_URL: SHARED });
    expect(ofMigrate).toEqual({ DATABASE_URL: SHARED, ...OWN });
    expect(ofOperators).toEqual({});
  });

  it('that is made: the same, each under a login of its own', () => {
    const url = 'postgresql://timbra:owner@localhost/timbra?host=%2Fdata%2Fsocket';
    const given = new Map([['gateway', 'a-password-that-is-set']]);
    const { ofService, ofMigrate, ofOperators } = madeAddresses({ url, own: SERVICES }, given);
    const passwords = SERVICES.map((service) => {
      const env = ofService(service);
      expect(Object.keys(env)).toEqual(['DATABASE_URL', `DATABASE_URL_${service.toUpperCase()}`]);
      const [shared, own] = Object.values(env).map((text) => new URL(text));
      expect([shared?.username, own?.username]).toEqual([`timbra_${service}`, `timbra_${service}`]);
      expect([shared?.pathname, own?.pathname]).toEqual(['/timbra', `/${service}`]);
      expect(own?.searchParams.get('host')).toBe('/data/socket');
      expect(own?.password).toBe(shared?.password);
      return own?.password;
    });
    expect(new Set(passwords).size).toBe(SERVICES.length);
    expect(passwords).not.toContain('owner');
    expect(new URL(ofService('gateway')['DATABASE_URL'] ?? '').password).toBe('a-password-that-is-set');
    expect(ofMigrate['TIMBRA_DATABASE_LOGINS']?.split(',')).toEqual(
      SERVICES.map((service, n) => `${service}:${passwords[n]}`),
    );
    expect(ofOperators['DATABASE_URL_INVOICING']).toBe(
      'postgresql://timbra:owner@localhost/invoicing?host=%2Fdata%2Fsocket',
    );
    expect(madeAddresses({ url, own: [] }).ofOperators).toEqual({ DATABASE_URL: url });
  });
});

describe("programs of the operator's, beside such a start", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'timbra-operators-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const USERS = 'apps/standalone/src/users-main';
  const beside = (program: string, env: Readonly<Record<string, string>> = {}, held = true) =>
    settingsBeside(program, { TIMBRA_DATA: dataDir, ...env }, (file) => {
      expect(file).toBe(join(dataDir, 'distributed.lock'));
      return Promise.resolve(held);
    });
  const note = (ofOperators: Readonly<Record<string, string>>) =>
    noteForOperators(dataDir, {
      ...{ settings: { TIMBRA_DOMAIN_EVENTS: 'topics' }, brokers: '127.0.0.1:1' },
      databases: { ofOperators },
    });
  const KAFKA = { TIMBRA_KAFKA: '127.0.0.1:1', TIMBRA_DOMAIN_EVENTS: 'topics' };

  it('have its settings, which only our user can read; what is set stays', async () => {
    expect(await beside(USERS)).toEqual({});
    note({ DATABASE_URL: SHARED, ...OWN });
    expect((await stat(join(dataDir, 'operators.json'))).mode & 0o777).toBe(0o600);
    expect(await beside(USERS)).toEqual({ DATABASE_URL: SHARED, ...OWN, ...KAFKA });
    expect(await beside(USERS, { TIMBRA_KAFKA: 'mine:9092' })).not.toHaveProperty('TIMBRA_KAFKA');
    expect(await beside(USERS, { DATABASE_URL: 'postgresql://mine' })).toEqual({});
    for (const program of ['keys-main', 'doubts-main', 'pac-check/main', 'rebuild'])
      expect(await beside(`apps/standalone/src/${program}`)).toHaveProperty('DATABASE_URL');
    expect(await beside('libs/hosting/src/runtime/dead-letters')).toHaveProperty('TIMBRA_KAFKA');
    // These need it stopped, and the shared database alone.
    for (const program of [
      'libs/hosting/src/runtime/rotate-master-key',
      'apps/standalone/src/store-move-main',
    ])
      expect(await beside(program)).toEqual({});
  });

  it('say in a sentence that it does not run, where they need that', async () => {
    note({ DATABASE_URL: SHARED, ...OWN });
    await expect(beside(USERS, {}, false)).rejects.toThrow(/don't run: start them first .*\.$/);
    note({ DATABASE_URL: SHARED });
    expect(await beside(USERS, {}, false)).toEqual({});
  });
});
