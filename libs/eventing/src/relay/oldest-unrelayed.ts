import { START, type Position } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import type { Queryable } from '../transaction.js';
import { findRelayed } from './shards.js';

/** A look asks the store no more often than this: the next one goes on from there. */
const READS = 20;

export interface OldestUnrelayedOptions {
  readonly pool: Queryable;
  readonly store: Pick<EventStore, 'readFeedOf'>;
  readonly service: string;
  /** How its streams begin. */
  readonly streams: readonly string[];
}

/**
 * Tells how long the oldest event of a service has been stored that no process has relayed. From what is stored, so also where the
 * process that should work hangs. Each event is looked at once.
 */
export class OldestUnrelayed {
  /** Up to where all was relayed at the last look. */
  private relayed: Position = START;
  /** Between there and here is none of the service's events but `found`. */
  private looked: Position = START;
  private found: RecordedEvent | undefined;

  constructor(private readonly options: OldestUnrelayedOptions) {}

  get service(): string {
    return this.options.service;
  }

  /** In milliseconds, by PostgreSQL's clock; 0 where there is none. */
  async ageMs(): Promise<number> {
    const { pool, service } = this.options;
    this.pass((await findRelayed(pool, service)) ?? START);
    this.found ??= await this.look();
    if (!this.found) return 0;
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return Math.max(0, (rows[0]?.now.getTime() ?? 0) - this.found.recordedAt.getTime());
  }

  /** Forgets what has been relayed by now; everything, where somebody took the checkpoints back. */
  private pass(relayed: Position): void {
    const isBack = relayed < this.relayed;
    if (isBack || (this.found && this.found.position <= relayed)) this.found = undefined;
    if (isBack || relayed > this.looked) this.looked = relayed;
    this.relayed = relayed;
  }

  private async look(): Promise<RecordedEvent | undefined> {
    const { store, streams } = this.options;
    for (let read = 0; read < READS; read += 1) {
      const { events, looked } = await store.readFeedOf(streams, this.looked, 1);
      if (events.length === 0 && looked === this.looked) return undefined;
      this.looked = looked;
      if (events[0]) return events[0];
    }
    return undefined;
  }
}
