import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KEY_PURPOSES, keyVariable } from './keys.js';
import { OF_TOOLS, SETTINGS, warnOfUnknown } from './variables.js';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** The names of our variables in the files of some folders; those that a sentence abbreviates end with _ and are none. */
function namesIn(folders: readonly string[], wanted: RegExp): string[] {
  const names = new Set<string>();
  for (const folder of folders)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !wanted.test(entry.name) || /node_modules/.test(entry.parentPath)) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, name = ''] of text.matchAll(/\bTIMBRA_([A-Z0-9_]*[A-Z0-9])\b/g)) names.add(name);
    }
  return [...names].filter((name) => !name.startsWith('TEST_'));
}

describe('the list of variables', () => {
  it('has the settings that the code names, and no others', () => {
    const named = namesIn(['apps', 'libs'], /^(?!.*\.spec\.ts$).*\.ts$/);
    const ofKeys = KEY_PURPOSES.map(keyVariable).flatMap((name) => [name, `${name}_ALSO`]);
    const all = new Set([...named, ...ofKeys.map((name) => name.slice('TIMBRA_'.length))]);
    expect([...SETTINGS].sort()).toEqual([...all].sort());
  });

  it('has those of scripts, tests and deployments too', () => {
    const named = namesIn(['scripts', 'test', 'bench', '.ci', 'packages', 'deploy'], /\.(m?js|ts|sh|ya?ml)$/);
    const all = new Set<string>([...SETTINGS, ...OF_TOOLS]);
    // What specs make up: wrong names, and those of a PAC that is not there.
    const madeUp = ['KAFFKA', 'LOGLEVEL', 'PROT', 'ACME_USER', 'ACME_URL'];
    expect(named.filter((name) => !all.has(name) && !madeUp.includes(name))).toEqual([]);
    expect(all.size).toBe(SETTINGS.length + OF_TOOLS.length);
  });
});

describe('a variable that nothing reads', () => {
  it.each([
    ['TIMBRA_PROT', 'TIMBRA_PORT'],
    ['TIMBRA_LOGLEVEL', 'TIMBRA_LOG_LEVEL'],
    ['TIMBRA_DATA_DIR', 'TIMBRA_DATA'],
    ['TIMBRA_KAFFKA', 'TIMBRA_KAFKA'],
    ['TIMBRA_MASTERKEY', 'TIMBRA_MASTER_KEY'],
    ['TIMBRA_DATABASE_URL', 'DATABASE_URL'],
    ['TIMBRA_smtp_url', 'TIMBRA_SMTP_URL'],
  ])('%s is told with the nearest name', (name, nearest) => {
    expect(warnOfUnknown({ [name]: 'a secret' })).toEqual([
      `${name} is no setting of Timbra and does nothing: did you mean ${nearest}?`,
    ]);
  });

  it('gets a name however far the nearest is', () => {
    expect(warnOfUnknown({ TIMBRA_XYLOPHONE: '' })[0]).toMatch(/did you mean TIMBRA_[A-Z]/);
  });

  it('is told in one short line, whatever its name holds', () => {
    const [line = ''] = warnOfUnknown({ [`TIMBRA_A\n\u001b[31m${'B'.repeat(500)}`]: '1' });
    expect(line).toMatch(/^[\x20-\x7e]{60,200}$/);
  });

  it('is none that is known, that tests have, or that an orchestrator made', () => {
    const names = [...SETTINGS, ...OF_TOOLS].map((name) => `TIMBRA_${name}`);
    const links = ['TIMBRA_GATEWAY_SERVICE_HOST', 'TIMBRA_GATEWAY_PORT_3000_TCP_ADDR'];
    const all = [...names, ...links, 'TIMBRA_TEST_ANYTHING', 'PATH', 'OTHER_TIMBRA_PROT'];
    expect(warnOfUnknown(Object.fromEntries(all.map((name) => [name, '1'])))).toEqual([]);
  });
});
