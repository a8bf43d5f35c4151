import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { monotonicMs, systemNow, type StreamEvent } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint, type EventConsumer } from '#bus';
import { TOLD_STREAMS, WEBHOOKS_STREAM, type EventOf, type ToldStream, type WebhooksEvent } from '#contracts';
import { CatchUpLog, findCheckpoint, ownLaneName, positionOf, readCheckpoint, rowTypes } from '#eventing';
import { Wake } from '../deliveries/wake.js';
import { Batch } from './batch.js';
import { COLLECTOR, type CollectorOptions } from './collector-options.js';
import { LaneCollector } from './lane-collector.js';
import { LaneWrites } from './lane-writes.js';
import { SettledEndpoints } from './settled.js';
import { storeBatch } from './storing.js';
import { Subscribers, type EndpointRow } from './subscribers.js';
import { findTold, type Told } from './told.js';
import { WaitingCallers } from './waiting-callers.js';
import { WriteTurns } from './write-turns.js';

/** Where the collector is a part of one: that of endpoints and of all else in its service's own streams. */
interface OwnPart {
  readonly checkpoint: string;
  readonly turns: WriteTurns;
  readonly wake: Wake;
}

/** One statement a second is nothing; one for every event of a busy installation would cost as much as its projections. */
const GATHER_MS = 1_000;
/** The least time between two writes that somebody waits for. */
const BRISK_MS = 5;
/** How long who asks waits for the collector, how often they look, and how long who listens is remembered. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 15;
const LISTENING_MS = 5_000;
/** Rows from which on a batch is written, and the feed waits for it. */
const FULL = 1_000;

/**
 * Makes told events and their deliveries of the feed, in its order, together with its place there.
 *
 * What nobody subscribes to is gathered in memory: `handle` returns before it is written. A crash loses nothing by that, as
 * the place is written with the rows, and so the feed brings them again. Any number of processes may run it; the rows of
 * one get through.
 *
 * Where the events of other services come from topics, it has lanes: one as this, for its service's own streams, and a
 * {@link LaneCollector} for each partition.
 */
export class Collector implements EventConsumer<ToldStream> {
  readonly name = COLLECTOR;
  readonly streams = TOLD_STREAMS;
  /** Longer than rows are gathered: the place of the one that runs has moved by then. */
  readonly standbyMs: number;
  /** Is told when there are deliveries. */
  readonly wake: Wake;
  private readonly callers: WaitingCallers;
  private readonly catchUp: CatchUpLog;
  private readonly gatherMs: number;
  private subscribers = new Subscribers();
  private batch = new Batch();
  private stored: Checkpoint | undefined;
  /** Whether something was written since the last start: until then each delivery is written before the next is taken. */
  private proven = false;
  /** The writes so far, one after the other. Once one has failed, so do all until the next start. */
  private writes: Promise<void> = Promise.resolve();
  private writtenAt = 0;
  private awaited = 0;
  private listenedUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private dueAt = 0;
  private undo: (error: unknown) => void = () => undefined;
  /** What its lanes share, where it has any. */
  private turns: WriteTurns | undefined;
  private laneWrites: LaneWrites | undefined;
  private endpoints: SettledEndpoints | undefined;

  constructor(
    private readonly options: CollectorOptions,
    private readonly own?: OwnPart,
  ) {
    const { store, streams, log, answerWaitMs, gatherMs = GATHER_MS } = options;
    this.wake = own?.wake ?? new Wake();
    // Lanes wait for what happens to endpoints.
    this.gatherMs = own ? BRISK_MS : gatherMs;
    this.standbyMs = 2 * gatherMs;
    this.callers = new WaitingCallers(streams, answerWaitMs);
    this.catchUp = new CatchUpLog(store, log, {
      behind: 'telling older events',
      done: 'told events are up to date',
    });
  }

  async start(undo: (error: unknown) => void): Promise<Checkpoint> {
    this.cancelTimer();
    this.undo = () => undefined;
    this.batch = new Batch();
    await this.writes.catch(() => undefined);
    const { pool } = this.options;
    // The place first: rows that are read after it may be newer, but then it has moved, and they come to nothing.
    const stored = await readCheckpoint(pool, this.checkpoint, { former: COLLECTOR });
    const { rows } = await pool.query<EndpointRow>({
      text: 'SELECT id, organization_id, livemode, doc FROM webhooks.endpoints ORDER BY id',
      types: rowTypes,
    });
    this.stored = stored;
    this.subscribers = new Subscribers(rows);
    this.callers.clear();
    this.writes = Promise.resolve();
    this.proven = false;
    this.undo = undo;
    return stored;
  }

  async handle(events: readonly StreamEvent<EventOf<ToldStream>>[], place: Checkpoint): Promise<void> {
    const told = await findTold(events, this.callers, this.options.eventDays);
    // Without a pause from here on: what is written in between has whole deliveries, and their place.
    for (const one of told) this.take(one);
    this.batch.place = place;
    if (!this.proven || this.batch.size >= FULL) await this.write();
    else this.writeWithin(this.isAwaited ? this.briskMs() : this.gatherMs);
    await this.catchUp.passed(place, events.length);
  }

  /** The same for one lane. */
  lane(checkpoint: string): AnyEventConsumer {
    const { options, wake } = this;
    const { pool, store } = options;
    const turns = (this.turns ??= new WriteTurns(pool, COLLECTOR));
    const own = ownLaneName(COLLECTOR);
    const endpoints = (this.endpoints ??= new SettledEndpoints({ pool, store, checkpoint: own }));
    if (checkpoint === own) return new Collector(options, { checkpoint, turns, wake });
    const writes = (this.laneWrites ??= new LaneWrites({ endpoints, turns, wake }));
    return new LaneCollector({ ...options, checkpoint, writes });
  }

  /** Somebody listens to what is told: for a while it is written at once, as for subscribers. */
  noteListener(): void {
    this.listenedUntil = monotonicMs() + LISTENING_MS;
  }

  /**
   * Waits until what the store has now is told, whichever process does it; not for ever, as after a start on an
   * installation with a long past.
   */
  async catchUpWithStore(patienceMs = PATIENCE_MS): Promise<void> {
    const { store, pool } = this.options;
    // Over topics it is not known here what other services have stored.
    if (this.endpoints) return void (await this.endpoints.settle(patienceMs));
    const head = await store.head();
    const deadline = monotonicMs() + patienceMs;
    const isThere = (place: Checkpoint | undefined): boolean => positionOf(place) >= head;
    if (isThere(this.stored)) return;
    this.awaited += 1;
    try {
      while (monotonicMs() < deadline) {
        if (this.batch.place !== undefined) await this.writeNow();
        if (isThere(this.stored) || isThere(await findCheckpoint(pool, COLLECTOR))) return;
        await sleep(LOOK_MS);
      }
    } finally {
      this.awaited -= 1;
    }
  }

  /** Writes what was gathered. A failure has the feed deliver it again, and is no business of who calls. */
  async writeNow(): Promise<void> {
    const { undo } = this;
    await this.write().catch(undo);
  }

  async stop(): Promise<void> {
    await this.writeNow();
  }

  private get checkpoint(): string {
    return this.own?.checkpoint ?? COLLECTOR;
  }

  private take({ event, types }: Told): void {
    if (event.streamId.startsWith(WEBHOOKS_STREAM)) {
      const change = this.subscribers.apply(event as StreamEvent<WebhooksEvent>);
      if (change) this.batch.change(change);
    }
    for (const type of types) this.batch.add(event, type, this.subscribers);
  }

  /** Whether somebody waits for what is gathered. */
  private get isAwaited(): boolean {
    return this.batch.isUrgent || this.awaited > 0 || monotonicMs() < this.listenedUntil;
  }

  private briskMs(): number {
    return Math.max(0, this.writtenAt + BRISK_MS - monotonicMs());
  }

  private writeWithin(ms: number): void {
    const dueAt = monotonicMs() + ms;
    if (this.timer && this.dueAt <= dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => void this.writeNow(), ms).unref();
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private write(): Promise<void> {
    this.cancelTimer();
    return (this.writes = this.writes.then(() => this.writeBatch()));
  }

  private async writeBatch(): Promise<void> {
    const { batch, stored } = this;
    const { place } = batch;
    if (place === undefined || stored === undefined) return;
    this.batch = new Batch();
    this.writtenAt = monotonicMs();
    const { pool } = this.options;
    const { checkpoint, own } = this;
    const store = (db: Pick<pg.Pool, 'query'>): Promise<boolean> =>
      storeBatch(db, checkpoint, { from: stored, to: place, batch, now: systemNow() });
    const written = await (own ? own.turns.take(store) : store(pool));
    if (!written) throw new CheckpointMoved(checkpoint);
    this.stored = place;
    this.proven = true;
    if (batch.deliveries.length > 0) this.wake.wake();
  }
}
