import { readPosition, writePosition, type Position } from '#kernel';
import type { Checkpoint } from '#bus';

/**
 * The place after a position of the owner's store: `<position>`, or `<position>@<offset>` where a log brought the event.
 * The offset is that of the log's next message: it only says where to read on, and two places are compared by their
 * positions alone. Only what brings events makes places, and reads them (and the statements of projections/checkpoints.ts).
 */
export const placeAt = (position: Position, offset?: bigint): Checkpoint =>
  (offset === undefined ? writePosition(position) : `${writePosition(position)}@${offset}`) as Checkpoint;

/** The position that a place stands for; the feed's beginning where there is none yet. */
export const positionOf = (place: Checkpoint | undefined): Position =>
  readPosition(place?.split('@')[0] ?? '0');

/** Where to read on in the log; undefined: the event before it came from elsewhere. */
export const offsetOf = (place: Checkpoint | undefined): bigint | undefined => {
  const offset = place?.split('@')[1];
  return offset === undefined ? undefined : BigInt(offset);
};
