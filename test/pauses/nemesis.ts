import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import { seededRandom, type Random } from '../crash/seed.js';
import type { Replica, ServiceName, World } from '../failures/world.js';

/** By how often each is chosen. */
const VICTIMS: readonly ServiceName[] = [
  ...(['invoicing', 'invoicing', 'invoicing', 'stamping', 'stamping', 'gateway'] as const),
  ...(['cancellation', 'publisher', 'publisher', 'notifications', 'customers', 'organizations'] as const),
];
/** Of the longest pause: short ones that nobody misses, and those after which others have taken over. */
const SLEEPS = [0.1, 0.5, 1, 1] as const;
const KILLS = 0.25;

/**
 * Stops and kills processes under load, up to two at once, as a seed says: whom, how, for how long and after which
 * time. What they are at then is up to the machine.
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
    const awake = this.world.of(service).filter((replica) => !this.asleep.has(replica));
    // The only way to see the others is never closed.
    if (awake.length === 0 || (service === 'gateway' && awake.length < 2)) return;
    const victim = awake[Math.floor(which * awake.length)] as Replica;
    const at = ((monotonicMs() - since) / 1_000).toFixed(1);
    this.deeds.push(`${at} s: ${service} ${kills ? 'killed' : `stopped for ${Math.round(ms)} ms`}`);
    if (kills) {
      await this.world.kill(victim);
      await this.world.start(service);
    } else {
      this.asleep.add(victim);
      this.world.pause(victim);
      await sleep(ms);
      await this.world.wake(victim);
      this.asleep.delete(victim);
    }
  }
}
