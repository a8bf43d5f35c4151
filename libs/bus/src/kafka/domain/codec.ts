import type { IHeaders } from 'kafkajs';
import { readPosition, writePosition, type EventMetadata, type Position } from '#kernel';
import type { PlacedEventJson } from '#contracts';
import { eventFromJson, eventToJson, type PlacedEvent } from '../../events/event-json.js';
import { HEADER, headerText, pack, unpack, Unreadable, type Message } from '../codec.js';
import type { RawMessage, Sealing } from '../codec.js';

export type { PlacedEvent };

/** The form of the message; readers refuse every other one. */
const VERSION = '1';

/**
 * A domain event for its topic, under its stream's key. The type is as the store has it, with its version from the second one on
 * (`InvoiceIssued@2`, ADR 18): who reads it may know a later one, and lifts it.
 */
export async function encodeEvent(event: PlacedEvent, sealing?: Sealing): Promise<Message> {
  const { id, streamId, type, metadata, revision, position } = event;
  const { value, headers } = await pack(eventToJson(event), eventContext(id), sealing);
  return {
    key: streamId,
    value,
    headers: {
      [HEADER.id]: id,
      [HEADER.type]: type,
      [HEADER.position]: writePosition(position),
      [HEADER.revision]: String(revision),
      [HEADER.version]: VERSION,
      ...headers,
      ...(metadata.traceparent !== undefined && { [HEADER.traceparent]: metadata.traceparent }),
    },
  };
}

/**
 * The event that `encodeEvent` was given. What its headers say of its place must be what the sealed part says.
 * @throws {Unreadable}
 */
export async function decodeEvent(message: RawMessage, sealing?: Sealing): Promise<PlacedEvent> {
  const { headers } = message;
  const version = headerText(headers, HEADER.version);
  if (version !== VERSION)
    throw new Unreadable(`the message has the form ${version ?? 'of no domain event'}, not ${VERSION}`);
  const id = headerText(headers, HEADER.id) ?? '';
  const content = await unpack(message, eventContext(id), sealing);
  if (!isContent(content) || content.id !== id) throw new Unreadable('the message is no domain event');
  const event = eventFromJson(content);
  if (event.position !== positionIn(headers))
    throw new Unreadable('the message is not at the place that it names');
  return event;
}

/** The event's place in its owner's store, read without opening the message; undefined: it names none. */
export function positionIn(headers: IHeaders | undefined): Position | undefined {
  const text = headerText(headers, HEADER.position);
  return text !== undefined && POSITION.test(text) ? readPosition(text) : undefined;
}

/** As PostgreSQL's bigint has them, and EventStoreDB's unsigned 64 bits. */
const POSITION = /^\d{1,20}$/;

const eventContext = (id: string): string => `event ${id}`;

function isContent(value: unknown): value is PlacedEventJson {
  if (!isObject(value)) return false;
  const { id, streamId, type, metadata, revision, position, recordedAt } = value;
  return (
    [id, streamId, type].every(isText) &&
    isMetadata(metadata) &&
    Number.isSafeInteger(revision) &&
    isText(position) &&
    POSITION.test(position) &&
    isText(recordedAt) &&
    !Number.isNaN(Date.parse(recordedAt))
  );
}

function isMetadata(value: unknown): value is EventMetadata {
  if (!isObject(value)) return false;
  const { organizationId, livemode, commandId, correlationId, actor } = value;
  return [organizationId, commandId, correlationId, actor].every(isText) && typeof livemode === 'boolean';
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
