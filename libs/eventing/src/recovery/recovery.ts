import type { StreamEvent } from '#kernel';
import type { EventStore } from '#event-store';
import type { OwnPool, SharedPool } from '../databases.js';
import { ofStreams, type OfStreams } from '../streams/of-streams.js';

/**
 * What a service keeps in its database so that its events never say the same twice: folios, keys, claims. It is there before the
 * events are. So a database that is not that of the events, and was restored from an older backup than they were, lacks the newest
 * of it, and would give it out again: it is made anew of what the events say (docs/adr/0091).
 */
export interface Recovery<Pool extends OwnPool | SharedPool = OwnPool> {
  /** Of the checkpoint up to which the database has all that the events say: `invoicing.reserved`. */
  readonly name: string;
  /** How the streams of the service begin of which that can be. */
  readonly streams: readonly string[];
  /** Adds what some events say, in their order. What is there stays; the same events may come again. */
  readonly restore: (parts: RecoveryParts<Pool>, events: readonly StreamEvent[]) => Promise<void>;
  /** Called when there are no more events. */
  readonly done?: () => void;
}

export interface RecoveryParts<Pool extends OwnPool | SharedPool = OwnPool> {
  readonly pool: Pool;
  /** For streams of which the events are only a part. */
  readonly store: EventStore;
}

/** A recovery over the catalogue's streams: pure functions say what an event keeps, and `store` keeps it. */
export function defineRecovery<Kept>({
  name,
  kept,
  store,
}: {
  readonly name: string;
  readonly kept: OfStreams<Kept>;
  readonly store: (parts: RecoveryParts, kept: readonly Kept[]) => Promise<void>;
}): Recovery {
  const { streams, of } = ofStreams(kept);
  return { name, streams, restore: (parts, events) => store(parts, events.flatMap(of)) };
}
