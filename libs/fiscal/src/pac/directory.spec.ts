import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pacsConfig, type PacName } from '#hosting/config/pacs';
import type { Pac, PacAccount } from '#pac';
import { NO_OWN_PACS, type OrganizationPacs } from './account-pacs.js';
import { Doors } from './circuit/doors.js';
import { AccountPacs } from './directory.js';

const account: PacAccount = { organizationId: 'org_1', livemode: true };
const inTest: PacAccount = { ...account, livemode: false };
const never = async () => {
  throw new Error('nobody is asked here');
};
const sandbox: Pac = {
  ...{ name: 'sandbox', capabilities: { find: 'query' } },
  ...{ stamp: never, find: never, cancel: never, status: never },
};
const OF_SW = { TIMBRA_SW_USER: 'u', TIMBRA_SW_PASSWORD: 'p', TIMBRA_PAC_TIMEOUT_MS: '300' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
/** The address of a port that takes connections and says nothing, or of one that refuses them. */
async function door(open: boolean): Promise<string> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  if (open) servers.push(server);
  else await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function directoryOf(env: Record<string, string>, own: Partial<OrganizationPacs> = {}, ours = sandbox) {
  const clock = { now: 0 };
  const certificates = { byNumber: async () => 'unknown' as const };
  const directory = new AccountPacs({
    ...{ sandbox: ours, config: pacsConfig(env), authority: { status: never, ofSandbox: { status: never } } },
    organizations: { of: async () => ({ ...NO_OWN_PACS, ...own }) },
    certificates: { ...certificates, ofSandbox: certificates },
    alarm: () => undefined,
    observe: (pac) => pac,
    doors: new Doors(),
    elapsed: () => clock.now,
  });
  return { directory, clock };
}
const namesOf = async (directory: AccountPacs, who = account) =>
  (await directory.orderOf(who)).map(({ name }) => name);
const stampAt = async (directory: AccountPacs) => {
  const pac = await directory.named(account, 'sw');
  return pac?.stamp({ kind: 'comprobante', requestId: 'r', account, xml: '<a/>' });
};

describe('whom documents of an account go to', () => {
  it('in Test is the sandbox, whatever is set up for Live', async () => {
    const { directory } = directoryOf({ TIMBRA_PACS: 'sw', ...OF_SW });
    expect(await namesOf(directory, inTest)).toEqual(['sandbox']);
    expect(await directory.named(account, 'sandbox')).toBeUndefined();
  });

  it('in Live are the PACs of the setting that have credentials, in its order', async () => {
    expect(await namesOf(directoryOf({}).directory)).toEqual([]);
    expect(await namesOf(directoryOf({ TIMBRA_PACS: 'sw' }).directory)).toEqual([]);
    expect(await namesOf(directoryOf({ TIMBRA_PACS: 'sw', ...OF_SW }).directory)).toEqual(['sw']);
  });

  it('with an order and credentials of its own an organization uses those', async () => {
    const own = { order: ['sw'] as PacName[], credentials: { sw: { token: 't' } } };
    const { directory } = directoryOf({}, own);
    expect(await namesOf(directory)).toEqual(['sw']);
    const installation = directoryOf({ TIMBRA_PACS: 'sw', ...OF_SW }).directory;
    expect((await directory.adaptersOf(account))[0]?.circuit).not.toBe(
      (await installation.adaptersOf(account))[0]?.circuit,
    );
  });

  it.each([
    ['sw', OF_SW],
    ['finkok', { TIMBRA_FINKOK_USER: 'u', TIMBRA_FINKOK_PASSWORD: 'p' }],
    ['prodigia', { TIMBRA_PRODIGIA_CONTRACT: 'c', TIMBRA_PRODIGIA_USER: 'u', TIMBRA_PRODIGIA_PASSWORD: 'p' }],
  ] as const)(
    'nobody stamps at %s for an organization whose own credentials can’t be had, and least of all with the installation’s',
    async (name, env) => {
      const order: PacName[] = [name];
      const { directory } = directoryOf({ TIMBRA_PACS: name, ...env }, { credentials: { [name]: null } });
      expect(await namesOf(directory)).toEqual([]);
      expect(await directory.named(account, name)).toBeUndefined();
      expect(await directory.named(inTest, name)).toBeUndefined();
      const without = directoryOf({ TIMBRA_PACS: name, ...env }, { order });
      expect(await namesOf(without.directory)).toEqual([name]);
    },
  );

  it('credentials that are set again are tried anew, also the same ones', async () => {
    const credentials = { sw: { token: 't' } };
    const own = { order: ['sw'] as PacName[], credentials, ids: { sw: 'c1' } };
    const { directory } = directoryOf({}, own);
    const first = (await directory.adaptersOf(account))[0];
    expect((await directory.adaptersOf(account))[0]).toBe(first);
    own.ids = { sw: 'c2' };
    const [after] = await directory.adaptersOf(account);
    expect(after?.real.name).toBe('sw');
    expect(after).not.toBe(first);
  });

  it('in Test may be a PAC’s own sandbox, and never its production host', async () => {
    const { directory } = directoryOf(OF_SW, { testPac: 'sw' });
    expect(await namesOf(directory, inTest)).toEqual(['sw']);
    // One adapter each: what is known of Live says nothing of the sandbox.
    expect(await directory.named(inTest, 'sw')).not.toBe(await directory.named(account, 'sw'));
  });

  it('in Test is nobody, where the account at the chosen PAC is gone: our sandbox would stamp without a word', async () =>
    expect(await namesOf(directoryOf({}, { testPac: 'sw' }).directory, inTest)).toEqual([]));

  it('and the authority that knows a document of Test is that of who stamped it, whoever is chosen today', async () => {
    const status = async () => ({ kind: 'unavailable', reason: 'asked' }) as const;
    const key = {
      ...{
        kind: 'comprobante' as const,
        account: inTest,
        uuid: 'u',
        rfcEmisor: 'r',
        total: '1',
        selloTail: 's',
      },
      receptor: { rfc: 'r' },
    };
    const { directory } = directoryOf(OF_SW, { testPac: 'sw' }, { ...sandbox, status });
    expect(await directory.authorityOf(inTest, 'sandbox').status(key)).toMatchObject({ reason: 'asked' });
    expect(await directory.authorityOf(inTest, undefined).status(key)).toMatchObject({ reason: 'asked' });
    await expect(directory.authorityOf(inTest, 'sw').status(key)).rejects.toThrow('nobody is asked');
  });

  it('leaves out who has not been reached three times, and tries one again later; who may have a document is found by name', async () => {
    const url = await door(false);
    const { directory, clock } = directoryOf({
      ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_TOKEN: 't', TIMBRA_PAC_TIMEOUT_MS: '300' },
      ...{ TIMBRA_SW_URL: url, TIMBRA_SW_API_URL: url },
    });
    for (let n = 0; n < 3; n += 1) {
      expect(await namesOf(directory)).toEqual(['sw']);
      expect(await stampAt(directory)).toMatchObject({ kind: 'unavailable', trouble: 'not_reached' });
    }
    expect(await namesOf(directory)).toEqual([]);
    expect(await directory.named(account, 'sw')).toBeDefined();
    clock.now = 2_000;
    expect(await namesOf(directory)).toEqual(['sw']);
  });
});

describe('how providers are', () => {
  const closedDoor = async () => {
    const url = await door(false);
    return { TIMBRA_SW_URL: url, TIMBRA_SW_API_URL: url, TIMBRA_PAC_TIMEOUT_MS: '300' };
  };

  it('is told as it is now, and not as it was at the last call', async () => {
    const { directory, clock } = directoryOf({
      ...{ ...(await closedDoor()), TIMBRA_PACS: 'sw', TIMBRA_SW_TOKEN: 't' },
    });
    expect([...directory.circuits()]).toEqual([]);
    for (let n = 0; n < 3; n += 1) await stampAt(directory);
    expect([...directory.circuits()]).toEqual([['sw', 'open']]);
    clock.now = 2_000;
    expect([...directory.circuits()]).toEqual([['sw', 'half_open']]);
  });

  it('is told by the installation’s account, where it has one', async () => {
    const own: Partial<OrganizationPacs> = { credentials: { sw: { token: 't' } } };
    const theirs = directoryOf({ ...(await closedDoor()) }, own).directory;
    for (let n = 0; n < 3; n += 1) await stampAt(theirs);
    expect([...theirs.circuits()]).toEqual([['sw', 'open']]);
    const both = directoryOf({ ...(await closedDoor()), TIMBRA_PACS: 'sw', TIMBRA_SW_TOKEN: 'i' }, own);
    for (let n = 0; n < 3; n += 1) await stampAt(both.directory);
    both.directory.installed();
    expect([...both.directory.circuits()]).toEqual([['sw', 'closed']]);
  });
});

describe('whether a new document would meet a closed door', () => {
  const reachableAt = async (env: Record<string, string>) => directoryOf(env).directory.reachable(account);

  it('is not asked in Test, and has nobody to ask without a PAC', async () => {
    expect(await directoryOf({}).directory.reachable(inTest)).toEqual({ state: 'ready' });
    expect(await reachableAt({ TIMBRA_PACS: 'sw' })).toEqual({ state: 'none_configured' });
  });

  it('all refuse where no connection can be made, at the first document already', async () => {
    const url = await door(false);
    expect(await reachableAt({ TIMBRA_PACS: 'sw', TIMBRA_SW_TOKEN: 't', TIMBRA_SW_URL: url })).toEqual({
      ...{ state: 'all_refuse', retryAfterS: 5 },
    });
  });

  it('one that takes connections is enough', async () => {
    const url = await door(true);
    expect(await reachableAt({ TIMBRA_PACS: 'sw', TIMBRA_SW_TOKEN: 't', TIMBRA_SW_URL: url })).toEqual({
      state: 'ready',
    });
  });
});
