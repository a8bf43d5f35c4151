import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invoicingService } from '#apps/invoicing/src/service';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { AFTERMATH, ALL_PAIRS, BEFORE, PAIRS, actsOf, play, type Act, type Answered } from './acts.js';
import { Gate } from './gate.js';
import { complaintsOf } from './invariants.js';
import { openProcess, openWorld } from './world.js';

/**
 * Two processes of invoicing, one of which falls asleep before one of its calls, and wakes when the other has done all
 * that it had to do: every pair, at every call. Whatever is taken over meanwhile, and whatever is given back late, in
 * the end no folio, number, key and amount is used twice, none is lost, and what was refused did not happen.
 *
 * `npm run test:interleavings` tries all pairs.
 */

const all = process.env['TIMBRA_INTERLEAVINGS'] === 'all';
/** Of worlds at a time; each is an organization of its own. */
const AT_ONCE = 4;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([invoicingService]));
});
afterAll(() => bench.dispose());

/** The complaints when the sleeper falls asleep before a step; undefined where it does not get that far. */
async function complaintsAt(
  step: number,
  asleep: Act,
  meanwhile: readonly Act[],
): Promise<string[] | undefined> {
  // Without any grace: nothing may rely on it.
  const ground = { pool: bench.pool, store: bench.store, claimGraceMs: 0 };
  const world = await openWorld(ground);
  const acts = actsOf(world);
  const gate = new Gate(step);
  const sleeper = openProcess(ground, gate);
  const other = openProcess(ground);
  const before = BEFORE[asleep];
  if (before) await play(other, world, acts, [before]);
  const sleeping: Promise<Answered[]> = play(sleeper, world, acts, [asleep]);
  if (!(await gate.fallsAsleep(sleeping))) return undefined;
  const answered = await play(other, world, acts, meanwhile);
  gate.resume();
  answered.push(...(await sleeping));
  answered.push(...(await play(other, world, acts, AFTERMATH)));
  return complaintsOf(ground, openProcess(ground), world, answered);
}

async function complaintsOfPair(asleep: Act, meanwhile: readonly Act[]): Promise<string[]> {
  const found: string[] = [];
  for (let first = 1; ; first += AT_ONCE) {
    const steps = Array.from({ length: AT_ONCE }, (_, n) => first + n);
    const each = await Promise.all(steps.map((step) => complaintsAt(step, asleep, meanwhile)));
    for (const [n, complaints = []] of each.entries())
      found.push(...complaints.map((complaint) => `asleep before step ${first + n}: ${complaint}`));
    if (each.includes(undefined)) return found;
  }
}

describe('whoever sleeps before any of its calls while it is to', () => {
  it.each(
    (all ? ALL_PAIRS : PAIRS).map(
      ([asleep, meanwhile]) => [asleep, meanwhile.join(', '), meanwhile] as const,
    ),
  )('%s, and others %s, does no harm', async (asleep, _, meanwhile) =>
    expect(await complaintsOfPair(asleep, meanwhile)).toEqual([]),
  );
});

it('a payment that is canceled before it is recorded is never received, and its reversal changes nothing', async () => {
  const ground = { pool: bench.pool, store: bench.store, claimGraceMs: 0 };
  const world = await openWorld(ground);
  const acts = ['cancel the valid one', 'record the payment', 'revert the payment'] as const;
  await play(openProcess(ground), world, actsOf(world), acts);
  const types = (await bench.store.read(`invoice-${world.owing}`)).map(({ type }) => type);
  expect(types).toEqual(['InvoiceIssued', 'InvoiceStamped', 'PaymentDisregarded']);
});
