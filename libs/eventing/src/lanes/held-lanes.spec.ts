import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readPosition } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type HeldConsumer, type Hold } from '#bus';
import { until } from '#bus/testing/until';
import { HeldLanes } from './held-lanes.js';
import { LogFeed } from './log-feed.js';
import { Database, LanedFollower } from './testing/follower.js';
import type { Past } from './past.js';
import { MemoryLog, MemoryPartition, type WrittenEvent } from './testing/memory-log.js';

const silent = pino({ level: 'silent' });

/** A consumer that holds its right as it is told to. */
class Holder implements HeldConsumer {
  readonly name = 'holder';
  readonly streams = [''];
  readonly lanedStreams = ['thing-'];
  readonly handOverMs = 200;
  readonly keepUpMs = 10;
  readonly standbyMs = 10;
  /** Whether it may have the right. */
  free = true;
  lasts = false;
  holds = 0;
  releases = 0;
  /** How long ago everything was taken that was in the logs, each time that it heard of it. */
  readonly kept: number[] = [];
  keptFails = false;
  readonly follower = new LanedFollower('holder', this.lanedStreams, new Database());
  stopped = false;

  async start(): Promise<undefined> {
    throw new Error('its lanes are followed');
  }

  async handle(): Promise<void> {
    throw new Error('its lanes are followed');
  }

  async hold(): Promise<Hold | undefined> {
    if (!this.free) return undefined;
    this.holds += 1;
    this.lasts = true;
    const lasts = (): boolean => this.lasts;
    return {
      epoch: String(this.holds),
      get lasts() {
        return lasts();
      },
      lane: (name): AnyEventConsumer => this.follower.lane(name),
      keepUp: async (agoMs) => {
        if (this.keptFails) throw new CheckpointMoved('holder');
        this.kept.push(agoMs);
      },
      release: async () => {
        this.lasts = false;
        this.releases += 1;
      },
    };
  }

  async stop(): Promise<void> {
    this.stopped = true;
  }
}

let partitions: MemoryPartition[];
let holder: Holder;
let lanes: HeldLanes;
let epochs: string[];
let link: { alive: boolean };
let logs: MemoryLog[];
let position: bigint;
let stored: WrittenEvent[][];
/** How often it was noted what is in the logs. */
let marks: number;

beforeEach(() => {
  partitions = [new MemoryPartition('thing', 0), new MemoryPartition('thing', 1)];
  [holder, epochs, logs, link] = [new Holder(), [], [], { alive: true }];
  [position, stored, marks] = [0n, [], 0];
  lanes = new HeldLanes({
    ...{ consumer: holder, partitions: 2, log: silent },
    open: (epoch) => {
      epochs.push(epoch);
      const events = new MemoryLog(partitions);
      logs.push(events);
      const past: Past = {
        read: async (_, partition, after) => {
          const events = (stored[partition] ?? []).filter((event) => event.position > after);
          return { events, looked: readPosition(position), end: true };
        },
      };
      link = { alive: true };
      const feed = new LogFeed({ events, past, lift: (event) => event, log: silent });
      const mark = feed.mark.bind(feed);
      feed.mark = async () => {
        marks += 1;
        return mark();
      };
      return { feed, link };
    },
  });
});
afterEach(() => lanes.stop());

/** It is stored by its owner, and written to the log. */
const happen = (partition: number): void => {
  position += 1n;
  const mine = (stored[partition] ??= []);
  const event = { position, previous: mine.at(-1)?.position ?? 0n, streamId: `thing-${partition}`, data: {} };
  mine.push(event as unknown as WrittenEvent);
  partitions[partition]?.write(event as unknown as WrittenEvent);
};
const seen = (): number => [0, 1].flatMap((n) => holder.follower.seen(`thing/${n}`)).length;

describe('lanes of a consumer that one process at a time runs', () => {
  it('read no log while another process has the right, and all is well', async () => {
    holder.free = false;
    lanes.start();
    happen(0);
    expect(lanes.status()).toMatchObject({ failures: 0, failingMs: 0, lanes: { behind: 0 } });
    holder.free = true;
    await until(() => seen() === 1);
    expect(epochs).toEqual(['1']);
  });

  it('end with the right, and begin again under the next one, in a group that is new', async () => {
    lanes.start();
    happen(0);
    await until(() => seen() === 1);
    [holder.free, holder.lasts] = [false, false];
    await until(() => holder.releases === 1);
    happen(1);
    holder.free = true;
    await until(() => seen() === 2);
    expect(epochs).toEqual(['1', '2']);
  });

  it('tell how they keep up, and do not while one of them has something before it', async () => {
    lanes.start();
    await until(() => holder.kept.length > 2);
    let failing = true;
    holder.follower.before = async () => {
      if (failing) throw new Error('the broker is away');
    };
    happen(0);
    await until(() => lanes.status().failures > 0);
    const told = holder.kept.length;
    await until(() => lanes.status().failures > 2);
    expect(holder.kept).toHaveLength(told);
    failing = false;
    await until(() => holder.kept.length > told);
    // An end of the log may have been a second old.
    expect(Math.min(...holder.kept)).toBeGreaterThanOrEqual(1_000);
  });

  it('do not tell that they keep up where this process has not all partitions', async () => {
    lanes.start();
    await until(() => holder.kept.length > 0);
    logs[0]?.assign(partitions.slice(0, 1));
    // One may be on its way.
    const [told, marked] = [holder.kept.length + 1, marks];
    await until(() => marks > marked + 4);
    expect(holder.kept.length).toBeLessThanOrEqual(told);
    logs[0]?.assign(partitions);
    await until(() => holder.kept.length > told);
  });

  it('are given to another process when one has failed for long, and taken again if there is none', async () => {
    holder.follower.before = () => Promise.reject(new Error('no line for ThingLost'));
    happen(0);
    lanes.start();
    await until(() => holder.releases >= 1);
    expect(lanes.status()).toMatchObject({ lastError: 'no line for ThingLost' });
    expect(lanes.status().failures).toBeGreaterThan(0);
    expect(lanes.status().failingMs).toBeGreaterThan(holder.handOverMs);
    holder.follower.before = async () => undefined;
    await until(() => seen() === 1);
    await until(() => lanes.status().failures === 0);
  });

  it('begin again where their places were taken away, and where the reader of the logs has died', async () => {
    lanes.start();
    await until(() => holder.kept.length > 0);
    holder.keptFails = true;
    await until(() => holder.releases >= 1);
    expect(lanes.status().failures).toBe(0);
    holder.keptFails = false;
    const told = holder.kept.length;
    await until(() => holder.kept.length > told);
    const { releases } = holder;
    link.alive = false;
    await until(() => holder.releases > releases && lanes.status().failures > 0);
    await until(() => lanes.status().failures === 0);
  });

  it('finish what they are on when the process stops, and give the right back', async () => {
    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    let handling = false;
    holder.follower.before = () => {
      handling = true;
      return held;
    };
    happen(0);
    lanes.start();
    await until(() => handling);
    const stopping = lanes.stop();
    expect([holder.releases, holder.lasts]).toEqual([0, true]);
    finish();
    await stopping;
    expect([seen(), holder.releases, holder.stopped]).toEqual([1, 1, true]);
  });
});
