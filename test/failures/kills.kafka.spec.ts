import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Chapters, LONG } from './chapters.js';
import { startMailServer, type MailServer } from './smtp.js';
import { ROUNDS, within, type Step } from './steps.js';
import { World } from './world.js';

/**
 * kill -9 at each step of the work, under load. A process dies at the very moment at which its database, its provider or
 * its mail server has been asked, or has done what it was asked; another is started in its place, as an orchestrator does.
 */

let world: World;
let mail: MailServer;
let chapters: Chapters;
/** Mails that the mail server had got when their sender died: it can't know, and sends them again. */
let extraCopies = 0;

beforeAll(async () => {
  mail = await startMailServer();
  world = await World.start({ env: { TIMBRA_SMTP_URL: mail.url, TIMBRA_MAIL_FROM: 'facturas@example.com' } });
  chapters = new Chapters(world, { copies: mail.copies });
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await mail.close();
}, 60_000);

async function dieAt(step: Step): Promise<void> {
  const [victim] = world.of(step.victim);
  if (!victim) throw new Error(`no ${step.victim} is up`);
  let death: Promise<unknown> = Promise.resolve();
  await within(
    120_000,
    step.name,
    step.arm(world, mail, () => void (death = world.kill(victim))),
  );
  await death;
  if (step.name.includes('is sent, and not noted')) extraCopies += 1;
  await world.start(step.victim);
}

// One process at a time in the long version; all of a round at once in the short one.
const rounds = LONG ? ROUNDS.flatMap((round) => round.map((step) => [step])) : ROUNDS.slice(0, 2);

describe('kill -9', () => {
  it.each(rounds.map((round) => [round.map(({ name }) => name).join('; '), round] as const))(
    '%s',
    async (_, round) => {
      const load = chapters.load({ clients: 6, cancels: 0.2, mails: 0.2, restMs: 50 });
      await load.more(5);
      await Promise.all(round.map(dieAt));
      await load.more(10);
      const { books } = await chapters.check({ extraCopies });
      expect(books.invoices.length).toBeGreaterThan(15);
      expect(load.client.journal.faults).toEqual([]);
    },
    480_000,
  );
});
