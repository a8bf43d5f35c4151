import { monotonicMs, START, type Position } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import type { Sealing } from '#bus/kafka/codec';
import { encodeEvent } from '#bus/kafka/domain/codec';
import { aggregateOf, aggregateOfStream } from '#bus/kafka/domain/names';
import { partitionOf } from '#bus/kafka/partitioner';
import { upcasters, type StreamPrefix } from '#contracts';
import { storedType, type EventStore, type RecordedEvent } from '#event-store';
import type { Logger } from 'pino';
import { placeAt, positionOf } from '../feed/place.js';
import { CatchUpLog } from '../publisher/catch-up-log.js';
import { HeldCheckpoint } from '../publisher/held-checkpoint.js';
import type { Epoch } from '../publisher/lease.js';
import { requestsOf } from './requests.js';
import { beginShard, isInShard, shardName, type Shard } from './shards.js';
import { moveTail, partitionName, readTails, tailsFor, writeTails, type Tails } from './tails.js';
import type { DomainEventWriter, DomainMessage } from './writer.js';
import type { SharedPool } from '../databases.js';

/**
 * How long the checkpoint may stay behind while events of other services pass. It passes the own service's at once, also those
 * of other shards: the shards together tell how far the service's events are relayed (`findRelayed`).
 */
const STORE_EVERY_MS = 1_000;
/** How long the tails may stay behind the checkpoint. Processes that stand by see by them that this one works. */
const TAILS_EVERY_MS = 500;
/** How often one that stands by looks whether it is needed. */
const STANDBY_MS = 1_000;

const WORDS = { behind: 'relaying older events', done: 'the relay is up to date' };

export interface RelayOptions {
  readonly pool: SharedPool;
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
 *
 * Each message names the event before it in its partition. The relay knows it from the tails that it keeps beside its
 * checkpoint. Where they lag behind that, it first looks at the events in between again, and does not write them.
 */
export class Relay implements AnyEventConsumer<RecordedEvent> {
  readonly name: string;
  readonly streams: readonly StreamPrefix[];
  readonly standbyMs = STANDBY_MS;
  readonly background = true;
  private readonly checkpoint: HeldCheckpoint;
  private readonly catchUp: CatchUpLog;
  /** Up to here the shard's events have been written. */
  private written: Position = START;
  private partitions: Tails['partitions'] = {};
  private last = new Map<string, Position>();
  private storedAtMs = 0;

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

  /** Also after a failure: nothing of before holds. */
  async start(): Promise<Checkpoint> {
    this.partitions = await this.countPartitions();
    this.written = positionOf(await this.checkpoint.start());
    const tails = tailsFor(readTails(this.checkpoint.notes, this.written), this.partitions);
    this.last = new Map(tails.last);
    this.storedAtMs = -Infinity;
    return placeAt(tails.noted);
  }

  async handle(events: readonly RecordedEvent[], place: Checkpoint): Promise<void> {
    const epoch = await this.checkpoint.hold();
    try {
      const written = await this.relay(events, epoch);
      if (await this.keep(place, epoch, events.length > 0)) await this.catchUp.passed(place, written);
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

  /** Returns how many of the events were written. */
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

  /** Returns whether it stored anything. */
  private async keep(place: Checkpoint, epoch: Epoch, hasEvents: boolean): Promise<boolean> {
    const noted = positionOf(place);
    const written = noted > this.written ? noted : this.written;
    const isDue = monotonicMs() - this.storedAtMs >= (hasEvents ? TAILS_EVERY_MS : STORE_EVERY_MS);
    if (!isDue && (!hasEvents || written === this.written)) return false;
    const { partitions, last } = this;
    const notes = isDue ? writeTails({ noted, partitions, last }) : undefined;
    await this.checkpoint.move(placeAt(written), epoch, notes);
    this.written = written;
    if (isDue) this.storedAtMs = monotonicMs();
    return true;
  }

  /** Before it takes the lease: another process may have a broker that answers. */
  private async countPartitions(): Promise<Tails['partitions']> {
    const { writer, streams } = this.options;
    const counts = streams
      .map(aggregateOf)
      .map(async (name) => [name, await writer.partitions(name)] as const);
    return Object.fromEntries(await Promise.all(counts));
  }

  /** undefined: the event is not to be written, at least not again. */
  private async messageOf(event: RecordedEvent): Promise<DomainMessage | undefined> {
    const { writer, shard, sealing } = this.options;
    const { streamId, position } = event;
    const aggregate = aggregateOfStream(streamId);
    const partition = partitionOf(streamId, await writer.partitions(aggregate));
    if (!isInShard(partition, shard)) return undefined;
    const previous = moveTail(this.last, partitionName(aggregate, partition), position);
    if (previous === undefined || position <= this.written) return undefined;
    // The data is in its present shape, and says so: a reader may know a later one, or not yet this one.
    const type = storedType(event.type, upcasters);
    return { aggregate, partition, message: await encodeEvent({ ...event, type, previous }, sealing) };
  }
}
