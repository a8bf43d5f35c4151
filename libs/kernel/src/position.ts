declare const place: unique symbol;

/**
 * A place in the feed of an event store; 0n is before the first event of any. Only the store makes the others, and not
 * every number is one: in EventStoreDB a position is an offset in the log, and nothing can be read from where no record
 * begins. So positions have no arithmetic. They can be compared, and `distance` says how far apart two are.
 */
export type Position = 0n | { readonly [place]: 'position' };

export const START: Position = 0n;

/** A position that a store gave, as it was written down: a number of the store itself, or the text that was kept of it. */
export const readPosition = (given: bigint | string): Position => BigInt(given) as unknown as Position;

const toBigint = (position: Position): bigint => position as unknown as bigint;

/** A position to be kept or sent: `readPosition` reads it. */
export const writePosition = (position: Position): string => String(toBigint(position));

/** How far one position is behind another: in events for PostgreSQL, in bytes of the log for EventStoreDB. */
export const distance = (from: Position, to: Position): number => Number(toBigint(to) - toBigint(from));
