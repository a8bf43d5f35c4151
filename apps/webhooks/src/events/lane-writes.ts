import { Rounds, systemNow } from '#kernel';
import type { Checkpoint } from '#bus';
import { rowTypes, type Queryable } from '#eventing';
import type { Wake } from '../deliveries/wake.js';
import { Batch } from './batch.js';
import type { SettledEndpoints } from './settled.js';
import { storeBatch } from './storing.js';
import { Subscribers, type EndpointRow } from './subscribers.js';
import type { Told } from './told.js';
import type { WriteTurns } from './write-turns.js';

/** What a lane has come past. */
export interface Passed {
  /** Of the lane. */
  readonly checkpoint: string;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
  readonly told: readonly Told[];
}

export interface LaneWritesOptions {
  readonly endpoints: Pick<SettledEndpoints, 'settle'>;
  readonly turns: WriteTurns;
  readonly wake: Wake;
}

/** How long lanes wait for endpoints before it counts as a failure. */
const PATIENCE_MS = 3_000;
/** Those who are told are on other machines: a moment, in which lanes that have something too come in, is nothing to them. */
const GATHER_MS = 40;
/** Lanes, and told events, of one turn: other processes wait for theirs. */
const ROUND = { most: 100, mostSize: 1_000 } as const;

/**
 * Writes what lanes of this process pass. Endpoints are in another lane, maybe in another process: who is told of an event is
 * read in the transaction that stores its deliveries, once all is stored that has happened to endpoints by then. Lanes
 * that come within a moment share that: one turn, one look at endpoints and one commit serve them all.
 */
export class LaneWrites {
  private readonly rounds: Rounds<Passed, boolean>;

  constructor(
    private readonly options: LaneWritesOptions,
    gatherMs = GATHER_MS,
  ) {
    this.rounds = new Rounds((passed) => this.write(passed), {
      ...{ ...ROUND, sizeOf: ({ told }) => told.length },
      gatherMs: () => gatherMs,
    });
  }

  /** Moves the lane's place with what is told before it; false: another process has moved it, and nothing of this is written. */
  store(passed: Passed): Promise<boolean> {
    return this.rounds.add(passed);
  }

  private async write(lanes: readonly Passed[]): Promise<boolean[]> {
    const { endpoints, turns, wake } = this.options;
    const told = lanes.flatMap((lane) => lane.told);
    if (told.length > 0 && !(await endpoints.settle(PATIENCE_MS)))
      throw new Error('endpoints are not stored yet as their events say');
    let isDue = false;
    const moved = await turns.take(async (db) => {
      const subscribers = await subscribersOf(db, told);
      const outcomes: boolean[] = [];
      for (const { checkpoint, from, to, told: own } of lanes) {
        const batch = batchOf(own, subscribers);
        outcomes.push(await storeBatch(db, checkpoint, { from, to, batch, now: systemNow() }));
        isDue ||= batch.deliveries.length > 0;
      }
      return outcomes;
    });
    if (isDue) wake.wake();
    return moved;
  }
}

/** Deliveries of events to the endpoints of now. */
function batchOf(told: readonly Told[], subscribers: Subscribers): Batch {
  const batch = new Batch();
  for (const { event, types } of told) for (const type of types) batch.add(event, type, subscribers);
  return batch;
}

async function subscribersOf(db: Queryable, told: readonly Told[]): Promise<Subscribers> {
  if (told.length === 0) return new Subscribers([]);
  const organizations = new Set(told.map(({ event }) => event.metadata.organizationId));
  const { rows } = await db.query<EndpointRow>({
    name: 'endpoints-of-told',
    text: `SELECT id, organization_id, livemode, doc FROM webhooks.endpoints WHERE organization_id = ANY($1) ORDER BY id`,
    values: [[...organizations]],
    types: rowTypes,
  });
  return new Subscribers(rows);
}
