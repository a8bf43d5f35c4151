import type { Logger } from 'pino';
import type { Position, StreamEvent } from '#kernel';
import type { LanedConsumer, PartitionLog } from '#bus';
import { Lane } from './lane.js';
import { laneName } from './names.js';
import { PartitionReader } from './partition-reader.js';
import type { Past } from './past.js';

export interface LanesOptions {
  readonly past: Past;
  readonly lift: (event: StreamEvent) => StreamEvent;
  readonly batchSize: number;
  readonly log: Logger;
}

/** What a feed of logs needs of a consumer: its lanes alone. */
export type Followed = Pick<LanedConsumer, 'name' | 'streams' | 'background' | 'lane'>;

/** How a lane is doing. */
export interface LaneStatus {
  /** The name of its checkpoint. */
  readonly name: string;
  readonly consumer: string;
  /** Of the last event that it took; undefined: it has not found out yet. */
  readonly position: Position | undefined;
  /** How many messages of the log it has not taken, at most; undefined while it finds out, or asks the owner. */
  readonly behind: number | undefined;
  /** For how long that has been undefined, in milliseconds. */
  readonly unknownMs: number;
  /** For how long every attempt has failed, in milliseconds. */
  readonly failingMs: number;
  readonly failures: number;
  readonly lastError: string | undefined;
}

/** The lanes of all consumers on one partition, for as long as this process has it. */
export class PartitionLanes {
  private readonly reader: PartitionReader;
  private readonly lanes: readonly (readonly [consumer: string, name: string, lane: Lane])[];
  private begun = false;
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly partition: PartitionLog,
    consumers: readonly Followed[],
    options: LanesOptions,
  ) {
    const reader = new PartitionReader(partition);
    this.reader = reader;
    this.lanes = consumers.map((consumer) => {
      const name = laneName(consumer.name, partition);
      const onPassed = (): void => reader.trim(this.lanes.map(([, , { offset }]) => offset));
      const lane = new Lane({ ...options, consumer: consumer.lane(name), of: partition, reader, onPassed });
      return [consumer.name, name, lane];
    });
  }

  /** The partition's name: those that had it before must have stopped before these start. */
  get key(): string {
    return `${this.partition.aggregate}/${this.partition.partition}`;
  }

  start(): void {
    if (this.stopping) return;
    this.begun = true;
    for (const [, , lane] of this.lanes) lane.start();
  }

  /** Lets the lanes finish the deliveries that they are on. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      if (!this.begun) return;
      await Promise.all([this.reader.stop(), ...this.lanes.map(([, , lane]) => lane.stop())]);
    })();
    return this.stopping;
  }

  /** The end that its log has now, or had a second ago. */
  end(): Promise<bigint> {
    return this.partition.end();
  }

  /** Whether all lanes have taken what was before an offset of the log. */
  haveTaken(before: bigint): boolean {
    return this.lanes.every(([, , { offset }]) => offset !== undefined && offset >= before);
  }

  status(): LaneStatus[] {
    const { newest } = this.reader;
    return this.lanes.map(([consumer, name, lane]) => {
      const { position, reached, unknownMs } = lane;
      const { count: failures, last: lastError, ms: failingMs } = lane.failures;
      const behind = reached === undefined ? undefined : Math.max(0, Number(newest - reached));
      return { name, consumer, position, behind, unknownMs, failingMs, failures, lastError };
    });
  }
}
