import type pg from 'pg';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import type { EventStore } from '#event-store';
import type { StreamEvent } from '#kernel';
import { publicEventsOf, type CloudEvent } from '#contracts';
import { placeAt } from '../feed/place.js';
import type { Logger } from 'pino';
import { LAZY_COMMIT, readCheckpoint } from '../projections/checkpoints.js';
import { CatchUpLog } from './catch-up-log.js';
import { Turn } from './turn.js';

/** Writes public events somewhere, in order, and resolves when they are safe there. */
export interface PublicEventWriter {
  write(events: readonly CloudEvent[]): Promise<void>;
  close(): Promise<void>;
}

export interface PublisherOptions {
  readonly pool: pg.Pool;
  readonly store: Pick<EventStore, 'head' | 'positionsPerEvent'>;
  readonly log: Logger;
  readonly writer: PublicEventWriter;
  /** Tells installations apart that share a cluster. */
  readonly source: string;
}

/** Names the checkpoint: deleted, everything is published again from the first event on. */
export const PUBLISHER = 'publisher';

/**
 * Publishes the domain events of the feed, in its order: each batch is written and acknowledged before the
 * checkpoint moves, so a crash leads to events that come twice, with the same id, and to none that is missing.
 *
 * Any number of processes may run it: one of them has the turn, the others stand by and look twice a second whether
 * there are events that it has left. A process that has lost the turn without knowing it (its connection to the
 * database is gone) can't move the checkpoint any more; what it still writes are events that come twice.
 */
export class Publisher implements AnyEventConsumer {
  readonly name = PUBLISHER;
  /** All: an event of streams that only a newer program knows must stop it, not be passed over (UnknownEvent). */
  readonly streams = [''];
  private readonly turn: Turn;
  private readonly catchUp: CatchUpLog;
  /** Where the checkpoint stood when it was last read or moved here. */
  private stored = placeAt(0n);
  /** It was read after the turn was taken, so no other process has moved it since. */
  private sure = false;

  constructor(private readonly options: PublisherOptions) {
    this.turn = new Turn(options.pool, PUBLISHER);
    this.catchUp = new CatchUpLog(options.store, options.log);
  }

  /** Whether this is the one that publishes. */
  get active(): boolean {
    return this.turn.mine;
  }

  async start(): Promise<Checkpoint> {
    const mine = this.turn.mine;
    this.stored = await readCheckpoint(this.options.pool, PUBLISHER);
    this.sure = mine && this.turn.mine;
    return this.stored;
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    if (!this.turn.mine) this.sure = false;
    // The next holder of the turn starts from the checkpoint that its predecessor left.
    if (!(await this.turn.take()) || !this.sure) throw new CheckpointMoved(PUBLISHER);
    const published = events.flatMap((event) => publicEventsOf(event, this.options.source));
    await this.options.writer.write(published);
    await this.store(place);
    await this.catchUp.passed(place, events.length);
  }

  /** Lets another process go on. */
  async stop(): Promise<void> {
    await this.turn.letGo();
    await this.options.writer.close();
  }

  private async store(place: Checkpoint): Promise<void> {
    const { rows } = await this.options.pool.query<{ moved: number }>({
      name: 'publisher-checkpoint',
      text: `WITH moved AS (
               UPDATE platform.checkpoints SET position = $3, updated_at = now()
               WHERE name = $1 AND position = $2 RETURNING 1
             ) SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`,
      values: [PUBLISHER, this.stored, place],
    });
    if (rows[0]?.moved !== 1) throw new CheckpointMoved(PUBLISHER);
    this.stored = place;
  }
}
