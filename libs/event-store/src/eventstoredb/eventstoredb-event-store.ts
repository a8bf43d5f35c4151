import { setMaxListeners } from 'node:events';
import { START, type Position } from '#kernel';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, EventMetadata, EventStore, FeedPage, NewEvent, RecordedEvent } from '../port.js';
import { StreamDiffers, type TakesOver } from '../take-over.js';
import { appendsOf } from './appends-of.js';
import { EventStoreDbConnection } from './connection.js';
import { Contents } from './contents.js';
import { findMissingGrant, type MissingGrant } from './access.js';
import { pack, unpack, type EventToPack } from './event-data.js';
import { FeedReader } from './feed-reader.js';
import { FeedWatch } from './feed-watch.js';
import { Gaps } from './gaps.js';
import { feedRequest, lastOfAllRequest, placeRequest, rawEvent, streamRequest } from './messages.js';
import type { Read } from './read.js';
import { Recent } from './recent.js';
import { Reachability } from './reachability.js';
import { isInvalidPosition, retrying } from './retry.js';
import { noMemory, type SearchMemory } from './search-memory.js';
import { Search } from './search.js';
import { eventStoreDbSettings } from './settings.js';

export interface EventStoreDbOptions {
  /** `esdb://user:password@host:2113?tls=true`; see `eventStoreDbSettings`. */
  readonly url: string;
  /** Begins the names of all streams, so that several installations can share a server: letters, digits, _ and -. */
  readonly prefix?: string;
  /** How long one try may take, and how long to go on trying, in milliseconds. */
  readonly attemptMs?: number;
  readonly retryMs?: number;
  /** So long without any answer means that the server is away: longer than a restart of it, or an election, takes. */
  readonly knownAfterMs?: number;
  /** Called once when it is, and once when it answers again. */
  readonly onAway?: (error: unknown) => void;
  readonly onBack?: (awayMs: number) => void;
  /** How far others' events were searched; by default each process begins at the start of the log. */
  readonly memory?: SearchMemory;
}

/** Who reads asks again anyway; and a stop waits for what is being read. */
const READ_RETRY_MS = 5_000;
const PREFIX = /^[A-Za-z0-9_-]{1,50}$/;

/**
 * The event store on EventStoreDB 22.10 or newer. A stream `invoice-1` is its stream `timbra.invoice-1`; the
 * feed is $all, filtered by the server; a position is the server's commit position (docs/adr/0016).
 * Everything is asked of the leader, so what was appended is read right after.
 */
export class EventStoreDbEventStore implements EventStore, TakesOver {
  /** Positions are bytes of the server's log. */
  readonly positionsPerEvent = 1_500;
  private readonly connection: EventStoreDbConnection;
  private readonly contents: Contents;
  private readonly watch: FeedWatch;
  private readonly feed: FeedReader;
  private readonly reachability: Reachability;
  private readonly listeners = new Set<(position: Position) => void>();
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly closing = new AbortController();
  private readonly streams: string;
  private readonly attemptMs: number;
  private readonly retryMs: number;
  /** The newest position that the listeners were told. */
  private told: Position = START;

  /** @throws {EventStoreUrlError} for a URL that is none */
  constructor(options: EventStoreDbOptions) {
    const { url, prefix = 'timbra', attemptMs = 5_000, retryMs = 15_000 } = options;
    const { knownAfterMs = 5_000, onAway, onBack, memory = noMemory } = options;
    if (!PREFIX.test(prefix)) throw new TypeError('the prefix of streams may hold letters, digits, _ and -');
    this.streams = `${prefix}.`;
    // One for each call that pauses between two tries.
    setMaxListeners(0, this.closing.signal);
    this.attemptMs = attemptMs;
    this.retryMs = retryMs;
    this.connection = new EventStoreDbConnection(eventStoreDbSettings(url));
    this.contents = new Contents(
      this.connection,
      `${prefix}:content-`,
      (work) => this.retrying(work),
      attemptMs,
    );
    const { connection, streams } = this;
    this.reachability = new Reachability({
      ask: () => this.askOnce(),
      ...{ knownAfterMs, onAway, onBack },
    });
    const gaps = new Gaps();
    const recent = new Recent();
    this.watch = new FeedWatch({
      ...{ connection, prefix: streams, memory, gaps, recent },
      onEvent: (position) => this.tell(position),
      onMessage: () => this.reachability.answered(),
    });
    this.feed = new FeedReader({
      ...{ connection, watch: this.watch, recent, gaps, streams, attemptMs },
      search: new Search({ connection, prefix: streams, gaps, budgetMs: attemptMs }),
      recorded: (events) => this.recorded(events),
    });
  }

  /** What the user of the URL may not do, of all that is needed; undefined: nothing is missing. */
  missingGrant(): Promise<MissingGrant | undefined> {
    const { connection, streams, attemptMs } = this;
    const contents = `${streams.slice(0, -1)}:content-`;
    return this.retrying(() => findMissingGrant(connection, [streams, contents], attemptMs), READ_RETRY_MS);
  }

  append(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
  ): Promise<AppendOutcome> {
    if (events.length === 0) return Promise.reject(new RangeError('an append needs at least one event'));
    if (this.closing.signal.aborted) return Promise.reject(new Error('the event store is closed'));
    const appending = this.appendNow(streamId, expectedRevision, events, metadata);
    this.underWay.add(appending);
    void appending.catch(() => undefined).then(() => this.underWay.delete(appending));
    return appending;
  }

  private async appendNow(
    streamId: string,
    expected: number,
    events: readonly EventToPack[],
    metadata: EventMetadata,
  ): Promise<AppendOutcome> {
    const packed = await pack(events, metadata);
    for (const content of packed.contents) await this.contents.put(content);
    const stream = this.streams + streamId;
    const answer = await this.retrying(() =>
      this.connection.append(stream, expected, packed.events, this.attemptMs),
    );
    if (answer.kind === 'conflict') return answer;
    const revision = expected + events.length;
    const position = answer.position ?? (await this.positionAt(streamId, revision));
    this.watch.note(position, stream);
    this.tell(position);
    return { kind: 'appended', revision, position };
  }

  /** One append after the other: their order is that of the feed. */
  async takeOver(events: readonly RecordedEvent[]): Promise<void> {
    for (const [first, ...more] of appendsOf(events)) {
      if (!first) continue;
      const { streamId, revision, metadata } = first;
      const outcome = await this.appendNow(streamId, revision - 1, [first, ...more], metadata);
      if (outcome.kind === 'conflict') throw new StreamDiffers(first);
    }
  }

  /** Where an event lies, for servers that answer a repeated append without a position. */
  private async positionAt(streamId: string, revision: number): Promise<Position> {
    const [event] = await this.collect(streamRequest(this.streams + streamId, revision, 1));
    if (!event) throw new Error(`${streamId} has no event ${revision}, though it was appended`);
    return event.raw.position;
  }

  async read(streamId: string, fromRevision = 0, toRevision?: number): Promise<RecordedEvent[]> {
    const from = Math.max(0, fromRevision);
    if (toRevision !== undefined && toRevision < from) return [];
    const count = toRevision === undefined ? undefined : toRevision - from + 1;
    const request = streamRequest(this.streams + streamId, from, count);
    return this.recorded(await this.collect(request));
  }

  async readFeed(after: Position, limit: number): Promise<RecordedEvent[]> {
    // Pages end at what is known to be there, and others may have appended more by now.
    await this.head();
    for (let at = after; ;) {
      const { events, looked } = await this.readFeedOf([''], at, limit);
      if (events.length > 0 || looked === at) return events;
      at = looked;
    }
  }

  readFeedOf(prefixes: readonly string[], after: Position, limit: number): Promise<FeedPage> {
    return this.searching(() => this.feed.read(prefixes, after, limit));
  }

  head(): Promise<Position> {
    return this.searching(() => this.feed.newest());
  }

  async isPlace(position: Position): Promise<boolean> {
    const request = placeRequest(position);
    const read = async (): Promise<void> => {
      const answer = this.connection.read(request, { deadlineMs: this.attemptMs });
      await answer.next().finally(() => answer.return());
    };
    try {
      await this.retrying(read, Math.min(this.retryMs, READ_RETRY_MS));
      return true;
    } catch (error) {
      if (isInvalidPosition(error)) return false;
      throw error;
    }
  }

  async newest(): Promise<RecordedEvent | undefined> {
    const position = await this.head();
    if (position === START) return undefined;
    // A read begins with the event at the position itself.
    const [newest] = await this.recorded(await this.collect(feedRequest([this.streams], position, 1)));
    return newest;
  }

  onAppended(listener: (position: Position) => void): () => void {
    this.listeners.add(listener);
    this.watch.start();
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.underWay);
    this.closing.abort();
    this.listeners.clear();
    await this.watch.stop();
    await this.reachability.stop();
    await this.connection.shutDown();
  }

  private tell(position: Position): void {
    if (position <= this.told) return;
    this.told = position;
    for (const listener of this.listeners) listener(position);
  }

  /** @throws {EventStoreAway} also where the outcome is unknown */
  private retrying<T>(work: () => Promise<T>, forMs = this.retryMs): Promise<T> {
    const { reachability, closing } = this;
    return reachability.during(() =>
      retrying(work, forMs, closing.signal, (error) => reachability.failed(error)),
    );
  }

  /** Reads of the feed take as long as the search of others' events does; a server that answers is waited for. */
  private searching<T>(work: () => Promise<T>): Promise<T> {
    return this.retrying(work, Math.min(this.retryMs, READ_RETRY_MS));
  }

  private async askOnce(): Promise<void> {
    const { connection, attemptMs } = this;
    for await (const message of connection.read(lastOfAllRequest(), { deadlineMs: attemptMs })) void message;
  }

  /** The events of a stream, still packed. */
  private collect(request: ReadReq): Promise<Read[]> {
    const read = async (): Promise<Read[]> => {
      const events: Read[] = [];
      for await (const message of this.connection.read(request, { deadlineMs: this.attemptMs })) {
        const event = message.getEvent();
        const raw = event && rawEvent(event);
        if (raw) events.push({ raw, unpacked: unpack(raw.data, raw.metadata) });
      }
      return events;
    };
    return this.retrying(read, Math.min(this.retryMs, READ_RETRY_MS));
  }

  private async recorded(events: readonly Read[]): Promise<RecordedEvent[]> {
    const recorded: RecordedEvent[] = [];
    for (const { raw, unpacked } of events) {
      const { id, type, revision, position, recordedAt, stream } = raw;
      const data = await unpacked.data((content, bytes) => this.contents.get(content, bytes));
      const streamId = stream.slice(this.streams.length);
      recorded.push({
        id,
        type,
        data,
        streamId,
        revision,
        position,
        recordedAt: unpacked.recordedAt ?? recordedAt,
        metadata: unpacked.metadata,
      });
    }
    return recorded;
  }
}
