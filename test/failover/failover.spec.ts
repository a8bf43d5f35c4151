import { describe, expect, it } from '@jest/globals';
import { decide } from '#apps/stamping/src/stamping/decide';
import { evolve } from '#apps/stamping/src/stamping/stamping';
import { explore, type Bounds } from './explore.js';
import { broken } from './broken.js';
import { SETTINGS, type Name, type Rules } from './world.js';

/** As they are shipped. */
const rules: Rules = { decide: (command, state) => decide(command, state, SETTINGS), evolve };

const NONE = { deaths: 0, commands: 0, forces: 0, changes: 0, proofs: 0 };
const BOUNDS: Bounds = { ...NONE, ticks: 4, deaths: 1, commands: 3, depth: 9 };
const FORCED: Bounds = { ...NONE, ticks: 2, commands: 2, forces: 1, depth: 9 };
const CHANGED: Bounds = { ...NONE, ticks: 3, commands: 3, changes: 1, depth: 11 };
const PROVEN: Bounds = { ...NONE, ticks: 4, deaths: 1, commands: 1, proofs: 1, depth: 9 };
const KINDS = ['query', 'resend'] as const;
const settingsOf = (refuses: readonly Name[]) =>
  KINDS.flatMap((a) => KINDS.map((b) => ({ find: { a, b }, refuses })));

let states = 0;

/** Two providers of either kind; answers lost, late and doubled, processes that sleep, die, and work at the same time. */
describe('failover, over all interleavings', () => {
  it.each(settingsOf([]))('stamps once, and loses no stamp: $find', (setting) => {
    const found = explore(rules, setting, BOUNDS);
    states += found.states;
    expect(found.broken).toBeUndefined();
    expect(found.ends.stamped).toBeGreaterThan(0);
    expect(found.ends.sealed).toBeGreaterThan(0);
    // Nobody forced it.
    expect(found.ends['stamped, and a surplus']).toBeUndefined();
  });

  it.each(settingsOf(['a']))('refuses what the first one refuses, and loses no stamp: $find', (setting) => {
    const found = explore(rules, setting, BOUNDS);
    states += found.states;
    expect(found.broken).toBeUndefined();
    expect(found.ends.refused).toBeGreaterThan(0);
  });

  it.each(settingsOf([]))('that is forced leaves one UUID, and finds the surplus one: $find', (setting) => {
    const found = explore(rules, setting, FORCED);
    states += found.states;
    expect(found.broken).toBeUndefined();
    expect(found.ends['stamped, and a surplus']).toBeGreaterThan(0);
  });

  // Where the account at the first one changes, what the second one is like makes no difference.
  it.each(settingsOf([]).filter(({ find }) => find.b === 'query'))(
    'stamps once, whatever becomes of the account: $find',
    (setting) => {
      const found = explore(rules, setting, CHANGED);
      states += found.states;
      expect(found.broken).toBeUndefined();
      expect(found.ends.stamped).toBeGreaterThan(0);
      expect(found.ends.sealed).toBeGreaterThan(0);
    },
  );

  it.each(settingsOf([]))('is settled by the tax authority, and loses no stamp: $find', (setting) => {
    const found = explore(rules, setting, PROVEN);
    states += found.states;
    expect(found.broken).toBeUndefined();
    expect(found.ends.abandoned).toBeGreaterThan(0);
  });

  it('was looked at as a whole', () => {
    expect(states).toBeGreaterThan(20_000);
  });
});

describe('the invariants', () => {
  it.each(Object.entries(broken(rules)))('see rules under which %s', (_, wrong) => {
    const all = [...settingsOf([]), ...settingsOf(['a'])];
    const found = all.some((setting) =>
      [BOUNDS, FORCED, CHANGED, PROVEN].some((bounds) => explore(wrong, setting, bounds).broken),
    );
    expect(found).toBe(true);
  });
});
