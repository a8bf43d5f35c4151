import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLIC_STREAMS } from '#contracts';
import { until } from '#bus/testing/until';
import { openBench, silent, type Bench } from '#hosting/testing/bench';
import { FakeTopics, pausablePublisher, Payments } from '#hosting/testing/publisher';
import { seededRandom } from '../../../../test/crash/seed.js';
import { FeedHub } from '../feed/feed-hub.js';
import { HeldLanes } from '../lanes/held-lanes.js';
import { findTaken } from '../lanes/taken.js';
import { DomainLogs } from '../lanes/testing/domain-logs.js';

/** Whatever happens to topics, brokers and processes, over the feed and over topics: all is published, each stream in order. */

const PARTITIONS = 2;
const INVOICES = 6;
const LEASE_MS = 300;

interface Process {
  readonly stop: () => Promise<void>;
  readonly pause: () => void;
  readonly wake: () => void;
}

class World {
  readonly topics = new FakeTopics();
  readonly payments: Payments;
  private readonly logs: DomainLogs;
  private readonly processes: Process[] = [];
  private readonly asleep: Process[] = [];
  starts = { feed: 0, topics: 0 };

  constructor(
    private readonly bench: Bench,
    private readonly dice: (below: number) => number,
  ) {
    this.payments = new Payments(bench.store, INVOICES);
    this.logs = new DomainLogs(bench.store, PUBLIC_STREAMS, PARTITIONS);
  }

  async step(): Promise<void> {
    const { dice, topics, logs } = this;
    const what = dice(20);
    if (what < 6) await this.payments.receive(1 + dice(6));
    else if (what < 10) await logs.relay(1 + dice(10));
    else if (what < 13) await this.begin(dice(3) === 0 ? 'feed' : 'topics');
    else if (what === 13) await this.processes.splice(dice(this.processes.length), 1)[0]?.stop();
    else if (what < 16) this.fallAsleep();
    else if (what === 16) this.wakeOne();
    else if (what === 17) [topics.failures, topics.failsAfter] = [1 + dice(2), dice(4)];
    else if (what === 18) logs.partitions[dice(logs.partitions.length)]?.lose();
    else for (const partition of logs.partitions) partition.forget(partition.end - BigInt(dice(4)));
    await sleep(dice(60));
  }

  /** From now on nothing fails; resolves when everything is published. */
  async settle(): Promise<void> {
    this.topics.failures = 0;
    while (this.asleep.length > 0) this.wakeOne();
    await this.begin('topics');
    // What a log lacks at its end is seen with the next message.
    await this.payments.receive(INVOICES);
    await this.logs.relay();
    await until(() => this.topics.count >= this.payments.count, 30_000).catch(() => undefined);
    expect(this.topics.read).toEqual(this.payments.paid);
  }

  async dispose(): Promise<void> {
    while (this.asleep.length > 0) this.wakeOne();
    await Promise.all(this.processes.splice(0).map((process) => process.stop()));
  }

  private async begin(by: 'feed' | 'topics'): Promise<void> {
    if (this.processes.length + this.asleep.length >= 4) return;
    this.starts[by] += 1;
    const { store } = this.bench;
    const writer = this.topics.writer({ beforeWrite: () => sleep(5) });
    const process = pausablePublisher(this.bench, { writer, leaseMs: LEASE_MS });
    const { pause, wake } = process;
    const publisher = Object.assign(process.publisher, { standbyMs: 20 });
    if (by === 'feed') {
      const hub = new FeedHub({ store, log: silent, pollMs: 20 });
      hub.follow((await findTaken([this.bench.pool], PARTITIONS)).passOver(publisher, []));
      this.processes.push({ stop: () => hub.stop(), pause, wake });
      return hub.start();
    }
    const lanes = new HeldLanes({
      ...{ consumer: publisher, partitions: PARTITIONS, log: silent },
      open: () => this.logs.open(),
    });
    this.processes.push({ stop: () => lanes.stop(), pause, wake });
    lanes.start();
  }

  /** It asks nothing of the database any more; what it has sent to the broker may still come there. */
  private fallAsleep(): void {
    const [process] = this.processes.splice(this.dice(this.processes.length), 1);
    if (!process) return;
    process.pause();
    this.asleep.push(process);
  }

  private wakeOne(): void {
    const [process] = this.asleep.splice(this.dice(this.asleep.length), 1);
    if (!process) return;
    process.wake();
    this.processes.push(process);
  }
}

describe('the publisher, by chance', () => {
  let bench: Bench;
  let world: World;
  beforeAll(async () => void (bench = await openBench()));
  afterEach(() => world.dispose());
  afterAll(() => bench.dispose());

  const seeds = Number(process.env['TIMBRA_LANES_SEEDS'] ?? 6);
  it.each(Array.from({ length: seeds }, (_, seed) => seed + 1))('seed %i', async (seed) => {
    await bench.pool.query('TRUNCATE event_store.events, platform.checkpoints, platform.leases');
    const random = seededRandom(seed);
    world = new World(bench, (below) => random.between(0, Math.max(0, below - 1)));
    for (let n = 0; n < 70; n += 1) await world.step();
    await world.settle();
    // Something has happened at all.
    expect(world.payments.count).toBeGreaterThan(30);
    expect(world.starts.feed + world.starts.topics).toBeGreaterThan(3);
  });
});
