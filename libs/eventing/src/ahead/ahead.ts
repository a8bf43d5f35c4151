import { AsyncLocalStorage } from 'node:async_hooks';
import { systemNow, type StreamEvent } from '#kernel';
import { allButAppends, type Append, type AppendOutcome, type EventStore } from '#event-store';
import { Joint, type Follower, type StoresTogether } from './joint.js';

/** How long an append waits for what follows from it. Building and sealing a small document takes some milliseconds, under load too. */
const WAIT_MS = 25;
/** Of events with more characters nothing is begun early: what follows from a large document takes longer than the commit that it saves. */
const MOST_CHARACTERS = 50_000;

/**
 * Begins a command of an event that is being stored. The answer is kept for when the event comes, unless it is not stored.
 * @returns when the command has ended, however; undefined: it is not begun now
 */
export type Begin = (isStored: Promise<boolean>) => Promise<unknown> | undefined;

const storesTogether = (store: EventStore): store is StoresTogether => store.appendTogether !== undefined;

/** Who reacts to events before they are stored. */
export interface ReactsAhead {
  /** Whether anything may be begun of events of this type. */
  isAhead(type: string, streamId: string): boolean;
  /** What may be begun of an event that is being stored. */
  ahead(event: StreamEvent): readonly Begin[];
}

/** Who fails at an event fails again when it comes, and is told of then: it is stored all the same. */
function reactionOf(one: ReactsAhead, event: StreamEvent): readonly Begin[] {
  try {
    return one.ahead(event);
  } catch {
    return [];
  }
}

/**
 * Runs commands of process managers while the events that lead to them are being stored: what such a command appends first goes into
 * the same commit (ADR 94). For a process that is alone, where commands are calls within it: the event's reaction is the same when it
 * comes over the feed, by the same command ids, so all that may be lost by a crash, or begun for nothing, is time.
 */
export class Ahead {
  private readonly following = new AsyncLocalStorage<Follower>();
  private readonly reacting = new Set<ReactsAhead>();

  /** @returns a function that takes it out again */
  add(who: ReactsAhead): () => void {
    this.reacting.add(who);
    return () => this.reacting.delete(who);
  }

  /** The store whose appends are waited with; where it can't store appends together, the store as it is. */
  over(store: EventStore): EventStore {
    if (!storesTogether(store)) return store;
    return {
      ...allButAppends(store),
      append: (streamId, expectedRevision, events, metadata) => {
        const append = { streamId, expectedRevision, events, metadata };
        const followed = this.following.getStore()?.append(append);
        if (followed) return followed;
        const begins = this.beginsOf(append);
        if (begins.length === 0) return store.append(streamId, expectedRevision, events, metadata);
        return this.lead(new Joint(store, append), begins);
      },
    };
  }

  private lead(joint: Joint, begins: readonly Begin[]): Promise<AppendOutcome> {
    for (const begin of begins) {
      const follower = joint.follower();
      const end = (): void => follower.end();
      const ended = this.following.run(follower, () => begin(joint.isStored));
      if (ended) ended.then(end, end);
      else end();
    }
    return joint.go(WAIT_MS);
  }

  private beginsOf(append: Append): Begin[] {
    const { streamId, expectedRevision, events, metadata } = append;
    return events.flatMap(({ id, type, json }, index) => {
      if (json === undefined || json.length > MOST_CHARACTERS) return [];
      const reacting = [...this.reacting].filter((one) => one.isAhead(type, streamId));
      return reacting.flatMap((one) =>
        reactionOf(one, {
          ...{ id, type, streamId, metadata, revision: expectedRevision + 1 + index },
          // As who reads it later gets it, but for the store's own time, which no reaction asks for.
          ...{ data: JSON.parse(json), recordedAt: systemNow() },
        }),
      );
    });
  }
}
