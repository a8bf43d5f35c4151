import type pg from 'pg';
import { START, type Position } from '#kernel';
import { APPENDED, writeAppended, type Appended } from './notifications.js';

/** How far apart notifications of one process are: each wakes every process that listens, whatever it follows. */
const APART_MS = 20;

/**
 * Tells other processes of this one's appends: of the first at once, and of what follows within 20 ms together. Under load that
 * is a notification for many commits. If the process dies before it tells, others find its events when they look by
 * themselves, a second later at the latest.
 */
export class AppendTeller {
  private newest: Position = START;
  private readonly streams = new Set<string>();
  private resting: NodeJS.Timeout | undefined;
  private telling: Promise<unknown> | undefined;

  constructor(private readonly pool: pg.Pool) {}

  /** @param stream the name of a stream that was appended to, up to this position */
  note(stream: string, position: Position): void {
    if (position > this.newest) this.newest = position;
    this.streams.add(stream.slice(0, stream.lastIndexOf('-') + 1) || stream);
    this.tell();
  }

  /** Resolves when nothing is left to tell. */
  async drain(): Promise<void> {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.tell();
    await this.telling;
  }

  private tell(): void {
    if (this.resting || this.streams.size === 0) return;
    const appended: Appended = { position: this.newest, streams: [...this.streams] };
    this.streams.clear();
    this.resting = setTimeout(() => {
      this.resting = undefined;
      this.tell();
    }, APART_MS).unref();
    // A notification is a hint: one that could not be sent costs others a second.
    this.telling = this.pool
      .query({
        name: 'event-store-tell',
        text: 'SELECT pg_notify($1, $2)',
        values: [APPENDED, writeAppended(appended)],
      })
      .catch(() => undefined);
  }
}
