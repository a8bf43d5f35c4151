import type { Checkpoint } from '#bus';

/** The place after a position of the store's feed. Only what reads that feed makes places, and reads them. */
export const placeAt = (position: bigint): Checkpoint => position.toString() as Checkpoint;

/** The position that a place stands for; the feed's beginning where there is none yet. */
export const positionOf = (place: Checkpoint | undefined): bigint => BigInt(place ?? 0);
