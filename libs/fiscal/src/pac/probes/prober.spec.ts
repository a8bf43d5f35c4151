import { describe, expect, it } from '@jest/globals';
import type { ProbeOutcome } from '#pac';
import { Metrics } from '#hosting/metrics/metrics';
import { stateOfAccount } from './judge.js';
import { Prober, type ProbedAccount } from './prober.js';

const well = (facts: object = {}): ProbeOutcome => ({ kind: 'well', ...facts });
const away = (trouble?: 'account' | 'balance' | 'not_reached'): ProbeOutcome => ({
  ...{ kind: 'unavailable', reason: 'dice el PAC' },
  ...(trouble && { trouble }),
});

describe('an account at a provider', () => {
  it.each([
    ['well', well()],
    ['well', well({ stampsLeft: 100, clockAheadMs: -60_000 })],
    ['low_balance', well({ stampsLeft: 99, clockAheadMs: 90_000 })],
    ['low_balance', away('balance')],
    ['clock_apart', well({ stampsLeft: 500, clockAheadMs: -60_001 })],
    ['refused', away('account')],
    ['failing', away('not_reached')],
    ['failing', away()],
  ] as const)('is %s by %j', (state, outcome) => expect(stateOfAccount(outcome)).toBe(state));
});

/** Whose an account is: the installation's, organization o1's, or another one's. */
type Source = 'installation' | 'organization' | (string & {});
/** What the settings of organizations are called, where it is not `1`. */
const names = new Map<string, string>();
const ofOrganization = ({ source, account: { organizationId: id } }: ProbedAccount) =>
  source === 'organization' ? [[id, names.get(id) ?? '1'] as const] : undefined;

describe('the prober', () => {
  function world(...accounts: ProbedAccount[]) {
    const metrics = new Metrics('spec');
    const lines: object[] = [];
    const lease = { free: true, released: 0 };
    const opened: string[] = [];
    const prober = new Prober({
      ...{ metrics, random: () => 0.5 },
      accounts: {
        installed: () => accounts.filter(({ source }) => source === 'installation'),
        organizations: () => new Map(accounts.flatMap((one) => ofOrganization(one) ?? [])),
        of: async (id) => {
          opened.push(id);
          return accounts.filter((one) => ofOrganization(one)?.[0]?.[0] === id);
        },
      },
      lease: {
        take: async () => (lease.free ? '1' : undefined),
        release: async () => void (lease.released += 1),
      },
      log: {
        info: () => undefined,
        warn: (facts: object) => lines.push(facts),
        error: () => undefined,
      } as never,
    });
    const read = async (name: string) =>
      (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));
    return { prober, lease, lines, read, accounts, opened };
  }

  /** An account whose probes say one thing after the other, and count. */
  function account(name: string, source: Source, ...outcomes: (ProbeOutcome | Error)[]) {
    const asked = { times: 0 };
    const probe = async () => {
      const outcome = outcomes[Math.min(asked.times++, outcomes.length - 1)] ?? well();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const one: ProbedAccount = {
      source: source === 'installation' ? 'installation' : 'organization',
      account: { organizationId: source === 'organization' ? 'o1' : source, livemode: true },
      pac: { name, probe },
    };
    return { one, asked };
  }

  it('tells how each account is, spares too, and the installation’s balance and clock', async () => {
    const sw = account('sw', 'installation', well({ stampsLeft: 7_000, clockAheadMs: 1_500 }));
    const spare = account('finkok', 'installation', new Error('no answer'));
    const own = account('sw', 'organization', well({ stampsLeft: 3 }));
    const { prober, read } = world(sw.one, spare.one, own.one);
    await prober.round();
    expect((await read('timbra_pac_accounts')).toSorted()).toEqual([
      'timbra_pac_accounts{pac="finkok",source="installation",state="failing"} 1',
      'timbra_pac_accounts{pac="sw",source="installation",state="well"} 1',
      'timbra_pac_accounts{pac="sw",source="organization",state="low_balance"} 1',
    ]);
    expect(await read('timbra_pac_stamps_left')).toEqual(['timbra_pac_stamps_left{pac="sw"} 7000']);
    expect(await read('timbra_pac_clock')).toEqual(['timbra_pac_clock_ahead_seconds{pac="sw"} 1.5']);
  });

  it('says once in the log what is not well, and whose it is', async () => {
    const own = account('sw', 'organization', well(), away('account'), away('account'));
    const { prober, lines } = world(own.one);
    for (let n = 0; n < 3; n += 1) await prober.round();
    expect(lines).toEqual([
      { pac: 'sw', source: 'organization', state: 'refused', organization: 'o1', reason: 'dice el PAC' },
    ]);
  });

  it('asks nobody while another process does, and tells nothing of before', async () => {
    const { one, asked } = account('sw', 'installation', well());
    const { prober, lease, read } = world(one);
    await prober.round();
    lease.free = false;
    await prober.round();
    expect([asked.times, await read('timbra_pac_accounts{')]).toEqual([1, []]);
  });

  it('asks many organizations’ accounts in turn, and the installation’s each time', async () => {
    const ours = account('sw', 'installation', well());
    const theirs = Array.from({ length: 50 }, (_, n) => account('finkok', `o${n}`, well()));
    const { prober, read, opened } = world(ours.one, ...theirs.map(({ one }) => one));
    for (let n = 0; n < 3; n += 1) await prober.round();
    expect(ours.asked.times).toBe(3);
    expect(theirs.map(({ asked }) => asked.times).toSorted()).toEqual([
      ...Array.from({ length: 40 }, () => 1),
      ...Array.from({ length: 10 }, () => 2),
    ]);
    // Nobody else's credentials are opened for it.
    expect(opened).toHaveLength(60);
    expect(await read('timbra_pac_accounts{pac="finkok"')).toEqual([
      'timbra_pac_accounts{pac="finkok",source="organization",state="well"} 50',
    ]);
  });

  it('asks first those whose settings have changed', async () => {
    const theirs = Array.from({ length: 30 }, (_, n) => account('finkok', `o${n}`, well()));
    const { prober, opened, accounts } = world(...theirs.map(({ one }) => one));
    await prober.round();
    accounts.push(account('sw', 'new', well()).one);
    names.set('o3', 'changed');
    opened.splice(0);
    await prober.round();
    expect(opened.slice(0, 12)).toEqual(['o3', ...Array.from({ length: 10 }, (_, n) => `o${n + 20}`), 'new']);
    names.clear();
  });

  it('leaves a refused account alone for a quarter of an hour: wrong log-ins block it', async () => {
    const sw = account('sw', 'installation', away('account'));
    const own = account('sw', 'organization', away('account'), well());
    const { prober, read } = world(sw.one, own.one);
    for (let n = 0; n < 15; n += 1) await prober.round();
    expect([sw.asked.times, own.asked.times]).toEqual([1, 1]);
    expect(await read('timbra_pac_accounts{')).toContain(
      'timbra_pac_accounts{pac="sw",source="installation",state="refused"} 1',
    );
    await prober.round();
    expect([sw.asked.times, own.asked.times]).toEqual([2, 2]);
    expect(await read('timbra_pac_accounts{')).toContain(
      'timbra_pac_accounts{pac="sw",source="organization",state="well"} 1',
    );
  });

  it('forgets an account that nobody names any more', async () => {
    const { prober, read, accounts } = world(account('sw', 'installation', well()).one);
    await prober.round();
    accounts.splice(0);
    await prober.round();
    expect(await read('timbra_pac_accounts{')).toEqual([]);
  });

  it('ends with its process, and another may probe at once', async () => {
    const { prober, lease } = world(account('sw', 'installation', well()).one);
    prober.start();
    await prober.stop();
    expect(lease.released).toBe(1);
  });
});
