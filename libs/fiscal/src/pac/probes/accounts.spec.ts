import { describe, expect, it } from '@jest/globals';
import { pacsConfig } from '#hosting/config/pacs';
import type { Pac } from '#pac';
import { NO_OWN_PACS, type OrganizationPacs } from '../account-pacs.js';
import { AccountPacs } from '../directory.js';
import { accountsOf } from './accounts.js';

const never = async () => {
  throw new Error('nobody is asked here');
};
const sandbox: Pac = {
  ...{ name: 'sandbox', capabilities: { find: 'query' } },
  ...{ stamp: never, find: never, cancel: never, status: never },
};
const log = { error: () => undefined };

/** What is probed of an installation with these settings, and organizations with those. */
async function probed(
  env: Record<string, string>,
  own: Record<string, Partial<OrganizationPacs> | Error> = {},
) {
  const certificates = { byNumber: async () => 'unknown' as const };
  const directory = new AccountPacs({
    ...{ sandbox, config: pacsConfig(env), authority: { status: never, ofSandbox: { status: never } } },
    organizations: {
      of: async (id) => {
        const found = own[id];
        if (found instanceof Error) throw found;
        return { ...NO_OWN_PACS, ...found };
      },
    },
    certificates: { ...certificates, ofSandbox: certificates },
    ...{ alarm: () => undefined, observe: (pac: Pac) => pac },
    doors: { isOpen: async () => true },
    elapsed: () => 0,
  });
  const names = new Map(Object.keys(own).map((id) => [id, '1']));
  const there = accountsOf(directory, { organizations: () => names }, log);
  expect(there.organizations()).toBe(names);
  const theirs = await Promise.all([...names.keys()].map((id) => there.of(id)));
  const accounts = [...there.installed(), ...theirs.flat()];
  return accounts.map(({ pac, source, account }) => `${pac.name} ${source} ${account.organizationId}`.trim());
}

const SW = { TIMBRA_SW_TOKEN: 'a.b.c' };
const OWN = { order: ['sw' as const], credentials: { sw: { token: 'd.e.f' } } };

describe('the accounts that are probed', () => {
  it('are those of the installation’s order with credentials, spares too', async () => {
    expect(await probed(SW)).toEqual([]);
    expect(await probed({ ...SW, TIMBRA_PACS: 'sw,finkok' })).toEqual(['sw installation']);
    const finkok = { TIMBRA_FINKOK_USER: 'u', TIMBRA_FINKOK_PASSWORD: 'p' };
    expect(await probed({ ...SW, ...finkok, TIMBRA_PACS: 'sw,finkok' })).toEqual([
      ...['sw installation', 'finkok installation'],
    ]);
  });

  it('are organizations’ own beside them, without those of the installation', async () => {
    const organizations = { a: OWN, b: { ...OWN, ids: { sw: 'c2' } }, c: {}, d: { order: ['sw' as const] } };
    expect(await probed({ ...SW, TIMBRA_PACS: 'sw' }, organizations)).toEqual([
      ...['sw installation', 'sw organization a', 'sw organization b'],
    ]);
  });

  it('are without that of an organization whose settings do not open, which stops nobody else’s', async () => {
    expect(await probed({}, { a: new Error('no key'), b: OWN })).toEqual(['sw organization b']);
  });
});
