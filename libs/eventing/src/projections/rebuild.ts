import type pg from 'pg';
import { distance, monotonicMs, START, type Position } from '#kernel';
import { follow } from '#bus';
import type { EventStore } from '#event-store';
import { placeAt, positionOf } from '../feed/place.js';
import type { Projection } from './projection.js';
import { ProjectionRunner } from './runner.js';
import { createShadow, takeOver, type Shadow } from './shadow.js';

export interface RebuildProgress {
  readonly projection: string;
  /** Events read so far, those of other projections included. */
  readonly events: number;
  /** How much of the feed is read, from 0 to 1. */
  readonly share: number;
  readonly elapsedMs: number;
}

export interface RebuildOptions {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly projection: Projection;
  /** Called after each batch. */
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly batchSize?: number;
}

/** Somebody else rebuilds the same projection at the moment. */
export class RebuildUnderWay extends Error {
  constructor(name: string) {
    super(`another process is rebuilding ${name}`);
    this.name = 'RebuildUnderWay';
  }
}

/**
 * Rebuilds a read model from the first event, beside the one in use, and then replaces that one
 * in one transaction. Meanwhile the old one is read and kept up to date; at the end its runner waits for a
 * moment and then continues with the new one. A rebuild that was interrupted has changed nothing, and the
 * next one begins again. Unchanged code and events give the same bytes.
 * @returns the number of events read
 * @throws {RebuildUnderWay}
 */
export async function rebuildProjection(options: RebuildOptions): Promise<number> {
  const { pool, projection } = options;
  const guard = await pool.connect();
  try {
    // The lock belongs to the connection, so it ends with this process, however it ends.
    const { rows } = await guard.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [`rebuild ${projection.name}`],
    );
    if (!rows[0]?.taken) throw new RebuildUnderWay(projection.name);
    const shadow = await createShadow(pool, projection);
    const copy = new Copy(options, shadow);
    await copy.begin();
    await copy.catchUp();
    await takeOver(pool, projection, shadow, () => copy.catchUp());
    return copy.events;
  } finally {
    // Said, so that the next one need not wait until the server notices that the connection is gone.
    await guard.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    guard.release(true);
  }
}

/** The new read model in the making. */
class Copy {
  events = 0;
  private position: Position = START;
  private readonly begun = monotonicMs();
  private readonly runner: ProjectionRunner;

  constructor(
    private readonly options: RebuildOptions,
    shadow: Shadow,
  ) {
    const { pool, projection } = options;
    this.runner = new ProjectionRunner({ pool, projection, target: shadow });
  }

  async begin(): Promise<void> {
    this.position = positionOf(await this.runner.start());
  }

  /** Continues until it has passed the event that was the newest at the call; returns its position. */
  async catchUp(): Promise<Position> {
    const { store, batchSize = 2_000 } = this.options;
    let head = await store.head();
    let reading = this.position < head ? store.readFeed(this.position, batchSize) : undefined;
    while (reading) {
      const events = await reading;
      const last = events.at(-1);
      if (!last) break;
      // The next batch is read while this one is folded and stored.
      reading = last.position < head ? store.readFeed(last.position, batchSize) : undefined;
      reading?.catch(() => undefined);
      await this.runner.handle(follow(this.runner, events), placeAt(last.position));
      this.position = last.position;
      this.events += events.length;
      if (last.position > head) head = last.position;
      this.tell(head);
    }
    return this.position;
  }

  private tell(head: Position): void {
    this.options.onProgress?.({
      projection: this.options.projection.name,
      events: this.events,
      share: head === START ? 1 : distance(START, this.position) / distance(START, head),
      elapsedMs: monotonicMs() - this.begun,
    });
  }
}
