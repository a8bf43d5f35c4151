import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import { seededRandom, type Random } from '../crash/seed.js';
import type { MailServer } from '../failures/smtp.js';
import type { Step } from '../failures/steps.js';
import type { Replica, ServiceName, World } from '../failures/world.js';
import { MORE, PAUSES } from './steps.js';

/** By how often each is chosen. */
const VICTIMS: readonly ServiceName[] = [
  ...(['invoicing', 'invoicing', 'invoicing', 'stamping', 'stamping', 'gateway'] as const),
  ...(['cancellation', 'publisher', 'publisher', 'notifications', 'customers', 'organizations'] as const),
];
/** Of the longest pause: short ones that nobody misses, and those after which others have taken over. */
const SLEEPS = [0.1, 0.5, 1, 1] as const;
const KILLS = 0.25;
/** So many of the pauses begin where one that sleeps can spoil most; the machine chooses the moment of the others. */
const AT_STEPS = 0.5;
/** Those that only who sleeps there can spoil come three times as often. Nobody sends mails in a history. */
const STEPS: readonly Step[] = [...PAUSES, ...MORE, ...MORE]
  .flat()
  .filter(({ victim }) => victim !== 'notifications');
const NO_MAIL: Pick<MailServer, 'onceTaken'> = { onceTaken: () => Promise.resolve() };

/**
 * Stops and kills processes under load, up to two at once, as a seed says: whom, how, for how long, and after which
 * time or at which step of their work.
 */
export class Nemesis {
  /** What it did, and when, in seconds. */
  readonly deeds: string[] = [];
  private readonly asleep = new Set<Replica>();

  constructor(
    private readonly world: World,
    private readonly options: { readonly seed: number; readonly longestMs: number },
  ) {}

  /** Ends with everybody awake and as many processes of each service as there were. */
  async run(durationMs: number): Promise<void> {
    const since = monotonicMs();
    const lane = async (random: Random): Promise<void> => {
      while (monotonicMs() - since < durationMs) {
        await sleep(this.options.longestMs * (0.2 + random.next() * 0.6));
        await this.harm(random, since);
      }
    };
    const { seed } = this.options;
    await Promise.all([lane(seededRandom(seed + 1)), lane(seededRandom(seed + 2))]);
  }

  private async harm(random: Random, since: number): Promise<void> {
    const service = random.pick(VICTIMS);
    const which = random.next();
    const kills = random.next() < KILLS;
    const ms = this.options.longestMs * random.pick(SLEEPS);
    const step = random.next() < AT_STEPS ? random.pick(STEPS) : undefined;
    if (step && !kills) return this.stopAt(step, since);
    const awake = this.world.of(service).filter((replica) => !this.asleep.has(replica));
    // The only way to see the others is never closed.
    if (awake.length === 0 || (service === 'gateway' && awake.length < 2)) return;
    const victim = awake[Math.floor(which * awake.length)] as Replica;
    this.note(since, `${service} ${kills ? 'killed' : `stopped for ${Math.round(ms)} ms`}`);
    if (kills) {
      await this.world.kill(victim);
      await this.world.start(service);
    } else {
      this.stop(victim);
      await sleep(ms);
      await this.wake(victim);
    }
  }

  /** For the longest time, so that others take over. A step that nobody comes to is given up. */
  private async stopAt(step: Step, since: number): Promise<void> {
    const { longestMs } = this.options;
    let victim: Replica | undefined;
    const choose = (door: Replica['door'] | undefined): void => {
      const awake = this.world.of(step.victim).filter((replica) => !this.asleep.has(replica));
      if (step.victim === 'gateway' && awake.length < 2) return;
      victim = door === undefined ? awake[0] : awake.find((replica) => replica.door === door);
      if (victim) this.stop(victim);
    };
    const over = new AbortController();
    const come = step.arm(this.world, NO_MAIL as MailServer, choose, true, over.signal);
    await Promise.race([come, sleep(longestMs)]);
    over.abort();
    // One that is starting, or was killed at this moment, is nobody's to stop: its connection goes on.
    if (!victim) return this.world.tap(step.victim).letGo();
    this.note(since, `stopped for ${longestMs} ms at ${step.name}`);
    await sleep(longestMs);
    await this.wake(victim);
  }

  private note(since: number, deed: string): void {
    this.deeds.push(`${((monotonicMs() - since) / 1_000).toFixed(1)} s: ${deed}`);
  }

  private stop(victim: Replica): void {
    this.asleep.add(victim);
    this.world.pause(victim);
  }

  private async wake(victim: Replica): Promise<void> {
    await this.world.wake(victim);
    this.asleep.delete(victim);
  }
}
