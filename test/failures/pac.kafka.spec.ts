import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Chapters, LONG } from './chapters.js';
import { World } from './world.js';

/** A provider in trouble, as the sandbox plays it (docs/sandbox.md), in every second invoice or so. */

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 180_000);
afterAll(() => world?.stop(), 60_000);

const TROUBLES: Readonly<Record<string, readonly string[]>> = {
  'stamps and gives no answer in time': ['SANDBOX-TIMEOUT-AFTER'],
  'gives no answer, and does not stamp': ['SANDBOX-TIMEOUT-BEFORE'],
  'says that it is out of service (5xx)': ['SANDBOX-OUTAGE'],
  'stamps and answers with damaged XML': ['SANDBOX-DAMAGED-ANSWER'],
  'is slow, or says that it had stamped it before': ['SANDBOX-SLOW', 'SANDBOX-DUPLICATE'],
};
const all = Object.values(TROUBLES).flat();
const table: readonly (readonly [string, readonly string[]])[] = LONG
  ? Object.entries(TROUBLES)
  : [['is in all of these troubles', all]];

describe('a PAC that', () => {
  it.each(table)(
    '%s',
    async (_, triggers) => {
      const chapters = new Chapters(world);
      const load = chapters.load({
        ...{ clients: 12, cancels: 0.1, triggers, triggered: 0.25 },
        seed: triggers.join().length,
      });
      await load.more(LONG ? 100 : 40);
      const { books } = await chapters.check();
      expect(load.client.journal.faults).toEqual([]);
      // Some were stamped at the second or third try only, or found.
      const types = books.events.map(({ type }) => type);
      const slow = triggers.every((trigger) => trigger === 'SANDBOX-SLOW' || trigger === 'SANDBOX-DUPLICATE');
      if (!slow) expect(types.filter((type) => type === 'StampUncertain').length).toBeGreaterThan(3);
      // Never sealed again: a second seal could be a second stamp.
      const sealed = types.filter((type) => type === 'ComprobanteSealed').length;
      expect(sealed).toBe(books.stamps.length);
    },
    480_000,
  );
});
