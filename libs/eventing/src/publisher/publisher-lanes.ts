import { Rounds, type StreamEvent } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint, type Hold } from '#bus';
import type { CloudEvent } from '#contracts';
import type { OwnPool } from '../databases.js';
import { placeAt } from '../feed/place.js';
import { readCheckpoint } from '../projections/checkpoints.js';
import { moveHeldPlaces, type Step } from './held-places.js';
import type { Epoch } from './lease.js';
import { notePublished } from './published-up-to.js';

export interface PublisherLanesOptions {
  readonly pool: OwnPool;
  /** Of the consumer, and of its lease. */
  readonly name: string;
  readonly streams: readonly string[];
  readonly epoch: Epoch;
  /** Whether the lease is still held under the epoch, as far as this process knows. */
  readonly lasts: () => boolean;
  /** @throws {UnknownEvent} */
  readonly toPublic: (event: StreamEvent) => readonly CloudEvent[];
  /** Writes them in this order, and keeps that it has once they are safe. Refused under an old epoch. */
  readonly publish: <T>(events: readonly CloudEvent[], keep: () => Promise<T>) => Promise<T>;
  readonly release: () => Promise<void>;
}

/** What one lane publishes, and how far it is then. */
interface Batch extends Step {
  readonly events: readonly CloudEvent[];
}

/** Lanes, and events, that are written together: what others bring meanwhile comes next. */
const ROUND = { lanes: 500, events: 2_000 } as const;
/** A transaction is five requests and a mark in each partition: what other lanes have in this moment goes along. */
const GATHER_MS = 25;

/**
 * All lanes of the publisher, under one epoch of its lease. They share one writer: what they have at the same time is written
 * in one go, and their places move together once it is acknowledged. A lane waits for that before it takes more, so the
 * events of a stream keep their order.
 */
export class PublisherLanes implements Hold {
  private readonly rounds = new Rounds<Batch, boolean>((batches) => this.publish(batches), {
    ...{ most: ROUND.lanes, mostSize: ROUND.events, sizeOf: ({ events }) => events.length },
    gatherMs: () => GATHER_MS,
  });

  constructor(private readonly options: PublisherLanesOptions) {}

  get epoch(): Epoch {
    return this.options.epoch;
  }

  get lasts(): boolean {
    return this.options.lasts();
  }

  lane(place: string): AnyEventConsumer {
    const { pool, name, streams, toPublic } = this.options;
    let stored = placeAt(0n);
    return {
      ...{ name, streams },
      start: async (): Promise<Checkpoint> => {
        if (!this.lasts) throw new CheckpointMoved(place);
        // Nobody moves it but the holder: so it stays where it is read here.
        return (stored = await readCheckpoint(pool, place, { former: name }));
      },
      handle: async (events, to) => {
        const batch = { name: place, from: stored, to, events: events.flatMap(toPublic) };
        if (!(await this.rounds.add(batch))) throw new CheckpointMoved(place);
        stored = to;
      },
    };
  }

  keepUp(agoMs: number): Promise<void> {
    const { pool, name, epoch } = this.options;
    return notePublished(pool, { name, epoch, agoMs });
  }

  release(): Promise<void> {
    return this.options.release();
  }

  /** Returns which of the lanes have moved. */
  private async publish(batches: readonly Batch[]): Promise<readonly boolean[]> {
    const { pool, publish } = this.options;
    const events = batches.flatMap((batch) => batch.events);
    const moved = await publish(events, () => moveHeldPlaces(pool, this.options, batches));
    return batches.map(({ name }) => moved.has(name));
  }
}
