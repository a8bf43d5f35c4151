import type { Position } from '#kernel';
import type { FeedPage, RecordedEvent } from '../port.js';
import type { EventStoreDbConnection } from './connection.js';
import { unpack } from './event-data.js';
import type { FeedWatch } from './feed-watch.js';
import type { Gaps } from './gaps.js';
import { feedRequest, rawEvent } from './messages.js';
import { isDeadline, isTransient } from './retry.js';
import type { Read } from './read.js';
import type { Recent } from './recent.js';
import type { Search } from './search.js';

export interface FeedReaderOptions {
  readonly connection: Pick<EventStoreDbConnection, 'read'>;
  readonly watch: FeedWatch;
  readonly recent: Recent;
  readonly search: Search;
  readonly gaps: Gaps;
  /** How the names of our streams begin. */
  readonly streams: string;
  readonly attemptMs: number;
  readonly recorded: (events: readonly Read[]) => Promise<RecordedEvent[]>;
}

interface Asked {
  readonly streams: readonly string[];
  readonly passes: (stream: string) => boolean;
  readonly after: Position;
  /** From where the server is to look: nothing of ours lies between. */
  readonly from: Position;
  readonly limit: number;
}

interface Brought {
  readonly events: readonly Read[];
  /** Up to here all that passes is among the events. */
  readonly reached: Position;
}

interface Page extends Brought {
  /** The server had nothing more. */
  readonly isEnd: boolean;
}

/** A batch of the feed holds at most this much of what is stored, but at least one event. */
const MAX_BYTES = 1_000_000;
/** How long a reader waits for the subscription to bring what is known to be there: as long as asking for it would take, or longer. */
const BROUGHT_MS = 50;
/** How many events the end of the log is asked for. */
const AT_THE_END = 500;

/**
 * Reads the feed: $all, filtered by the server. It waits until the log was searched to its end once, passes over what is known to
 * hold nothing of ours, and ends a read at an event of ours where beyond it there is nothing: the server would search on.
 */
export class FeedReader {
  constructor(private readonly options: FeedReaderOptions) {}

  async read(prefixes: readonly string[], after: Position, limit: number): Promise<FeedPage> {
    const { watch, search, recorded } = this.options;
    await watch.settled();
    // What is known to be there before the read begins has been looked at when it ends.
    const { newest } = watch.known;
    const streams = prefixes.map((prefix) => this.options.streams + prefix);
    const passes = (stream: string): boolean => streams.some((prefix) => stream.startsWith(prefix));
    const from = watch.skip(after);
    const brought = await this.brought({ streams, passes, after, from, limit }, newest);
    if (brought) return { events: await recorded(brought.events), looked: brought.reached };
    try {
      const { events, reached, isEnd } = await this.page({ streams, passes, after, from, limit });
      return { events: await recorded(events), looked: isEnd && newest > reached ? newest : reached };
    } catch (error) {
      const looked = isDeadline(error) ? await search.past(from, passes) : after;
      if (looked <= after) throw error;
      return { events: [], looked };
    }
  }

  /** What the subscription has brought, if that is everything up to our newest event; undefined: the server has to be asked. */
  private async brought({ passes, from, limit }: Asked, newest: Position): Promise<Brought | undefined> {
    const { recent } = this.options;
    if (recent.after(from) === undefined) return undefined;
    await recent.reaches(newest, BROUGHT_MS);
    const all = recent.after(from) ?? [];
    const reached = all.at(-1)?.raw.position;
    // Nothing new, as far as it goes: others may have appended since.
    if (reached === undefined || reached < newest) return undefined;
    const events: Read[] = [];
    let bytes = 0;
    for (const event of all) {
      if (!passes(event.raw.stream)) continue;
      events.push(event);
      bytes += event.unpacked.storedBytes;
      if (events.length >= limit || bytes >= MAX_BYTES) return { events, reached: event.raw.position };
    }
    return { events, reached };
  }

  /** The position of our newest event: what the watch has seen, and what lies after it at this moment. */
  async newest(): Promise<Position> {
    const { watch, search } = this.options;
    await watch.settled();
    for (;;) {
      const from = watch.skip(watch.known.newest);
      try {
        if ((await this.noteAfter(from)) < AT_THE_END) return watch.known.newest;
      } catch (error) {
        if (!isDeadline(error) || (await search.past(from, () => true)) <= from) throw error;
      }
    }
  }

  private async noteAfter(from: Position): Promise<number> {
    const { connection, watch, streams, attemptMs } = this.options;
    let count = 0;
    const request = feedRequest([streams], from, AT_THE_END);
    for await (const message of connection.read(request, { deadlineMs: attemptMs })) {
      const event = message.getEvent();
      const raw = event && rawEvent(event);
      if (!raw) continue;
      count += 1;
      watch.note(raw.position, raw.stream);
    }
    return count;
  }

  private async page({ streams, passes, after, from, limit }: Asked): Promise<Page> {
    const { connection, attemptMs } = this.options;
    const bound = this.boundAfter(from);
    const filter = bound && !passes(bound.stream) ? [...streams, bound.stream] : streams;
    // The server begins with the event at the position itself.
    const count = limit + 1;
    const events: Read[] = [];
    let reached = after;
    let received = 0;
    let bytes = 0;
    try {
      const request = feedRequest(filter, from, count);
      for await (const message of connection.read(request, { deadlineMs: attemptMs })) {
        const event = message.getEvent();
        const raw = event && rawEvent(event);
        if (!raw) continue;
        received += 1;
        if (raw.position <= after) continue;
        if (passes(raw.stream)) {
          const unpacked = unpack(raw.data, raw.metadata);
          events.push({ raw, unpacked });
          bytes += unpacked.storedBytes;
        }
        reached = raw.position;
        const isFull = events.length >= limit || bytes >= MAX_BYTES;
        if (isFull || (bound && reached >= bound.position)) return { events, reached, isEnd: false };
      }
    } catch (error) {
      // What has come is complete up to there.
      if (isTransient(error) && reached > after) return { events, reached, isEnd: false };
      throw error;
    }
    return { events, reached, isEnd: received < count };
  }

  /** An event of ours after which there is nothing of ours for long, or at all, as far as is known. */
  private boundAfter(from: Position): { readonly position: Position; readonly stream: string } | undefined {
    const { gaps, watch } = this.options;
    const gap = gaps.after(from);
    if (gap?.stream !== undefined) return { position: gap.start, stream: gap.stream };
    const { newest: position, stream } = watch.known;
    return stream !== undefined && position > from ? { position, stream } : undefined;
  }
}
