import type pg from 'pg';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import type { EventStore } from '#event-store';
import type { StreamEvent } from '#kernel';
import { publicEventsOf, type CloudEvent } from '#contracts';
import { placeAt } from '../feed/place.js';
import type { Logger } from 'pino';
import { LAZY_COMMIT, moveCheckpoint, readCheckpoint } from '../projections/checkpoints.js';
import { CatchUpLog } from './catch-up-log.js';
import { oldestBehindMs } from './unpublished.js';
import { holding, Lease, type Epoch } from './lease.js';

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
  private readonly lease: Lease;
  private readonly catchUp: CatchUpLog;
  /** Where the checkpoint stood when it was last read or moved here. */
  private stored = placeAt(0n);
  /** The epochs under which the checkpoint was read, so that nobody else has moved it since, and the writer took over. */
  private readUnder: Epoch | undefined;
  private writesUnder: Epoch | undefined;

  constructor(private readonly options: PublisherOptions) {
    const { pool, store, log, leaseMs, nowMs } = options;
    this.lease = new Lease({ pool, name: PUBLISHER, lengthMs: leaseMs, log, ...(nowMs && { nowMs }) });
    this.catchUp = new CatchUpLog(store, log);
  }

  /** Whether this is the one that publishes. */
  get active(): boolean {
    return this.lease.epoch !== undefined;
  }

  async start(): Promise<Checkpoint> {
    await this.lease.take();
    return this.readPlace();
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    const epoch = await this.lease.take();
    // The next holder of the lease starts from the checkpoint that its predecessor left.
    if (epoch === undefined || !(await this.standsAt(epoch))) throw new CheckpointMoved(PUBLISHER);
    try {
      const published = events.flatMap((event) => publicEventsOf(event, this.options.source));
      if (published.length > 0) await this.write(published, epoch);
      await this.store(place, epoch);
    } catch (error) {
      const lost = this.lease.epoch !== epoch;
      this.writesUnder = undefined;
      // Another process may have a broker that answers, or know the event.
      await this.lease.release();
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
    await this.lease.release();
    await this.options.writer.close();
  }

  private async readPlace(): Promise<Checkpoint> {
    const { epoch } = this.lease;
    this.stored = await readCheckpoint(this.options.pool, PUBLISHER);
    this.readUnder = epoch;
    return this.stored;
  }

  /** Whether the checkpoint is where it was last seen here, and nobody but the holder of that epoch can move it. */
  private async standsAt(epoch: Epoch): Promise<boolean> {
    if (this.readUnder === epoch) return true;
    const before = this.stored;
    return (await this.readPlace()) === before && this.readUnder === epoch;
  }

  private async write(events: readonly CloudEvent[], epoch: Epoch): Promise<void> {
    const { writer } = this.options;
    if (this.writesUnder !== epoch) {
      await writer.takeOver();
      // It may have slept until now, and have taken over from its successor: then that one takes over again.
      if ((await this.lease.renew()) !== epoch) throw new CheckpointMoved(PUBLISHER);
      this.writesUnder = epoch;
    }
    await writer.write(events, () => {
      if (this.lease.epoch !== epoch) throw new CheckpointMoved(PUBLISHER);
    });
  }

  private async store(place: Checkpoint, epoch: Epoch): Promise<void> {
    const { rows } = await this.options.pool.query<{ moved: number }>({
      name: 'publisher-checkpoint',
      text: `WITH held AS (${holding('$1', '$4')}), moved AS (${moveCheckpoint('EXISTS (SELECT FROM held)')})
             SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`,
      values: [PUBLISHER, this.stored, place, epoch],
    });
    if (rows[0]?.moved !== 1) throw new CheckpointMoved(PUBLISHER);
    this.stored = place;
  }
}
