import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invoicingService } from '#apps/invoicing/src/service';
import { receiptsService } from '#apps/receipts/src/service';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { Gate } from './gate.js';
import { CASES, actsOf, play } from './receipts-acts.js';
import { complaintsOf, finish, openOnes } from './receipts-ledger.js';
import { openShop, openShopWorld } from './receipts-world.js';

/**
 * Two processes of receipts and invoicing, one of which falls asleep before one of its calls, and wakes when the other has
 * done all that it had to do: every case, at every call. In the end each sale is in one valid document, or open and free
 * to get into one, and every invoice is of its receipts' sum to the cent.
 *
 * `npm run test:interleavings` tries all cases.
 */

const AT_ONCE = 4;
const all = process.env['TIMBRA_INTERLEAVINGS'] === 'all';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([invoicingService, receiptsService]));
});
afterAll(() => bench.dispose());

/** The complaints when the sleeper falls asleep before a step; undefined where it does not get that far. */
async function complaintsAt(
  step: number,
  { before = [], asleep, meanwhile }: (typeof CASES)[number],
): Promise<string[] | undefined> {
  // Without any grace: nothing may rely on it.
  const ground = { pool: bench.pool, store: bench.store, claimGraceMs: 0 };
  const shop = await openShopWorld(ground);
  const acts = actsOf(ground, shop);
  const other = openShop(ground);
  await play(other, acts, before);
  const gate = new Gate(step);
  const sleeping = play(openShop(ground, gate), acts, [asleep]).then(
    () => 'done',
    (error: unknown) => String(error),
  );
  if (!(await gate.fallsAsleep(sleeping))) return undefined;
  await play(other, acts, meanwhile);
  gate.resume();
  const end = await sleeping;
  await finish(ground, shop, other);
  const complaints = [...(end === 'done' ? [] : [end]), ...(await complaintsOf(ground, shop))];
  // What is left over shows by what comes afterwards: every open receipt gets into a global invoice.
  const open = await openOnes(ground, shop);
  const [rest] = await play(other, acts, open.length > 0 ? ['invoice the rest globally'] : []);
  if (rest && !rest.outcome.ok)
    complaints.push(`the rest is refused: ${JSON.stringify(rest.outcome.refusal)}`);
  await finish(ground, shop, other);
  complaints.push(...(await complaintsOf(ground, shop)));
  const left = await openOnes(ground, shop);
  return left.length > 0 ? [...complaints, `${left.join()} can't be invoiced`] : complaints;
}

async function complaintsOfCase(one: (typeof CASES)[number]): Promise<string[]> {
  const found: string[] = [];
  for (let first = 1; ; first += AT_ONCE) {
    const steps = Array.from({ length: AT_ONCE }, (_, n) => first + n);
    const each = await Promise.all(steps.map((step) => complaintsAt(step, one)));
    for (const [n, complaints = []] of each.entries())
      found.push(...complaints.map((complaint) => `asleep before step ${first + n}: ${complaint}`));
    if (each.includes(undefined)) return found;
  }
}

describe('whoever sleeps before any of its calls while it is to', () => {
  it.each(
    CASES.filter(({ rare }) => all || !rare).map((one) => {
      const after = one.before ? `${one.before.at(-1)}, then ` : '';
      return [`${after}${one.asleep}, and others ${one.meanwhile.join(', ')}`, one] as const;
    }),
  )('%s, does no harm', async (_, one) => expect(await complaintsOfCase(one)).toEqual([]), 60_000);
});
