import { CommandExpired, CommandRefused, isOwnStream } from '#kernel';
import type { CurrentDelivery, Outcomes } from '#kernel';
import type { EventStore } from './port.js';

/**
 * A store whose appends look at the outcome of their command just before: for stores that can't look in the
 * transaction of the append. What is decided in between goes unseen (docs/adr/0033).
 */
export const guarded = (
  store: EventStore,
  outcomes: Pick<Outcomes, 'look'>,
  delivery: CurrentDelivery,
): EventStore => ({
  ...(store.positionsPerEvent !== undefined && { positionsPerEvent: store.positionsPerEvent }),
  append: async (streamId, expectedRevision, events, metadata) => {
    const current = delivery();
    const guard = current?.settled === false ? current : undefined;
    const known = guard && (await outcomes.look(guard));
    if (known?.kind === 'refused') throw new CommandRefused(`${guard?.type} was refused before`);
    if (known?.kind === 'expired') throw new CommandExpired(`${guard?.type} has expired`);
    const outcome = await store.append(streamId, expectedRevision, events, metadata);
    if (guard && outcome.kind === 'appended' && isOwnStream(guard, streamId)) guard.settled = true;
    return outcome;
  },
  read: (streamId, fromRevision) => store.read(streamId, fromRevision),
  readFeed: (after, limit) => store.readFeed(after, limit),
  head: () => store.head(),
  onAppended: (listener) => store.onAppended(listener),
  close: () => store.close(),
});
