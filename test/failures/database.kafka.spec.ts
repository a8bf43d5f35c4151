import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chapters, LONG } from './chapters.js';
import { OwnPostgres } from './postgres.js';
import { World } from './world.js';

/** PostgreSQL is killed under load, and comes back. */

let postgres: OwnPostgres;
let world: World;
beforeAll(async () => {
  postgres = await OwnPostgres.start();
  world = await World.start({ databaseUrl: postgres.url });
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await postgres.remove();
}, 60_000);

/** How long it is away: shorter and longer than commands are tried again for. */
const AWAY_MS = LONG ? [0, 2_000, 10_000, 60_000] : [12_000];

describe('PostgreSQL killed (kill -9) under load', () => {
  it.each(AWAY_MS)(
    'and started again %i ms later: nothing is lost, doubled or changed',
    async (awayMs) => {
      const chapters = new Chapters(world);
      const load = chapters.load({ clients: 8, cancels: 0.2, mails: 0.1, seed: awayMs + 1 });
      await load.more(20);
      await postgres.kill();
      await sleep(awayMs);
      await postgres.start();
      world.upstream.port = postgres.port;
      await load.more(20);
      await chapters.check();
      console.log(`PostgreSQL away for ${awayMs} ms: ${load.summary()}`);
      // Callers are told to retry while it is unavailable, and that their request is not at fault.
      expect(load.client.journal.faults).toEqual([]);
      expect(load.client.journal.rude).toBe(0);
    },
    600_000,
  );
});
