import { readPosition, writePosition, type Position, type StreamEvent } from '#kernel';
import type { PlacedEventJson } from '#contracts';

/** An event of a service, with its place in the service's own store. */
export type PlacedEvent = StreamEvent & { readonly position: Position };

/** The event as it travels. */
export function eventToJson(event: PlacedEvent): PlacedEventJson {
  const { id, streamId, type, data, metadata, revision, position, recordedAt } = event;
  return {
    ...{ id, streamId, type, data, metadata, revision, position: writePosition(position) },
    recordedAt: recordedAt.toISOString(),
  };
}

/** The event that `eventToJson` was given. */
export const eventFromJson = (json: PlacedEventJson): PlacedEvent => ({
  ...json,
  position: readPosition(json.position),
  recordedAt: new Date(json.recordedAt),
});
