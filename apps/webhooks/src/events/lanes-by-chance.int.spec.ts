import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { webhooksService } from '../service.js';
import { seededRandom } from '../../../../test/crash/seed.js';
import { at, deliveriesOf, endpoint, LanesBench, toldOf } from './testing/lanes-bench.js';

/**
 * Whatever happens to topics, partitions, processes and the setting: each event is told once, those of one resource in their
 * order, and to each endpoint that was there before it. Who reads on after the last one that they have seen misses none.
 */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([webhooksService]));
});
afterAll(() => bench.dispose());

/** An event of a customer: told under these names. */
type Happened = readonly [customer: string, revision: number];

class World {
  readonly lanes = new LanesBench(bench, () => this.dawdle());
  private readonly customers = new Map<string, number>();
  readonly happened: Happened[] = [];
  /** By endpoint, what has happened since it is there; undefined: it was deleted. */
  readonly wanted = new Map<string, Happened[] | undefined>();
  /** What somebody has read who asks again and again for what came after the last one. */
  readonly read: string[] = [];
  private last = '0';

  private reading: Promise<void> | undefined;

  constructor(private readonly dice: (below: number) => number) {}

  async step(): Promise<void> {
    const { dice, lanes } = this;
    const what = dice(20);
    if (what < 8) for (let n = 1 + dice(3); n > 0; n -= 1) await this.change();
    else if (what < 12) await lanes.relay(1 + dice(8));
    else if (what === 12) lanes.relayAgain(dice(10));
    else if (what === 13) await this.changeEndpoints();
    else if (what === 14) this.damage();
    else if (what < 17) await this.begin();
    else if (what === 17) await this.end();
    else this.regroup();
    // Beside all that is written.
    this.reading ??= this.readOn().finally(() => (this.reading = undefined));
  }

  /** From now on all goes well; resolves when everything is told. */
  async settle(): Promise<void> {
    const { lanes } = this;
    await lanes.stopAll();
    await lanes.startOverTopics();
    // What a log lacks at its end is seen with the next message.
    for (let n = 0; n < 12; n += 1) await this.change();
    await lanes.relay();
    await until(async () => (await toldOf(bench.pool)).length >= this.happened.length, 60_000).catch(
      () => undefined,
    );
    await lanes.stopAll();
    await this.reading;
    await this.readOn();
  }

  /** Statements take their time: one is overtaken by another. */
  private async dawdle(): Promise<void> {
    if (this.dice(3) === 0) await sleep(this.dice(12));
  }

  /** A customer is new, or edited. */
  private async change(): Promise<void> {
    const known = [...this.customers.keys()];
    const id = this.dice(2) === 0 ? known[this.dice(known.length + 1)] : undefined;
    const customer = await this.lanes.customer(id, id ? 'CustomerEdited' : 'CustomerCreated');
    const revision = (this.customers.get(customer) ?? -1) + 1;
    this.customers.set(customer, revision);
    this.happened.push([customer, revision]);
    for (const events of this.wanted.values()) events?.push([customer, revision]);
  }

  private async changeEndpoints(): Promise<void> {
    const [id] = [...this.wanted].filter(([, events]) => events).map(([name]) => name);
    if (id !== undefined && this.dice(3) === 0) {
      this.wanted.set(id, undefined);
      await this.lanes.happen({ type: 'WebhookDeleted', data: { webhook_id: id, at } });
    } else {
      const name = `w${this.wanted.size}`;
      await this.lanes.happen(endpoint(name));
      this.wanted.set(name, []);
    }
  }

  /** Retention takes messages of a partition, or its topic is made again. */
  private damage(): void {
    const { partitions } = this.lanes;
    const partition = partitions[this.dice(partitions.length)];
    if (this.dice(2) === 0) partition?.forget(partition.end - BigInt(this.dice(4)));
    else {
      partition?.lose();
      for (const { log } of this.lanes.running) log?.rejoin();
    }
  }

  private async begin(): Promise<void> {
    const { lanes, dice } = this;
    if (lanes.running.length === 3) return;
    if (dice(4) === 0) await lanes.startOverFeed();
    else await lanes.startOverTopics(lanes.partitions.filter(() => dice(3) > 0));
  }

  private async end(): Promise<void> {
    const { running } = this.lanes;
    const process = running[this.dice(running.length)];
    if (!process) return;
    if (this.dice(2) === 0) return this.lanes.kill(process);
    running.splice(running.indexOf(process), 1);
    await process.stop();
  }

  /** Partitions go to other processes. Two may believe for a while that they have the same one. */
  private regroup(): void {
    const { running, partitions } = this.lanes;
    for (const { log } of running) log?.assign(partitions.filter(() => this.dice(3) > 0));
  }

  private async readOn(): Promise<void> {
    for (const { seq, id } of await toldOf(bench.pool)) {
      if (BigInt(seq) <= BigInt(this.last)) continue;
      this.last = seq;
      this.read.push(id);
    }
  }
}

const nameOf = ([customer, revision]: Happened): string => `${customer}@${revision}`;

describe('the collector over topics, by chance', () => {
  let world: World;
  afterEach(() => world.lanes.stopAll());

  const seeds = Number(process.env['TIMBRA_LANES_SEEDS'] ?? 5);
  it.each(Array.from({ length: seeds }, (_, seed) => seed + 1))('seed %i', async (seed) => {
    await bench.pool.query(
      'TRUNCATE webhooks.events, webhooks.deliveries, webhooks.endpoints, platform.checkpoints, event_store.events',
    );
    const random = seededRandom(seed);
    world = new World((below) => random.between(0, below - 1));
    for (let n = 0; n < 80; n += 1) await world.step();
    await world.settle();

    const told = await toldOf(bench.pool);
    const names = told.map(({ resource_id, revision }) => nameOf([resource_id, revision]));
    expect(names.toSorted()).toEqual(world.happened.map(nameOf).toSorted());
    for (const [customer] of world.happened) {
      const revisions = told.filter(({ resource_id }) => resource_id === customer);
      expect(revisions.map(({ revision }) => revision)).toEqual([...revisions.keys()]);
    }
    expect(world.read).toEqual(told.map(({ id }) => id));

    const deliveries = await deliveriesOf(bench.pool);
    const { rows: endpoints } = await bench.pool.query<{ id: string }>('SELECT id FROM webhooks.endpoints');
    const there = new Set(endpoints.map(({ id }) => id));
    for (const [id, wanted] of world.wanted) {
      const to = deliveries
        .filter(({ endpoint_id }) => endpoint_id === id)
        .map(({ resource_id, revision }) => nameOf([resource_id, revision]));
      expect(new Set(to).size).toBe(to.length);
      if (wanted) expect(to).toEqual(expect.arrayContaining(wanted.map(nameOf)));
      // What a process that was behind has still stored for it goes to nobody, and is swept (deliveries/retention.ts).
      expect([id, there.has(id)]).toEqual([id, wanted !== undefined]);
    }
    expect(world.happened.length).toBeGreaterThan(40);
  });
});
