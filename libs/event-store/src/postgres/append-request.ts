import { packJson, PACK_FROM, type Delivered } from '#kernel';
import type { Append, EventMetadata } from '../port.js';

/** An event of an append, with its data as JSON. */
interface EventToAppend {
  readonly id: string;
  readonly type: string;
  readonly json: string;
  /** As it is stored: packed, where it is large. */
  readonly stored: string;
}

/** One append that waits for its round. */
export interface AppendRequest {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly EventToAppend[];
  readonly metadata: EventMetadata;
  /** The delivery that must still be allowed to append. */
  readonly guard: Delivered | undefined;
}

/** Large data is packed on the way, which takes a while; all else is there at once. */
export function toRequest(
  { streamId, expectedRevision, events, metadata }: Append,
  guard: Delivered | undefined,
): AppendRequest | Promise<AppendRequest> {
  const texts = events.map((event) => event.json ?? JSON.stringify(event.data));
  const request = (stored: readonly string[]): AppendRequest => ({
    stream: streamId,
    expected: expectedRevision,
    events: events.map(({ id, type }, n) => ({ id, type, json: texts[n] ?? '', stored: stored[n] ?? '' })),
    metadata,
    guard,
  });
  return texts.every(({ length }) => length < PACK_FROM)
    ? request(texts)
    : Promise.all(texts.map(packJson)).then(request);
}

/** Roughly what it takes in a round, in characters. */
export const sizeOf = ({ events }: AppendRequest): number =>
  events.reduce((sum, { stored }) => sum + stored.length, 500);
