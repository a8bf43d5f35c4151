import { CheckpointMoved, type Checkpoint, type HeldConsumer, type Hold } from '#bus';
import type { EventStore } from '#event-store';
import type { StreamEvent } from '#kernel';
import { PUBLIC_STREAMS, publicEventsOf, type CloudEvent } from '#contracts';
import type { Logger } from 'pino';
import { CatchUpLog } from './catch-up-log.js';
import { oldestBehindMs } from './unpublished.js';
import { HeldCheckpoint } from './held-checkpoint.js';
import type { Epoch } from './lease.js';
import type { OwnPool } from '../databases.js';
import { findPublishedAgoMs } from './published-up-to.js';
import { PublisherLanes } from './publisher-lanes.js';

/** Writes public events somewhere, in order. */
export interface PublicEventWriter {
  /** Makes this the only writer: what an earlier one sends from now on is refused. Comes before the first `write`, and after a failed one. */
  takeOver(): Promise<void>;
  /**
   * Resolves once all of them are safe there. Where it throws, some may be: they are to be written again, all of them.
   * @param mayWrite called before each request; throws where the caller may no longer write
   */
  write(events: readonly CloudEvent[], mayWrite: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface PublisherOptions {
  readonly pool: OwnPool;
  readonly store: Pick<EventStore, 'head' | 'readFeed' | 'positionsPerEvent'>;
  readonly log: Logger;
  readonly writer: PublicEventWriter;
  /** Tells installations apart that share a cluster. */
  readonly source: string;
  /** How long another process waits for one that no longer renews its lease. */
  readonly leaseMs: number;
  /** How old an event may get before it is published. */
  readonly maxAgeMs: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/**
 * Names the checkpoint and the lease, and begins the names of the lanes' checkpoints. All of them deleted, everything is
 * published again from the first event on.
 */
export const PUBLISHER = 'publisher';

/** How late a note may come, beyond the length of a lease, that says up to when all is published. */
const NOTES_MS = 2_000;

/**
 * Publishes domain events: each batch is written and acknowledged before its checkpoint moves, so a crash leads to events
 * that come twice, with the same id, and to none that is missing. Over the store's feed there is one checkpoint and one order;
 * over domain topics a checkpoint for each lane, and the order of each stream.
 *
 * Any number of processes may run it: one of them holds the lease, the others stand by and look once a second whether
 * it has ended. A process that has lost the lease without knowing it, because it was paused, can neither move the
 * checkpoint nor write: both are refused where they take effect (`holding`, `takeOver`).
 */
export class Publisher implements HeldConsumer {
  readonly name = PUBLISHER;
  /** All: an event of streams that only a newer program knows must stop it, not be passed over (UnknownEvent). */
  readonly streams = [''];
  /** Those of which something is public. One that a newer program adds begins, once it is known here, where all lanes began. */
  readonly lanedStreams = PUBLIC_STREAMS;
  private readonly checkpoint: HeldCheckpoint;
  private readonly catchUp: CatchUpLog;
  /** The epoch under which the writer took over. */
  private writesUnder: Epoch | undefined;
  private hasLanes = false;

  constructor(private readonly options: PublisherOptions) {
    const { pool, store, log, leaseMs, nowMs } = options;
    this.checkpoint = new HeldCheckpoint({ pool, name: PUBLISHER, leaseMs, log, ...(nowMs && { nowMs }) });
    this.catchUp = new CatchUpLog(store, log);
  }

  /** Whether this is the one that publishes. */
  get active(): boolean {
    return this.checkpoint.epoch !== undefined;
  }

  start(): Promise<Checkpoint> {
    return this.checkpoint.start();
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    const epoch = await this.checkpoint.hold();
    try {
      const published = events.flatMap((event) => this.toPublic(event));
      await this.publish(published, epoch, () => this.checkpoint.move(place, epoch));
    } catch (error) {
      // Another process may have a broker that answers, or know the event.
      await this.checkpoint.release();
      throw error;
    }
    await this.catchUp.passed(place, events.length);
  }

  /** All lanes of the process that holds the lease. They leave it only after a while of failures: the others go on. */
  async hold(): Promise<Hold | undefined> {
    this.hasLanes = true;
    await this.checkpoint.start();
    const { epoch } = this.checkpoint;
    if (epoch === undefined) return undefined;
    const { pool } = this.options;
    return new PublisherLanes({
      ...{ pool, name: PUBLISHER, streams: this.lanedStreams, epoch },
      lasts: () => this.checkpoint.epoch === epoch,
      toPublic: (event) => this.toPublic(event),
      publish: (events, keep) => this.publish(events, epoch, keep),
      release: () => this.stop(),
    });
  }

  /**
   * How long the oldest event that no process has published has been stored, in milliseconds; 0 where there is none. Over
   * lanes: how long it has been in its topic, at most; 0 as long as it is noted in time that all is published.
   */
  async unpublishedMs(): Promise<number> {
    const { pool, store, leaseMs } = this.options;
    if (!this.hasLanes) return oldestBehindMs(pool, store, PUBLISHER);
    const agoMs = await findPublishedAgoMs(pool, PUBLISHER);
    return agoMs > leaseMs + NOTES_MS ? agoMs : 0;
  }

  get keepUpMs(): number {
    return this.options.leaseMs / 3;
  }

  get handOverMs(): number {
    return this.maxAgeMs;
  }

  /** How old an event may get before the processes that could publish it are not ready, in milliseconds. */
  get maxAgeMs(): number {
    return this.options.maxAgeMs;
  }

  /** Lets another process go on. */
  async stop(): Promise<void> {
    await this.checkpoint.release();
    await this.options.writer.close();
  }

  private toPublic(event: StreamEvent): readonly CloudEvent[] {
    return publicEventsOf(event, this.options.source);
  }

  /** @param keep stores that they are published */
  private async publish<T>(events: readonly CloudEvent[], epoch: Epoch, keep: () => Promise<T>): Promise<T> {
    try {
      if (events.length > 0) await this.write(events, epoch);
      return await keep();
    } catch (error) {
      this.writesUnder = undefined;
      if (this.checkpoint.epoch === epoch || error instanceof CheckpointMoved) throw error;
      this.options.log.warn(
        { err: error },
        'another process publishes now: what this one still wrote was refused',
      );
      throw new CheckpointMoved(PUBLISHER);
    }
  }

  private async write(events: readonly CloudEvent[], epoch: Epoch): Promise<void> {
    const { writer } = this.options;
    if (this.writesUnder !== epoch) {
      // It would shut out its successor.
      this.checkpoint.check(epoch);
      await writer.takeOver();
      // It may have slept until now, and have taken over from its successor: then that one takes over again.
      await this.checkpoint.confirm(epoch);
      this.writesUnder = epoch;
    }
    await writer.write(events, () => this.checkpoint.check(epoch));
  }
}
