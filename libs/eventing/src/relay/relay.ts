import type pg from 'pg';
import { monotonicMs } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import type { Sealing } from '#bus/kafka/codec';
import { encodeEvent } from '#bus/kafka/domain/codec';
import { aggregateOfStream } from '#bus/kafka/domain/names';
import { partitionOf } from '#bus/kafka/partitioner';
import { upcasters, type StreamPrefix } from '#contracts';
import { storedType, type EventStore, type RecordedEvent } from '#event-store';
import type { Logger } from 'pino';
import { CatchUpLog } from '../publisher/catch-up-log.js';
import { HeldCheckpoint } from '../publisher/held-checkpoint.js';
import type { Epoch } from '../publisher/lease.js';
import { requestsOf } from './requests.js';
import { beginShard, isInShard, shardName, type Shard } from './shards.js';
import type { DomainEventWriter, DomainMessage } from './writer.js';

/**
 * How long the checkpoint may stay behind while events of other services pass. It passes the own service's at once, also those
 * of other shards: the shards together tell how far the service's events are relayed (`findRelayed`).
 */
const STORE_EVERY_MS = 1_000;
/** How often one that stands by looks whether it is needed. */
const STANDBY_MS = 1_000;

const WORDS = { behind: 'relaying older events', done: 'the relay is up to date' };

export interface RelayOptions {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'head' | 'positionsPerEvent'>;
  readonly log: Logger;
  readonly writer: DomainEventWriter;
  readonly shard: Shard;
  /** How the streams of the service begin. */
  readonly streams: readonly StreamPrefix[];
  readonly sealing?: Sealing;
  /** How long another process waits for one that no longer renews its lease, in milliseconds. */
  readonly leaseMs: number;
  /** Messages that a request has at most; by default as many as fit well. */
  readonly requestMessages?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/**
 * Writes the domain events of a service to their topics, for the services that follow them: those of one shard, in the order
 * of their positions. The checkpoint moves once they are acknowledged.
 *
 * Any number of processes may run it; the one that holds the shard's lease writes, and the others stand by. One that has
 * slept past its lease, or begins after a failure, may write messages that are there already. But each writes a run without gaps,
 * which begins where all earlier messages were acknowledged; and it sends a request after the one before was acknowledged. So
 * within a partition no message comes before an earlier one that was not written, and whoever reads passes over every
 * message whose position is not above the last one it took (ADR 86).
 */
export class Relay implements AnyEventConsumer<RecordedEvent> {
  readonly name: string;
  readonly streams: readonly StreamPrefix[];
  readonly standbyMs = STANDBY_MS;
  readonly background = true;
  private readonly checkpoint: HeldCheckpoint;
  private readonly catchUp: CatchUpLog;
  private movedAtMs = 0;

  constructor(private readonly options: RelayOptions) {
    const { pool, store, log, shard, leaseMs, nowMs } = options;
    const name = (this.name = shardName(shard));
    this.streams = options.streams;
    const prepare = (epoch: Epoch | undefined) => beginShard(pool, shard, epoch);
    this.checkpoint = new HeldCheckpoint({ pool, name, leaseMs, log, prepare, ...(nowMs && { nowMs }) });
    this.catchUp = new CatchUpLog(store, log.child({ relay: name }), WORDS);
  }

  /** Whether this is the process that relays the shard. */
  get active(): boolean {
    return this.checkpoint.epoch !== undefined;
  }

  start(): Promise<Checkpoint> {
    this.movedAtMs = monotonicMs();
    return this.checkpoint.start();
  }

  async handle(events: readonly RecordedEvent[], place: Checkpoint): Promise<void> {
    const epoch = await this.checkpoint.hold();
    try {
      const written = await this.relay(events, epoch);
      if (events.length === 0 && monotonicMs() - this.movedAtMs < STORE_EVERY_MS) return;
      await this.checkpoint.move(place, epoch);
      this.movedAtMs = monotonicMs();
      await this.catchUp.passed(place, written);
    } catch (error) {
      const isLost = this.checkpoint.epoch !== epoch;
      // Another process may have a broker that answers, or know the event.
      await this.checkpoint.release();
      if (!isLost || error instanceof CheckpointMoved) throw error;
      this.options.log.warn({ err: error, relay: this.name }, 'another process relays these events now');
      throw new CheckpointMoved(this.name);
    }
  }

  /** Lets another process go on. */
  stop(): Promise<void> {
    return this.checkpoint.release();
  }

  /** Returns how many of the events are the shard's. */
  private async relay(events: readonly RecordedEvent[], epoch: Epoch): Promise<number> {
    const messages: DomainMessage[] = [];
    for (const event of events) {
      const message = await this.messageOf(event);
      if (message) messages.push(message);
    }
    for (const request of requestsOf(messages, this.options.requestMessages)) {
      // No promise: it may fall asleep right here. It saves the readers most of what they would pass over.
      this.checkpoint.check(epoch);
      await this.options.writer.write(request);
    }
    return messages.length;
  }

  private async messageOf(event: RecordedEvent): Promise<DomainMessage | undefined> {
    const { writer, shard, sealing } = this.options;
    const aggregate = aggregateOfStream(event.streamId);
    const partition = partitionOf(event.streamId, await writer.partitions(aggregate));
    if (!isInShard(partition, shard)) return undefined;
    // The data is in its present shape, and says so: a reader may know a later one, or not yet this one.
    const type = storedType(event.type, upcasters);
    return { aggregate, partition, message: await encodeEvent({ ...event, type }, sealing) };
  }
}
