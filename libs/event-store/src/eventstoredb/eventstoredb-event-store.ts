import { setMaxListeners } from 'node:events';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, EventMetadata, EventStore, FeedPage, NewEvent, RecordedEvent } from '../port.js';
import { NO_STREAM } from '../port.js';
import { StreamDiffers, type TakesOver } from '../take-over.js';
import { appendsOf } from './appends-of.js';
import { EventStoreDbConnection } from './connection.js';
import { Contents } from './contents.js';
import { pack, unpack, type EventToPack, type Unpacked } from './event-data.js';
import { FeedWatch } from './feed-watch.js';
import {
  appendMessages,
  feedRequest,
  newestRequest,
  positionOf,
  rawEvent,
  streamRequest,
} from './messages.js';
import type { RawEvent } from './messages.js';
import { retrying } from './retry.js';
import { eventStoreDbSettings } from './settings.js';

export interface EventStoreDbOptions {
  /** `esdb://user:password@host:2113?tls=true`; see `eventStoreDbSettings`. */
  readonly url: string;
  /** Begins the names of all streams, so that several installations can share a server: letters, digits, _ and -. */
  readonly prefix?: string;
  /** How long one try may take, and how long to go on trying, in milliseconds. */
  readonly attemptMs?: number;
  readonly retryMs?: number;
}

interface Read {
  readonly raw: RawEvent;
  readonly unpacked: Unpacked;
}

/** A batch of the feed holds at most this much of what is stored, but at least one event. */
const MAX_FEED_BYTES = 1_000_000;
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
  private readonly listeners = new Set<(position: bigint) => void>();
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly closing = new AbortController();
  private readonly streams: string;
  private readonly attemptMs: number;
  private readonly retryMs: number;
  /** The newest position that the listeners were told. */
  private told = 0n;

  /** @throws {EventStoreUrlError} for a URL that is none */
  constructor({ url, prefix = 'timbra', attemptMs = 5_000, retryMs = 15_000 }: EventStoreDbOptions) {
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
    this.watch = new FeedWatch({
      connection: this.connection,
      prefix: this.streams,
      head: () => this.head(),
      onEvent: (position) => this.tell(position),
    });
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
    const messages = appendMessages(this.streams + streamId, expected, packed.events);
    const answer = await this.retrying(() => this.connection.append(messages, this.attemptMs));
    const refused = answer.getWrongExpectedVersion();
    if (refused) {
      const actualRevision = refused.hasCurrentRevision() ? Number(refused.getCurrentRevision()) : NO_STREAM;
      return { kind: 'conflict', actualRevision };
    }
    const revision = expected + events.length;
    const at = answer.getSuccess()?.getPosition();
    const position = (at && positionIfAnswered(at)) ?? (await this.positionAt(streamId, revision));
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
  private async positionAt(streamId: string, revision: number): Promise<bigint> {
    const [event] = await this.collect(streamRequest(this.streams + streamId, revision, 1));
    if (!event) throw new Error(`${streamId} has no event ${revision}, though it was appended`);
    return event.raw.position;
  }

  async read(streamId: string, fromRevision = 0): Promise<RecordedEvent[]> {
    const request = streamRequest(this.streams + streamId, Math.max(0, fromRevision));
    return this.recorded(await this.collect(request));
  }

  async readFeed(after: bigint, limit: number): Promise<RecordedEvent[]> {
    // The server begins with the event at the position itself.
    const request = feedRequest([this.streams], this.watch.skip(after), limit + 1);
    return this.recorded(await this.collect(request, { after, limit, bytes: MAX_FEED_BYTES }));
  }

  async readFeedOf(prefixes: readonly string[], after: bigint, limit: number): Promise<FeedPage> {
    // What is known to be there before the read begins has been looked at when it ends.
    const known = this.watch.newest ?? (await this.head());
    const there = known > this.told ? known : this.told;
    const streams = prefixes.map((prefix) => this.streams + prefix);
    const request = feedRequest(streams, this.watch.skip(after), limit + 1);
    const read = await this.collect(request, { after, limit, bytes: MAX_FEED_BYTES });
    const bytes = read.reduce((sum, { unpacked }) => sum + unpacked.storedBytes, 0);
    const isCut = read.length >= limit || bytes >= MAX_FEED_BYTES;
    const events = await this.recorded(read);
    const last = events.at(-1)?.position ?? after;
    return { events, looked: isCut || there < last ? last : there };
  }

  async head(): Promise<bigint> {
    const [newest] = await this.collect(newestRequest(this.streams));
    return newest?.raw.position ?? 0n;
  }

  async newest(): Promise<RecordedEvent | undefined> {
    const [newest] = await this.recorded(await this.collect(newestRequest(this.streams)));
    return newest;
  }

  onAppended(listener: (position: bigint) => void): () => void {
    this.listeners.add(listener);
    this.watch.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) void this.watch.stop();
    };
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.underWay);
    this.closing.abort();
    this.listeners.clear();
    await this.watch.stop();
    await this.connection.shutDown();
  }

  private tell(position: bigint): void {
    if (position <= this.told) return;
    this.told = position;
    for (const listener of this.listeners) listener(position);
  }

  private retrying<T>(work: () => Promise<T>, forMs = this.retryMs): Promise<T> {
    return retrying(work, forMs, this.closing.signal);
  }

  /** The events that answer a request, still packed: those after a position, up to the bounds. */
  private collect(
    request: ReadReq,
    { after = -1n, limit = Infinity, bytes = Infinity } = {},
  ): Promise<Read[]> {
    const read = async (): Promise<Read[]> => {
      const events: Read[] = [];
      let size = 0;
      for await (const message of this.connection.read(request, { deadlineMs: this.attemptMs })) {
        const event = message.getEvent();
        const raw = event && rawEvent(event);
        if (!raw || raw.position <= after) continue;
        const unpacked = unpack(raw.data, raw.metadata);
        events.push({ raw, unpacked });
        size += unpacked.storedBytes;
        if (events.length >= limit || size >= bytes) break;
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

/** The position in an answer; undefined where the server did not know it (it says -1, as unsigned). */
function positionIfAnswered(at: Parameters<typeof positionOf>[0]): bigint | undefined {
  return BigInt.asIntN(64, BigInt(at.getCommitPosition())) < 0n ? undefined : positionOf(at);
}
