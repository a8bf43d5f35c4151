import type { StreamEvent } from '#kernel';
import type { PlacedEventJson } from '#contracts';

/** An event of a service, with its place in the service's own store. */
export type PlacedEvent = StreamEvent & { readonly position: bigint };

/** The event as it travels. */
export function eventToJson(event: PlacedEvent): PlacedEventJson {
  const { id, streamId, type, data, metadata, revision, position, recordedAt } = event;
  return {
    ...{ id, streamId, type, data, metadata, revision, position: String(position) },
    recordedAt: recordedAt.toISOString(),
  };
}

/** The event that `eventToJson` was given. */
export const eventFromJson = (json: PlacedEventJson): PlacedEvent => ({
  ...json,
  position: BigInt(json.position),
  recordedAt: new Date(json.recordedAt),
});
