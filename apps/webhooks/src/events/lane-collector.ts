import { monotonicMs, systemNow, type StreamEvent } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import { TOLD_STREAMS } from '#contracts';
import { readCheckpoint, rowTypes, type Queryable } from '#eventing';
import type { Wake } from '../deliveries/wake.js';
import { Batch } from './batch.js';
import { COLLECTOR, type CollectorOptions } from './collector-options.js';
import type { SettledEndpoints } from './settled.js';
import { storeBatch } from './storing.js';
import { Subscribers, type EndpointRow } from './subscribers.js';
import { findTold, type Told } from './told.js';
import { WaitingCallers } from './waiting-callers.js';
import type { WriteTurns } from './write-turns.js';

export interface LaneCollectorOptions extends Pick<
  CollectorOptions,
  'pool' | 'streams' | 'eventDays' | 'answerWaitMs'
> {
  /** Of the lane. */
  readonly checkpoint: string;
  readonly endpoints: Pick<SettledEndpoints, 'settle'>;
  readonly turns: WriteTurns;
  readonly wake: Wake;
}

/** How long the lane waits for endpoints before it counts as a failure. */
const PATIENCE_MS = 3_000;
/** How long the stored place may stay behind while nothing passes that is told. */
const STORE_EVERY_MS = 1_000;
/** Invoices that a lane remembers somebody to wait for; there are many lanes. */
const REMEMBERED = 1_000;

/**
 * The collector on one lane of other services' events. Endpoints are in another lane, maybe in another process: who is told
 * of an event is read in the transaction that stores its deliveries, once all is stored that has happened to endpoints by then.
 */
export class LaneCollector implements AnyEventConsumer {
  readonly name = COLLECTOR;
  readonly streams = TOLD_STREAMS;
  private readonly callers: WaitingCallers;
  private stored: Checkpoint | undefined;
  private storedAt = 0;

  constructor(private readonly options: LaneCollectorOptions) {
    this.callers = new WaitingCallers(options.streams, options.answerWaitMs, REMEMBERED);
  }

  async start(): Promise<Checkpoint> {
    const { pool, checkpoint } = this.options;
    this.callers.clear();
    this.stored = await readCheckpoint(pool, checkpoint, { former: COLLECTOR });
    this.storedAt = monotonicMs();
    return this.stored;
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    const { checkpoint, eventDays, endpoints, turns, wake } = this.options;
    const told = (await findTold(events, this.callers, eventDays)).filter(({ types }) => types.length > 0);
    if (told.length === 0 && monotonicMs() - this.storedAt < STORE_EVERY_MS) return;
    if (told.length > 0 && !(await endpoints.settle(PATIENCE_MS)))
      throw new Error('endpoints are not stored yet as their events say');
    const isDue = await turns.take(async (db) => {
      const batch = await batchOf(db, told);
      const places = { from: this.stored ?? place, to: place };
      if (!(await storeBatch(db, checkpoint, { ...places, batch, now: systemNow() })))
        throw new CheckpointMoved(checkpoint);
      return batch.deliveries.length > 0;
    });
    this.stored = place;
    this.storedAt = monotonicMs();
    if (isDue) wake.wake();
  }
}

/** Deliveries of events to the endpoints of now. */
async function batchOf(db: Queryable, told: readonly Told[]): Promise<Batch> {
  const batch = new Batch();
  if (told.length === 0) return batch;
  const organizations = new Set(told.map(({ event }) => event.metadata.organizationId));
  const { rows } = await db.query<EndpointRow>({
    name: 'endpoints-of-told',
    text: `SELECT id, organization_id, livemode, doc FROM webhooks.endpoints WHERE organization_id = ANY($1) ORDER BY id`,
    values: [[...organizations]],
    types: rowTypes,
  });
  const subscribers = new Subscribers(rows);
  for (const { event, types } of told) for (const type of types) batch.add(event, type, subscribers);
  return batch;
}
