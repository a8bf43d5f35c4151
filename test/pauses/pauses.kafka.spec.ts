import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Chapters, SEED } from '../failures/chapters.js';
import { RetryingClient } from '../failures/client.js';
import { startMailServer, type MailServer } from '../failures/smtp.js';
import { within, type Step } from '../failures/steps.js';
import { World, type Replica, type ServiceName } from '../failures/world.js';
import { PATIENT } from '../support/limits.js';
import { Crowd } from './crowd.js';
import { History } from './history.js';
import { judgeHistory } from './judge-history.js';
import { PAUSES } from './steps.js';
import { FEW, LONG, LONG_PAUSE_MS, settingsOf, TIMES } from './times.js';

/**
 * SIGSTOP at each step of the work, under load, and SIGCONT when others have taken over: what a stopped process has in
 * its hands is neither lost nor done once more. Alone, and as one of two; the processes of a round sleep at once.
 */

const PAUSES_MS = LONG ? [5_000, 20_000, 60_000] : [LONG_PAUSE_MS];
const TWICE: readonly ServiceName[] = [
  ...(['gateway', 'customers', 'invoicing', 'stamping'] as const),
  ...(['cancellation', 'notifications', 'publisher'] as const),
];

/** The short version plays each round once: alone or as one of two. */
const half = (which: number) => PAUSES.filter((_, n) => LONG || n % 2 === which);
const [ALONE, OF_TWO] = [half(0), half(1)];

let world: World;
let mail: MailServer;
let chapters: Chapters;
let client: RetryingClient;
let history: History;
/** Mails that the mail server had got when their sender stopped: another may send them again. */
let extraCopies = 0;

beforeAll(async () => {
  mail = await startMailServer();
  world = await World.start({
    env: {
      ...{ ...PATIENT, ...settingsOf(TIMES), TIMBRA_DATABASE_POOL: FEW },
      ...{ TIMBRA_SMTP_URL: mail.url, TIMBRA_MAIL_FROM: 'facturas@example.com' },
    },
  });
  chapters = new Chapters(world, { copies: mail.copies });
  client = new RetryingClient({ gateways: world.gateways, key: world.demo.test_key, answerMs: 100_000 });
  history = new History(client);
}, 600_000);
afterAll(async () => {
  await world?.stop();
  await mail.close();
}, 60_000);

/** Stops the replica whose step it is, or the first one where others see the step. */
async function sleepAt(step: Step, ms: number): Promise<void> {
  let victim: Replica | undefined;
  const stop = step.arm(
    world,
    mail,
    (door) => {
      const replicas = world.of(step.victim);
      victim = replicas.find((one) => one.door === door) ?? replicas[0];
      if (victim) world.pause(victim);
    },
    true,
  );
  await within(300_000, step.name, stop);
  if (!victim) throw new Error(`no ${step.victim} is up`);
  if (step.victim === 'notifications') extraCopies += 1;
  await sleep(ms);
  await world.wake(victim);
}

async function sleepAtAll(rounds: readonly (readonly Step[])[], ms: number, seed: number): Promise<void> {
  const load = chapters.load({ clients: 4, cancels: 0.2, mails: 0.2, restMs: 50, answerMs: 100_000 });
  const crowd = new Crowd(history, { clients: 6, seed });
  try {
    for (const round of rounds) await Promise.all(round.map((step) => sleepAt(step, ms)));
  } finally {
    await Promise.all([crowd.stop(), load.stop()]);
  }
  const { books } = await chapters.check({
    ...{ extraCopies, refusals: client.journal.refusals, settleMs: 300_000 },
  });
  expect(judgeHistory(history.operations, books)).toEqual([]);
  expect([...load.client.journal.faults, ...client.journal.faults]).toEqual([]);
}

describe.each(PAUSES_MS)('SIGSTOP for %d ms at each step', (ms) => {
  it('of a process that is alone', () => sleepAtAll(ALONE, ms, SEED + ms), 3_600_000);
});

describe.each(PAUSES_MS)('SIGSTOP for %d ms at each step', (ms) => {
  it('of one of two', async () => {
    for (const service of TWICE) if (world.of(service).length < 2) await world.start(service);
    await sleepAtAll(OF_TWO, ms, SEED + ms + 1);
  }, 3_600_000);
});
