import { deterministicId, idTime, type StreamEvent } from '#kernel';

/**
 * The id of the event of a type that is told of a domain event: the same whoever computes it, and in the order of time.
 * 12 hexadecimal characters of the instant, 4 of the place in the stream, 8 of the domain event and the type.
 */
export function toldEventId(
  { id, recordedAt, revision }: Pick<StreamEvent, 'id' | 'recordedAt' | 'revision'>,
  type: string,
): string {
  const instant = idTime(recordedAt.getTime());
  const place = (revision & 0xffff).toString(16).padStart(4, '0');
  return instant + place + deterministicId(id, type).slice(0, 8);
}
