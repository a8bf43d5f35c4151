import type pg from 'pg';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import type { EventStore } from '#event-store';
import type { StreamEvent } from '#kernel';
import { publicEventsOf, type CloudEvent } from '#contracts';
import type { Logger } from 'pino';
import { CatchUpLog } from './catch-up-log.js';
import { oldestBehindMs } from './unpublished.js';
import { HeldCheckpoint } from './held-checkpoint.js';
import type { Epoch } from './lease.js';

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
  readonly pool: pg.Pool;
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

/** Names the checkpoint and the lease. The checkpoint deleted, everything is published again from the first event on. */
export const PUBLISHER = 'publisher';

/**
 * Publishes the domain events of the feed, in its order: each batch is written and acknowledged before the
 * checkpoint moves, so a crash leads to events that come twice, with the same id, and to none that is missing.
 *
 * Any number of processes may run it: one of them holds the lease, the others stand by and look twice a second whether
 * it has ended. A process that has lost the lease without knowing it, because it was paused, can neither move the
 * checkpoint nor write: both are refused where they take effect (`holding`, `takeOver`).
 */
export class Publisher implements AnyEventConsumer {
  readonly name = PUBLISHER;
  /** All: an event of streams that only a newer program knows must stop it, not be passed over (UnknownEvent). */
  readonly streams = [''];
  private readonly checkpoint: HeldCheckpoint;
  private readonly catchUp: CatchUpLog;
  /** The epoch under which the writer took over. */
  private writesUnder: Epoch | undefined;

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
      const published = events.flatMap((event) => publicEventsOf(event, this.options.source));
      if (published.length > 0) await this.write(published, epoch);
      await this.checkpoint.move(place, epoch);
    } catch (error) {
      const lost = this.checkpoint.epoch !== epoch;
      this.writesUnder = undefined;
      // Another process may have a broker that answers, or know the event.
      await this.checkpoint.release();
      if (!lost || error instanceof CheckpointMoved) throw error;
      this.options.log.warn(
        { err: error },
        'another process publishes now: what this one still wrote was refused',
      );
      throw new CheckpointMoved(PUBLISHER);
    }
    await this.catchUp.passed(place, events.length);
  }

  /** How long the oldest event that no process has published has been stored, in milliseconds; 0 where there is none. */
  unpublishedMs(): Promise<number> {
    return oldestBehindMs(this.options.pool, this.options.store, PUBLISHER);
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

  private async write(events: readonly CloudEvent[], epoch: Epoch): Promise<void> {
    const { writer } = this.options;
    if (this.writesUnder !== epoch) {
      await writer.takeOver();
      // It may have slept until now, and have taken over from its successor: then that one takes over again.
      await this.checkpoint.confirm(epoch);
      this.writesUnder = epoch;
    }
    await writer.write(events, () => this.checkpoint.check(epoch));
  }
}
