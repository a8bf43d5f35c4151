import { LRUCache } from 'lru-cache';
import { SharedWork } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { StreamReader } from '../streams/stream-reader.js';

/** A stream without what was only noted in it, but for the latest notes. */
interface Kept {
  readonly events: readonly RecordedEvent[];
  /** The first revision that was not read. */
  readonly next: number;
}

export interface NotedStreamsOptions {
  readonly store: StreamReader;
  /** Which streams: those of this prefix. Others are read up to the revision. */
  readonly prefix: string;
  /** Whether an event changes nothing, and so is needed by itself only. */
  readonly isNote: (type: string) => boolean;
  /** Of each stream, so many of the latest notes are kept. */
  readonly notes?: number;
}

const NOTES = 1_000;
/** Of all streams together. */
const MOST_KEPT = 50_000;

/**
 * Reads streams to which anybody may add notes without end, such as pings: what has been read is kept without them, so that
 * each costs what is new, and not all that was ever noted.
 */
export class NotedStreams {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ events }) => events.length + 1,
  });

  private readonly whole = new SharedWork<string, readonly RecordedEvent[]>();

  constructor(private readonly options: NotedStreamsOptions) {}

  /** Events of a stream in their order, the one of this revision and all that changed something before it among them. */
  async read(stream: string, revision: number): Promise<readonly RecordedEvent[]> {
    const { store, prefix } = this.options;
    if (!stream.startsWith(prefix)) return store.read(stream, 0, revision);
    const known = this.kept.get(stream);
    const newer = await store.read(stream, known?.next ?? 0);
    const events = known ? [...known.events, ...newer] : newer;
    if (newer.length > 0) this.keep(stream, events);
    return events.some((event) => event.revision === revision) ? events : this.readWhole(stream);
  }

  private keep(stream: string, events: readonly RecordedEvent[]): void {
    const { isNote, notes = NOTES } = this.options;
    const next = (events.at(-1)?.revision ?? -1) + 1;
    const shown = new Set(events.filter(({ type }) => isNote(type)).slice(-notes));
    this.kept.set(stream, {
      next,
      events: events.filter((event) => !isNote(event.type) || shown.has(event)),
    });
  }

  /** An old note. Those who ask for such at the same time share what is read. */
  private readWhole(stream: string): Promise<readonly RecordedEvent[]> {
    return this.whole.do(stream, () => this.options.store.read(stream));
  }
}
