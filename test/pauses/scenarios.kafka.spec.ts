import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedAndReplayed } from './d1.js';
import { balancePaidTwice } from './d2.js';
import { folioTwice } from './d3.js';
import { numberTwice } from './d4.js';
import { recordAfterReversal } from './d5.js';
import { publisherSleeps } from './d6.js';
import { oneServiceIsDead } from './d7.js';
import { Stage } from './stage.js';
import { LONG, TIMES } from './times.js';

/**
 * Damage that pauses did, once each: a process stops at a step, others go on, it wakes up. The checker looks whether all
 * is well. `npm run check:pauses` takes the mends out, one after the other, and sees these fail.
 */

/** A session that one request by the other replica fits in, on a slow machine too. */
const times = { ...TIMES, ...(!LONG && { sessionMs: 3_000, leaseMs: 3_000 }) };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(times, ['invoicing', 'publisher']);
}, 600_000);
afterAll(() => stage?.close(), 60_000);
// A scenario that has failed leaves somebody asleep.
afterEach(() => stage.wakeAll());

const scenarios: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'D1: refused by one, and replayed by another that has slept': refusedAndReplayed,
  'D2: a balance is claimed, and its claimant sleeps': balancePaidTwice,
  'D3: a folio is given back late': folioTwice,
  'D4: a payment is made once more': numberTwice,
  'D5: a payment is reverted before it is recorded': recordAfterReversal,
  'D6: the publisher that has the turn sleeps': publisherSleeps,
  'D7: a service is dead, and much waits for it': oneServiceIsDead,
};

describe('who slept', () => {
  it.each(Object.entries(scenarios))('%s', (_, play) => play(stage), 300_000);

  // Once for all of them: it takes long.
  it('has done no harm', async () => {
    const { complaints } = await stage.verdict();
    expect(complaints).toEqual([]);
  }, 300_000);
});
