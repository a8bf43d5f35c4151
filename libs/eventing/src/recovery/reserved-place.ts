import type { Logger } from 'pino';
import { monotonicMs, START, writePosition, type Position } from '#kernel';
import type { EventStore } from '#event-store';
import type { OwnPool, SharedPool } from '../databases.js';
import { placeAt, positionOf } from '../feed/place.js';
import { findCheckpoint, moveTo, positionIn, readCheckpoint } from '../projections/checkpoints.js';
import type { Recovery } from './recovery.js';

export interface ReservedPlaceOptions<Pool extends OwnPool | SharedPool = OwnPool> {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly recovery: Recovery<Pool>;
  readonly log: Logger;
}

const BATCH = 500;
/** How often one that takes long says how far it is. */
const TELL_EVERY_MS = 10_000;

/**
 * Up to where the database of a service has all that its events say. While the service works this is the newest event, as what an
 * event says is in the database before the event is: the place only has to be noted now and then. After a restore it is that of the
 * backup, and what came later is made anew, before the first command.
 */
export class ReservedPlace<Pool extends OwnPool | SharedPool = OwnPool> {
  /** What this process has noted, or read, last. */
  private noted: Position = START;

  constructor(private readonly options: ReservedPlaceOptions<Pool>) {}

  /** Makes anew what the database lacks. Other processes of the service may work meanwhile. */
  async recover(): Promise<void> {
    const { pool, store, recovery, log } = this.options;
    const begin = await this.begin();
    let position = begin;
    let count = 0;
    let toldAt = monotonicMs();
    for (;;) {
      const { events, looked } = await store.readFeedOf(recovery.streams, position, BATCH);
      if (looked === position) break;
      await recovery.restore({ pool, store }, events);
      await this.move(looked);
      position = looked;
      count += events.length;
      if (monotonicMs() - toldAt < TELL_EVERY_MS) continue;
      toldAt = monotonicMs();
      log.info({ recovery: recovery.name, events: count }, 'the events after this database are gone through');
    }
    this.noted = position;
    recovery.done?.();
    const from = writePosition(begin);
    if (count > 0)
      log.info(
        { recovery: recovery.name, events: count, from },
        'the events after this database were gone through',
      );
  }

  /**
   * Notes that the database has all that events say by now. Where it has gone back meanwhile, somebody has restored it under the
   * running service: then it recovers.
   */
  async note(): Promise<void> {
    const { store, recovery, log } = this.options;
    // Before the place is moved: what later events say may not be there yet.
    const head = await store.head();
    const found = await this.find();
    if (found === undefined || found < this.noted) {
      log.error(
        { recovery: recovery.name },
        'the database was restored while the service worked: the events after it are gone through',
      );
      return this.recover();
    }
    this.noted = head > found ? head : found;
    if (this.noted > found) await this.move(this.noted);
  }

  private async find(): Promise<Position | undefined> {
    const { pool, recovery } = this.options;
    const found = await findCheckpoint(pool, recovery.name);
    return found && positionOf(found);
  }

  /**
   * Where the database is. One that has no place yet begins: with places of others it has worked before there was one, and has
   * everything; a new one has nothing, be there places of other recoveries already.
   */
  private async begin(): Promise<Position> {
    const { pool, store, recovery } = this.options;
    const found = await this.find();
    if (found !== undefined) return found;
    const { rows } = await pool.query<{ worked: boolean }>(
      `SELECT EXISTS (SELECT FROM platform.checkpoints WHERE name !~ '[.](reserved|contents)$') AS worked`,
    );
    const position = rows[0]?.worked === true ? await store.head() : START;
    return positionOf(await readCheckpoint(pool, recovery.name, { position }));
  }

  /** Forward only: another process may be further. */
  private async move(position: Position): Promise<void> {
    const { pool, recovery } = this.options;
    await pool.query(
      `UPDATE platform.checkpoints SET ${moveTo('$2')} WHERE name = $1 AND position < ${positionIn('$2')}`,
      [recovery.name, placeAt(position)],
    );
  }
}
