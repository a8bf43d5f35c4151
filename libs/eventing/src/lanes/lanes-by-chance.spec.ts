import { afterEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readPosition, writePosition, type Position } from '#kernel';
import { until } from '#bus/testing/until';
import { seededRandom } from '../../../../test/crash/seed.js';
import { LogFeed } from './log-feed.js';
import type { Past } from './past.js';
import { Database, LanedFollower, type Kept } from './testing/follower.js';
import { MemoryLog, MemoryPartition, type WrittenEvent } from './testing/memory-log.js';

/** Whatever happens to the log, the writers, the processes and their database: each lane has each event once, in order. */

const silent = pino({ level: 'silent' });
const PARTITIONS = 2;
const FOLLOWERS = ['prompt', 'slow', 'weak'] as const;
const aTurn = (): Promise<void> => new Promise(setImmediate);

/** Numbers from 0 up to `below`, the same for the same seed. */
function chance(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => random.between(0, below - 1);
}

interface Process {
  readonly feed: LogFeed;
  readonly log: MemoryLog;
}

class World implements Past {
  readonly partitions = Array.from({ length: PARTITIONS }, (_, n) => new MemoryPartition('thing', n, 4));
  /** What the owner has stored, by partition. */
  readonly stored: WrittenEvent[][] = this.partitions.map(() => []);
  /** How many of them the relay has written. */
  private readonly written = this.partitions.map(() => 0);
  private position = 0n;
  private readonly database = new Database();
  private backup: ReadonlyMap<string, Kept> = this.database.backup();
  private processes: Process[] = [];
  private readonly dead: Process[] = [];
  private failing = true;
  readonly followers: LanedFollower[] = [];

  constructor(private readonly dice: (below: number) => number) {}

  async read(_: string, partition: number, after: Position) {
    if (this.failing && this.dice(8) === 0) throw new Error('the owner is away');
    await aTurn();
    const later = (this.stored[partition] ?? []).filter(({ position }) => position > after);
    const [first] = later;
    // It lies far ahead in the store: the owner has looked through a part of the way.
    const shortOf = first && readPosition(BigInt(writePosition(first.position)) - 1n);
    if (shortOf !== undefined && shortOf > after && this.dice(3) === 0)
      return { events: [], looked: shortOf, end: false };
    const [events, end] = [later.slice(0, 3), later.length <= 3];
    const looked = end ? readPosition(this.position) : (events.at(-1)?.position ?? after);
    return { events, looked, end };
  }

  /** One of the things that may happen. */
  async step(): Promise<void> {
    const { dice } = this;
    const partition = dice(PARTITIONS);
    const what = dice(24);
    if (what < 9) this.append(partition, 1 + dice(6));
    else if (what < 15) this.relay(partition, dice(6));
    else if (what === 15) this.relayAgain(partition);
    else if (what === 16) this.sleepersWrite(partition);
    else if (what === 17)
      this.partitions[partition]!.forget(this.partitions[partition]!.end - BigInt(dice(5)));
    else if (what === 18) this.lose(partition);
    else if (what === 19) await this.begin();
    else if (what === 20) await this.end(dice(2) === 0);
    else if (what === 21) this.backup = this.database.backup();
    else if (what === 22 && dice(3) === 0) await this.restore();
    else this.regroup();
    for (let turns = dice(12); turns > 0; turns -= 1) await aTurn();
  }

  /** From now on nothing fails; resolves when all lanes have everything. */
  async settle(): Promise<void> {
    this.failing = false;
    if (this.processes.length === 0) await this.begin();
    for (let n = 0; n < PARTITIONS; n += 1) {
      // What a log lacks at its end is seen with the next message.
      this.append(n, 1);
      this.relay(n, Infinity);
    }
    for (const { log } of this.processes) log.assign(this.partitions);
    await until(() => this.lanes().every(([seen, stored]) => seen.length >= stored.length), 60_000).catch(
      () => undefined,
    );
    expect(this.lanes().map(([seen]) => seen)).toEqual(this.lanes().map(([, stored]) => stored));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.processes, ...this.dead].map(({ feed }) => feed.stop()));
  }

  private lanes(): (readonly [seen: readonly Position[], stored: readonly Position[]])[] {
    return FOLLOWERS.flatMap((name) =>
      this.stored.map((events, partition) => {
        const { positions } = this.database.of(`${name}@thing/${partition}`);
        return [positions, events.map(({ position }) => position)] as const;
      }),
    );
  }

  private append(partition: number, count: number): void {
    for (let n = 0; n < count; n += 1) {
      this.position += BigInt(1 + this.dice(3));
      const previous = this.stored[partition]!.at(-1)?.position ?? 0n;
      const event = { position: this.position, previous, streamId: `thing-${partition}`, data: {} };
      this.stored[partition]!.push(event as unknown as WrittenEvent);
    }
  }

  private relay(partition: number, count: number): void {
    const from = this.written[partition]!;
    const events = this.stored[partition]!.slice(from, from + count);
    this.partitions[partition]!.write(...events);
    this.written[partition] = from + events.length;
  }

  /** It did not keep how far it was. */
  private relayAgain(partition: number): void {
    this.written[partition] = Math.max(0, this.written[partition]! - this.dice(12));
  }

  /** A relay that slept sends what its successor has written long ago; the log may have been lost meanwhile. */
  private sleepersWrite(partition: number): void {
    const from = this.dice(this.written[partition]! + 1);
    const to = Math.min(this.written[partition]!, from + 1 + this.dice(3));
    this.partitions[partition]!.write(...this.stored[partition]!.slice(from, to));
  }

  /**
   * It is made again: what the relay has written before is not written again, or some of it. Readers hear of it from their
   * group, or do not: they sleep through it, and it has grown past their offsets when they read on.
   */
  private lose(partition: number): void {
    this.partitions[partition]!.lose();
    // From anywhere: so it may soon be longer than before, with other events at the same offsets.
    if (this.dice(2) === 0) this.written[partition] = this.dice(this.written[partition]! + 1);
    if (this.dice(2) === 0) for (const { log } of [...this.processes, ...this.dead]) log.rejoin();
    this.relay(partition, this.dice(150));
  }

  private async begin(): Promise<void> {
    if (this.processes.length === 3) return;
    const log = new MemoryLog(this.partitions.filter(() => this.dice(2) === 0));
    const feed = new LogFeed({ events: log, past: this, lift: (event) => event, log: silent, batchSize: 3 });
    for (const name of FOLLOWERS) {
      const follower = new LanedFollower(name, ['thing-'], this.database);
      if (name === 'slow') follower.before = () => this.dawdle();
      if (name === 'weak') follower.before = () => this.fail(follower);
      feed.follow(follower);
      this.followers.push(follower);
    }
    this.processes.push({ feed, log });
    await feed.start();
  }

  private async dawdle(): Promise<void> {
    for (let turns = this.failing ? this.dice(60) : 0; turns > 0; turns -= 1) await aTurn();
  }

  private async fail(follower: LanedFollower): Promise<void> {
    if (!this.failing) return;
    const what = this.dice(12);
    if (what === 0) throw new Error('deadlock detected');
    if (what === 1) follower.undo(new Error('connection lost'));
  }

  /** A process ends; one that dies, or sleeps, has not given anything back, and may wake up in the midst of things. */
  private async end(well: boolean): Promise<void> {
    const [process] = this.processes.splice(this.dice(this.processes.length), 1);
    if (!process) return;
    if (well) await process.feed.stop();
    else this.dead.push(process);
  }

  /** The consumers' database as it was at the last backup: all processes were stopped for that. */
  private async restore(): Promise<void> {
    await this.dispose();
    [this.processes, this.dead.length] = [[], 0];
    this.database.restore(this.backup);
  }

  /** Partitions go to other processes. Two may believe for a while that they have the same one. */
  private regroup(): void {
    for (const { log } of this.processes) log.assign(this.partitions.filter(() => this.dice(3) > 0));
  }
}

describe('lanes, by chance', () => {
  let world: World;
  afterEach(() => world.dispose());

  const seeds = Number(process.env['TIMBRA_LANES_SEEDS'] ?? 25);
  it.each(Array.from({ length: seeds }, (_, seed) => seed + 1))('seed %i', async (seed) => {
    world = new World(chance(seed));
    for (let n = 0; n < 150; n += 1) await world.step();
    await world.settle();
    // Something has happened at all.
    expect(world.stored.flat().length).toBeGreaterThan(30);
    expect(world.followers.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBeGreaterThan(10);
  });
});
