import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnBroker } from '#bus/kafka/testing/broker';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chapters, LONG } from './chapters.js';
import { World } from './world.js';

/** The broker ends under load, stays away, and comes back. */

let broker: OwnBroker;
let world: World;
beforeAll(async () => {
  broker = await OwnBroker.start();
  world = await World.start({ kafka: broker.address });
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await broker.remove();
}, 60_000);

const AWAY_MS = LONG ? 60_000 : 10_000;

describe(`a broker that is away for ${AWAY_MS / 1_000} s under load`, () => {
  it.each(LONG ? (['TERM', 'KILL'] as const) : (['KILL'] as const))(
    'ended by %s',
    async (signal) => {
      const chapters = new Chapters(world);
      const load = chapters.load({ clients: 8, cancels: 0.2, mails: 0.1, seed: signal.charCodeAt(0) });
      await load.more(20);
      await broker.stop(signal);
      await sleep(AWAY_MS);
      await broker.restart();
      await load.more(20, 180_000);
      await chapters.check();
      console.log(`the broker away for ${AWAY_MS} ms: ${load.summary()}`);
      expect(load.client.journal.faults).toEqual([]);
      expect(load.client.journal.rude).toBe(0);
    },
    600_000,
  );
});
