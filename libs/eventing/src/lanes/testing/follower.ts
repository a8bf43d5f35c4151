import { CheckpointMoved, type AnyEventConsumer, type Checkpoint, type LanedConsumer } from '#bus';
import type { Position, StreamEvent } from '#kernel';
import type { RecordedEvent } from '#event-store';
import { positionOf } from '../../feed/place.js';

/** What a database has of one lane: its place, and what it was given, kept together. */
export interface Kept {
  readonly place: Checkpoint | undefined;
  readonly positions: readonly Position[];
}

/** A database that can be put back to what it was. */
export class Database {
  private kept = new Map<string, Kept>();

  of(name: string): Kept {
    return this.kept.get(name) ?? { place: undefined, positions: [] };
  }

  keep(name: string, kept: Kept): void {
    this.kept.set(name, kept);
  }

  backup(): ReadonlyMap<string, Kept> {
    return new Map(this.kept);
  }

  restore(backup: ReadonlyMap<string, Kept>): void {
    this.kept = new Map(backup);
  }
}

/** A consumer that keeps its places with what it was given, if nobody else has moved them. */
export class LanedFollower implements LanedConsumer {
  deliveries = 0;
  starts = 0;
  /** Before something is kept; throws where it can't be. */
  before: (lane: string) => Promise<void> = async () => undefined;
  /** Says of the lane that began last that what it took could not be kept. */
  undo: (error: unknown) => void = () => undefined;

  constructor(
    readonly name: string,
    readonly streams: readonly string[],
    readonly database = new Database(),
  ) {}

  async start(): Promise<Checkpoint | undefined> {
    throw new Error('it has lanes');
  }

  async handle(): Promise<void> {
    throw new Error('it has lanes');
  }

  lane(name: string): AnyEventConsumer {
    let stored: Checkpoint | undefined;
    let working = false;
    let stopped = false;
    return {
      ...{ name: this.name, streams: this.streams, standbyMs: 10 },
      start: async (undo) => {
        this.starts += 1;
        this.undo = undo;
        stored = this.database.of(name).place;
        return stored;
      },
      handle: async (events: readonly StreamEvent[], place) => {
        if (working || stopped) throw new Error('one delivery at a time, and none after the end');
        working = true;
        try {
          await this.before(name);
          const { place: at, positions } = this.database.of(name);
          if (positionOf(at) !== positionOf(stored)) throw new CheckpointMoved(name);
          const more = events.map((event) => (event as RecordedEvent).position);
          this.database.keep(name, { place, positions: [...positions, ...more] });
          stored = place;
          this.deliveries += 1;
        } finally {
          working = false;
        }
      },
      stop: async () => void (stopped = true),
    };
  }

  /** What a lane was given, in order. */
  seen(lane: string): readonly Position[] {
    return this.database.of(`${this.name}@${lane}`).positions;
  }

  place(lane: string): Checkpoint | undefined {
    return this.database.of(`${this.name}@${lane}`).place;
  }
}
