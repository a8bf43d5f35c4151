import { CommandExpired, CommandRefused, isOwnStream } from '#kernel';
import type { CurrentDelivery } from '#kernel';
import { allButAppends } from './all-but-appends.js';
import type { EventStore } from './port.js';
import type { PostgresOutcomes } from './postgres/outcomes.js';

/**
 * A store whose appends look at the outcome of their command just before: for stores that can't look in the
 * transaction of the append. What is decided in between goes unseen (docs/adr/0033).
 */
export const guarded = (
  store: EventStore,
  outcomes: Pick<PostgresOutcomes, 'mayAppend'>,
  delivery: CurrentDelivery,
): EventStore => ({
  ...allButAppends(store),
  append: async (streamId, expectedRevision, events, metadata) => {
    const current = delivery();
    const guard = current?.settled === false ? current : undefined;
    const allowed = guard && (await outcomes.mayAppend(guard));
    if (allowed === 'refused') throw new CommandRefused(`${guard?.type} was refused before`);
    if (allowed === 'expired') throw new CommandExpired(`${guard?.type} has expired`);
    const outcome = await store.append(streamId, expectedRevision, events, metadata);
    if (guard && outcome.kind === 'appended' && isOwnStream(guard, streamId)) guard.settled = true;
    return outcome;
  },
});
