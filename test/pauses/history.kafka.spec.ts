import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SEED } from '../failures/chapters.js';
import { check } from '../failures/checker.js';
import { RetryingClient } from '../failures/client.js';
import { World } from '../failures/world.js';
import { PATIENT } from '../support/limits.js';
import { Crowd } from './crowd.js';
import { History } from './history.js';
import { judgeHistory } from './judge-history.js';
import { Nemesis } from './nemesis.js';
import { FEW, LONG, LONG_PAUSE_MS, settingsOf, TIMES } from './times.js';

/**
 * Many clients at the same invoices, while processes are stopped and killed by a seed: afterwards, what each was
 * answered must be true. TIMBRA_FAILURES_SEED=<number> for another one.
 */

const CLIENTS = LONG ? 16 : 8;
const DURATION_MS = LONG ? 600_000 : 45_000;

let world: World;
beforeAll(async () => {
  world = await World.start({
    env: { ...PATIENT, ...settingsOf(TIMES), TIMBRA_DATABASE_POOL: FEW },
  });
  const twice = ['gateway', 'invoicing', 'stamping', 'cancellation', 'publisher'] as const;
  await Promise.all(twice.map((service) => world.start(service)));
}, 600_000);
afterAll(() => world?.stop(), 60_000);

it(
  'answers hold, whoever sleeps or dies',
  async () => {
    const client = new RetryingClient({
      gateways: world.gateways,
      key: world.demo.test_key,
      answerMs: 100_000,
    });
    const history = new History(client);
    const crowd = new Crowd(history, { clients: CLIENTS, seed: SEED });
    const nemesis = new Nemesis(world, { seed: SEED, longestMs: LONG_PAUSE_MS });
    await nemesis.run(DURATION_MS);
    await crowd.stop();
    const { complaints, books } = await check({
      masterKey: world.environment['TIMBRA_MASTER_KEY'] ?? '',
      ...{ databaseUrl: world.databaseUrl, promised: [], client, refusals: client.journal.refusals },
      published: { broker: world.environment['TIMBRA_KAFKA'] ?? '', prefix: world.prefix },
      settleMs: 300_000,
    });
    const told = [`seed ${SEED}`, history.summary(), ...nemesis.deeds].join('\n');
    console.log(told);
    expect({ told, complaints: [...complaints, ...judgeHistory(history.operations, books)] }).toEqual({
      told,
      complaints: [],
    });
    expect(world.lost).toEqual([]);
    expect(client.journal.faults).toEqual([]);
  },
  DURATION_MS + 900_000,
);
