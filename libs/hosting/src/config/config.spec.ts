import { describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';
import { loadConfig } from './config.js';

describe('loadConfig', () => {
  it('needs nothing to be set', () => {
    expect(loadConfig({})).toMatchObject({
      databaseUrl: undefined,
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      cataloguesDir: resolve('.data/catalogues'),
      masterKey: undefined,
      publicUrl: undefined,
    });
  });

  it('takes an empty value for one that is not set', () => {
    const names = ['DATABASE_URL', 'TIMBRA_PORT', 'TIMBRA_DATA', 'TIMBRA_LOG_LEVEL', 'TIMBRA_PUBLIC_URL'];
    expect(loadConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(loadConfig({}));
  });

  it('looks for the catalogues in the data folder, or in the folder that is configured', () => {
    expect(loadConfig({ TIMBRA_DATA: '/srv/timbra' }).cataloguesDir).toBe('/srv/timbra/catalogues');
    expect(loadConfig({ TIMBRA_DATA: '/srv/timbra', TIMBRA_CATALOGUES: '/srv/sat' }).cataloguesDir).toBe(
      '/srv/sat',
    );
  });

  it.each<[string, boolean | string]>([
    ['', false],
    ['true', true],
    ['10.0.0.0/8, 127.0.0.1,::1', '10.0.0.0/8,127.0.0.1,::1'],
    ['loopback', 'loopback'],
  ])('believes the proxies of %j', (value, trustProxy) =>
    expect(loadConfig({ TIMBRA_TRUST_PROXY: value })).toMatchObject({ trustProxy }),
  );

  it('reads what is set', () => {
    const config = loadConfig({
      DATABASE_URL: 'postgresql://user:pa%40ss@db.example:5433/timbra?sslmode=require',
      TIMBRA_PORT: '0',
      TIMBRA_BODY_LIMIT_MB: '5',
      TIMBRA_PUBLIC_URL: 'https://cfdi.example/base///',
      TIMBRA_LOG_LEVEL: 'debug',
      TIMBRA_RATE_CREATE: '600',
      TIMBRA_DOWNLOAD_URL_MINUTES: '5',
      TIMBRA_ZIP_DAYS: '30',
      TIMBRA_AUDIT_DAYS: '0',
      TIMBRA_EVENT_DAYS: '0',
      TIMBRA_ZIP_IN_TEST: 'false',
      TIMBRA_INVITE_DAYS: '14',
      TIMBRA_WEBHOOK_LIMIT: '5',
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgresql://user:pa%40ss@db.example:5433/timbra?sslmode=require',
      port: 0,
      bodyLimitBytes: 5 * 1024 * 1024,
      publicUrl: 'https://cfdi.example/base',
      logLevel: 'debug',
      downloadUrlMinutes: 5,
      zipRequests: { days: 30, inTest: false },
      inviteDays: 14,
      auditDays: 0,
      webhooks: { limit: 5 },
    });
    expect(config.rateLimits).toMatchObject({ create: 600, list: 0 });
  });

  it.each([
    ['TIMBRA_PORT', '65536'],
    ['TIMBRA_INVITE_DAYS', '0'],
    ['TIMBRA_INVITE_DAYS', '91'],
    ['TIMBRA_PORT', '-1'],
    ['TIMBRA_PORT', '80.5'],
    ['TIMBRA_PORT', ' '],
    ['TIMBRA_PORT', '0x50'],
    ['TIMBRA_PORT', '1e3'],
    ['TIMBRA_PORT', 'http'],
    ['TIMBRA_BODY_LIMIT_MB', '0'],
    ['TIMBRA_DATABASE_POOL', '3'],
    ['TIMBRA_AUDIT_DAYS', '36501'],
    ['TIMBRA_AUDIT_DAYS', '-1'],
    ['TIMBRA_EVENT_DAYS', '-1'],
    ['TIMBRA_WEBHOOK_LIMIT', '0'],
    ['TIMBRA_WEBHOOK_LIMIT', '1001'],
    ['TIMBRA_LOG_LEVEL', 'loud'],
    ['TIMBRA_TRUST_PROXY', 'proxy.example'],
    ['TIMBRA_TRUST_PROXY', '10.0.0.0/33'],
    ['TIMBRA_PUBLIC_URL', 'cfdi.example'],
    ['TIMBRA_PUBLIC_URL', 'ftp://cfdi.example'],
    ['DATABASE_URL', 'mysql://localhost/timbra'],
    ['DATABASE_URL', 'localhost:5432'],
  ])('says in one sentence what is wrong with %s=%s', (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(StartupError);
    expect(load).toThrow(new RegExp(`^${name} must be [^\\n]*\\.$`));
  });

  it('serves the mailbox where mails stay, unless it is told otherwise', () => {
    const relay = { TIMBRA_SMTP_URL: 'smtp://relay:25', TIMBRA_MAIL_FROM: 'a@example.com' };
    expect(loadConfig({}).mailbox).toBe(true);
    expect(loadConfig(relay).mailbox).toBe(false);
    expect(loadConfig({ TIMBRA_MAILBOX: 'false' }).mailbox).toBe(false);
  });

  it('does not repeat a URL that may hold a password', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://root:hunter2@localhost/timbra' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
