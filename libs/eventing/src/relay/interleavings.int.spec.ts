import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { START, type Position } from '#kernel';
import { until } from '#bus/testing/until';
import { openBench, type Bench } from '#hosting/testing/bench';
import { DomainTopics, type WriteFailure, type WriteMoments } from '#hosting/testing/domain-topics';
import { startRelays, Streams, type RelayProcess } from '#hosting/testing/relay';
import { seededRandom } from '../../../../test/crash/seed.js';
import { findRelayed } from './shards.js';

/** Short: others take over from those that sleep while the spec goes on. */
const LEASE_MS = 150;
const STEPS = 24;
const FAILURES: readonly WriteFailure[] = ['nothing', 'part', 'all'];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

/** A sequence that its seed determines: numbers from 0 up to `below`. */
function drawFrom(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => random.between(0, below - 1);
}

/** Processes that start with any number of shards, fall asleep around a request, wake up, and are stopped. */
class World {
  readonly topics = new DomainTopics(7);
  readonly streams = new Streams(bench.store);
  /** What was done, for who has to understand a failure. */
  readonly story: string[] = [];
  private readonly running: { readonly process: RelayProcess; readonly wakeUp: (forGood?: true) => void }[] =
    [];
  /** Whether the next request falls asleep, and when. */
  private sleepsNext: keyof WriteMoments | undefined;

  constructor(private readonly draw: (below: number) => number) {}

  async step(): Promise<void> {
    const { draw, topics, streams } = this;
    const steps: readonly [string, () => unknown][] = [
      ['appends', () => streams.append(1 + draw(15))],
      ['appends', () => streams.append(1 + draw(15))],
      ['appends', () => streams.append(1 + draw(15))],
      ['fails', () => topics.failures.push(FAILURES[draw(3)] ?? 'all')],
      ['sleeps', () => (this.sleepsNext = draw(2) === 0 ? 'beforeWrite' : 'afterWrite')],
      ['wakes', () => this.running[draw(this.running.length)]?.wakeUp()],
      ['starts', () => this.start(1 + draw(5), draw(2) === 0)],
      ['stops', () => this.stopOne()],
      ['goes on', () => this.goOn()],
    ];
    const [name, act] = steps[draw(steps.length)] ?? ['', () => undefined];
    this.story.push(name);
    await act();
  }

  async start(shards: number, isFrozen = false): Promise<void> {
    if (this.running.length >= 4) return;
    let asleep: (() => void)[] = [];
    let isStopping = false;
    const self: { process?: RelayProcess } = {};
    const fallAsleep = (moment: keyof WriteMoments) => async (): Promise<void> => {
      if (isStopping) return;
      // Its other shards sleep too, as soon as they have something to write.
      if (asleep.length === 0 && (this.sleepsNext !== moment || !self.process)) return;
      if (asleep.length === 0) self.process?.pause();
      this.sleepsNext = undefined;
      await new Promise<void>((resolve) => asleep.push(resolve));
    };
    const process = await startRelays({
      ...{ bench, topics: this.topics, shards, leaseMs: LEASE_MS, requestMessages: 3 },
      moments: { beforeWrite: fallAsleep('beforeWrite'), afterWrite: fallAsleep('afterWrite') },
      // Its clock stands still with it: it goes on with its requests where it wakes.
      ...(isFrozen && { nowMs: () => 0 }),
    });
    self.process = process;
    const wakeUp = (forGood?: true): void => {
      isStopping ||= forGood ?? false;
      process.wake();
      for (const wake of asleep) wake();
      asleep = [];
    };
    this.running.push({ process, wakeUp });
  }

  /** Everybody wakes up and is stopped. */
  async end(): Promise<void> {
    this.sleepsNext = undefined;
    this.topics.failures = [];
    while (this.running.length > 0) await this.stopOne();
  }

  async allRelayed(): Promise<void> {
    const all = [...(await this.streams.own()).values()].flat();
    const newest = all.reduce<Position>((max, { position }) => (position > max ? position : max), START);
    await until(async () => ((await findRelayed(bench.pool, 'invoicing')) ?? START) >= newest);
  }

  private async stopOne(): Promise<void> {
    const [one] = this.running.splice(this.draw(this.running.length), 1);
    one?.wakeUp(true);
    await one?.process.hub.stop();
  }

  /** Until something was written, or a lease has ended meanwhile, whichever comes first. */
  private async goOn(): Promise<void> {
    const { requests } = this.topics;
    const goal = Date.now() + LEASE_MS;
    await until(() => this.topics.requests > requests || Date.now() > goal);
  }
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'whatever fails, sleeps, starts and stops (seed %i), a reader sees every event once, in the order of its stream',
  async (seed) => {
    await bench.pool.query('TRUNCATE event_store.events, platform.checkpoints, platform.leases');
    const world = new World(drawFrom(seed));
    await world.start(3);
    try {
      for (let n = 0; n < STEPS; n += 1) await world.step();
      await world.end();
      await world.streams.append(5);
      await world.start(2);
      await world.allRelayed();
    } finally {
      await world.end();
    }
    const [{ story, topics }, own] = [world, await world.streams.own()];
    const seen = { story, read: await topics.read(), misnamed: topics.misnamed(own) };
    expect(seen).toEqual({ story, read: own, misnamed: [] });
    // Without what comes twice, this would show nothing.
    expect(world.topics.requests).toBeGreaterThan(3);
  },
);
