import pg from 'pg';
import {
  CommandExpired,
  CommandRefused,
  isOwnStream,
  readPosition,
  unpackJson,
  writePosition,
} from '#kernel';
import type { CurrentDelivery, Position } from '#kernel';
import type {
  Append,
  AppendedPage,
  AppendListener,
  AppendOutcome,
  EventMetadata,
  EventStore,
  FeedPage,
  NewEvent,
  RecordedEvent,
  TogetherOutcome,
} from '../port.js';
import { AppendQueue } from './append-queue.js';
import { AppendTeller } from './append-teller.js';
import { APPENDED, readAppended, type Notifications } from './notifications.js';
import type { TakesOver } from '../take-over.js';
import { insertTakenOver } from './take-over.js';

interface EventRow {
  stream_id: string;
  revision: number;
  position: string;
  event_id: string;
  type: string;
  data: unknown;
  metadata: EventMetadata;
  recorded_at: Date;
}

const COLUMNS = 'stream_id, revision, position, event_id, type, data, metadata, recorded_at';

const MAX_FEED_BYTES = 1_000_000;
/** The largest of PostgreSQL's integers. */
const LAST_REVISION = 2_147_483_647;
/** How many events, of any streams, one read of some streams looks at: some milliseconds of the server's. */
const MOST_LOOKED_AT = 5_000;

/** Large events come in smaller batches: at least one, and at most MAX_FEED_BYTES as stored. */
const sized = (batch: string): string =>
  `SELECT *, sum(pg_column_size(data)) OVER (ORDER BY position) - pg_column_size(data) AS before FROM (${batch}) AS batch`;

/** `found` counts what was there before it was cut to size. */
type FoundRow = { readonly looked: string | null; readonly found: string } & (
  EventRow | { readonly position: null }
);

const JSON_TEXT: number = pg.types.builtins.JSON;

/** Data comes back as it was appended, packed in the table or not. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    oid === JSON_TEXT
      ? (text: string): unknown => JSON.parse(unpackJson(text))
      : pg.types.getTypeParser(oid)) as typeof pg.types.getTypeParser,
};

const toEvent = (row: EventRow): RecordedEvent => ({
  id: row.event_id,
  type: row.type,
  data: row.data,
  streamId: row.stream_id,
  revision: row.revision,
  position: readPosition(row.position),
  recordedAt: row.recorded_at,
  metadata: row.metadata,
});

/** The event store on PostgreSQL: one table, see migrations.ts for what makes its feed free of gaps. */
export class PostgresEventStore implements EventStore, TakesOver {
  private readonly listeners = new Set<AppendListener>();
  private readonly leave: (() => void) | undefined;
  private readonly queue: AppendQueue;
  private readonly teller: AppendTeller | undefined;

  /**
   * @param delivery says for which delivered command an append is: one that was refused or has expired appends nothing
   * @param notifications brings word of other processes' appends, who are told of this one's; without it, nobody is
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly delivery: CurrentDelivery = () => undefined,
    notifications?: Notifications,
  ) {
    this.queue = new AppendQueue(pool, (position, page) => this.tell(position, undefined, page));
    this.teller = notifications && new AppendTeller(pool);
    this.leave = notifications?.on(APPENDED, (text) => this.hear(text));
  }

  private tell(position: Position, streams?: readonly string[], page?: AppendedPage): void {
    for (const listener of this.listeners) listener(position, streams, page);
  }

  /** What another process has appended, or this one; where something was missed, what is there by now. */
  private hear(text: string | undefined): void {
    const appended = text === undefined ? undefined : readAppended(text);
    if (appended) this.tell(appended.position, appended.streams);
    else
      this.head().then(
        (position) => this.tell(position),
        // Who follows the feed looks by itself too, if not at once.
        () => undefined,
      );
  }

  async append(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
  ): Promise<AppendOutcome> {
    if (events.length === 0) throw new RangeError('an append needs at least one event');
    const delivery = this.delivery();
    const guard = delivery?.settled === false ? delivery : undefined;
    const outcome = await this.queue.add({ streamId, expectedRevision, events, metadata }, guard);
    if (outcome.kind === 'refused') throw new CommandRefused(`${guard?.type} was refused before`);
    if (outcome.kind === 'expired') throw new CommandExpired(`${guard?.type} has expired`);
    if (outcome.kind === 'appended') this.teller?.note(streamId, outcome.position);
    if (guard && outcome.kind === 'appended' && isOwnStream(guard, streamId)) guard.settled = true;
    return outcome;
  }

  /** Of commands that no log delivers, so that nothing speaks against an append but its stream. */
  async appendTogether(leader: Append, followers: readonly Append[]): Promise<TogetherOutcome> {
    const all = [leader, ...followers];
    if (all.some(({ events }) => events.length === 0))
      throw new RangeError('an append needs at least one event');
    const outcome = await this.queue.addTogether(leader, followers);
    for (const [n, one] of [outcome.leader, ...outcome.followers].entries())
      if (one.kind === 'appended') this.teller?.note(all[n]?.streamId ?? '', one.position);
    return outcome;
  }

  async read(streamId: string, fromRevision = 0, toRevision = LAST_REVISION): Promise<RecordedEvent[]> {
    const { rows } = await this.pool.query<EventRow>({
      name: 'event-store-read',
      text: `SELECT ${COLUMNS} FROM event_store.events WHERE stream_id = $1 AND revision BETWEEN $2 AND $3
             ORDER BY revision`,
      values: [streamId, fromRevision, toRevision],
      types,
    });
    return rows.map(toEvent);
  }

  async readFeed(after: Position, limit: number): Promise<RecordedEvent[]> {
    const { rows } = await this.pool.query<EventRow>({
      name: 'event-store-feed',
      text: `SELECT ${COLUMNS} FROM (${sized(
        `SELECT ${COLUMNS} FROM event_store.events WHERE position > $1 ORDER BY position LIMIT $2`,
      )}) AS sized WHERE before < ${MAX_FEED_BYTES} ORDER BY position`,
      values: [writePosition(after), limit],
      types,
    });
    return rows.map(toEvent);
  }

  async readFeedOf(prefixes: readonly string[], after: Position, limit: number): Promise<FeedPage> {
    if (prefixes.includes('')) {
      const events = await this.readFeed(after, limit);
      return { events, looked: events.at(-1)?.position ?? after };
    }
    const { rows } = await this.pool.query<FoundRow>({
      name: 'event-store-feed-of',
      // Along the index of positions, a bounded way: an index of streams would not give their order.
      text: `WITH way AS MATERIALIZED (
               SELECT max(position) AS looked FROM (
                 SELECT position FROM event_store.events WHERE position > $1 ORDER BY position LIMIT ${MOST_LOOKED_AT}
               ) AS ahead
             ), found AS MATERIALIZED (${sized(
               `SELECT ${COLUMNS} FROM event_store.events
                WHERE position > $1 AND position <= (SELECT looked FROM way) AND stream_id ^@ ANY($3::text[])
                ORDER BY position LIMIT $2`,
             )})
             SELECT way.looked, (SELECT count(*) FROM found) AS found, ${COLUMNS}
             FROM way LEFT JOIN found ON before < ${MAX_FEED_BYTES} ORDER BY position`,
      values: [writePosition(after), limit, prefixes],
      types,
    });
    const events = rows.flatMap((row) => (row.position === null ? [] : [toEvent(row)]));
    const { looked = null, found = '0' } = rows[0] ?? {};
    const isWhole = events.length === Number(found) && events.length < limit;
    const newest = isWhole && looked !== null ? readPosition(looked) : events.at(-1)?.position;
    return { events, looked: newest ?? after };
  }

  async head(): Promise<Position> {
    const { rows } = await this.pool.query<{ head: string }>(
      'SELECT coalesce(max(position), 0)::text AS head FROM event_store.events',
    );
    return readPosition(rows[0]?.head ?? '0');
  }

  async newest(): Promise<RecordedEvent | undefined> {
    const { rows } = await this.pool.query<EventRow>({
      text: `SELECT ${COLUMNS} FROM event_store.events ORDER BY position DESC LIMIT 1`,
      types,
    });
    return rows.map(toEvent)[0];
  }

  takeOver(events: readonly RecordedEvent[]): Promise<void> {
    return insertTakenOver(this.pool, events);
  }

  onAppended(listener: AppendListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.leave?.();
    await this.queue.drain();
    await this.teller?.drain();
  }
}
