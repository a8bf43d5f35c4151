import type pg from 'pg';
import { CheckpointMoved, type Checkpoint } from '#bus';
import type { Logger } from 'pino';
import { placeAt } from '../feed/place.js';
import { LAZY_COMMIT, moveCheckpoint, readNotedCheckpoint } from '../projections/checkpoints.js';
import { holding, Lease, type Epoch } from './lease.js';

export interface HeldCheckpointOptions {
  readonly pool: pg.Pool;
  /** Of the checkpoint, and of the lease. */
  readonly name: string;
  /** How long another process waits for one that no longer renews its lease. */
  readonly leaseMs: number;
  readonly log: Logger;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
  /** Comes before the checkpoint is read: makes it, or takes it further. `epoch`: while this process holds the lease. */
  readonly prepare?: (epoch: Epoch | undefined) => Promise<void>;
}

/**
 * A checkpoint that only the holder of its lease moves: of a consumer that writes somewhere else, where no transaction of
 * PostgreSQL keeps a second process out. A process that has lost the lease without knowing it, because it was paused, can't
 * move it: that is refused where it takes effect (`holding`).
 */
export class HeldCheckpoint {
  private readonly lease: Lease;
  /** Where it was when it was last read or moved here. */
  private stored = placeAt(0n);
  private storedNotes: string | undefined;
  /** The epoch under which it was read, so that nobody else has moved it since. */
  private readUnder: Epoch | undefined;

  constructor(private readonly options: HeldCheckpointOptions) {
    const { pool, name, leaseMs, log, nowMs } = options;
    this.lease = new Lease({ pool, name, lengthMs: leaseMs, log, ...(nowMs && { nowMs }) });
  }

  /** The epoch under which this process holds it; undefined: it does not, or may not. */
  get epoch(): Epoch | undefined {
    return this.lease.epoch;
  }

  /** What its holder last noted beside it; undefined: nothing yet. */
  get notes(): string | undefined {
    return this.storedNotes;
  }

  /** Takes it where nobody else holds it, and reads it in any case. */
  async start(): Promise<Checkpoint> {
    await this.lease.take();
    return this.read();
  }

  /**
   * Takes it, or makes sure that this process holds it, and that it is where it was read.
   * @throws {CheckpointMoved} the next holder starts from the place that its predecessor left
   */
  async hold(): Promise<Epoch> {
    const epoch = await this.lease.take();
    if (epoch === undefined || !(await this.isWhereRead(epoch))) throw new CheckpointMoved(this.options.name);
    return epoch;
  }

  /** Asks PostgreSQL whether it is still held under that epoch. @throws {CheckpointMoved} */
  async confirm(epoch: Epoch): Promise<void> {
    if ((await this.lease.renew()) !== epoch) throw new CheckpointMoved(this.options.name);
  }

  /** Before each thing that others may see, as far as this process knows. @throws {CheckpointMoved} */
  check(epoch: Epoch): void {
    if (this.lease.epoch !== epoch) throw new CheckpointMoved(this.options.name);
  }

  /**
   * @param notes JSON to keep beside it, instead of what was noted before
   * @throws {CheckpointMoved} and then it is where it was
   */
  async move(place: Checkpoint, epoch: Epoch, notes?: string): Promise<void> {
    const { pool, name } = this.options;
    const { rows } = await pool.query<{ moved: number }>({
      name: 'held-checkpoint',
      text: `WITH held AS (${holding('$1', '$4')}), moved AS (${MOVE_HELD})
             SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`,
      values: [name, this.stored, place, epoch, notes],
    });
    if (rows[0]?.moved !== 1) throw new CheckpointMoved(name);
    this.stored = place;
    this.storedNotes = notes ?? this.storedNotes;
  }

  /** Lets another process have it at once. */
  release(): Promise<void> {
    return this.lease.release();
  }

  private async isWhereRead(epoch: Epoch): Promise<boolean> {
    if (this.readUnder === epoch) return true;
    const { stored, storedNotes } = this;
    await this.read();
    return this.stored === stored && this.storedNotes === storedNotes && this.readUnder === epoch;
  }

  private async read(): Promise<Checkpoint> {
    const { pool, name, prepare } = this.options;
    const { epoch } = this.lease;
    await prepare?.(epoch);
    const { place, notes } = await readNotedCheckpoint(pool, name);
    this.stored = place;
    this.storedNotes = notes;
    this.readUnder = epoch;
    return this.stored;
  }
}

const MOVE_HELD = moveCheckpoint('EXISTS (SELECT FROM held)', 'notes = coalesce($5::json, notes), ');
