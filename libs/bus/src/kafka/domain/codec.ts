import type { IHeaders } from 'kafkajs';
import { readPosition, writePosition, type EventMetadata, type Position } from '#kernel';
import type { PlacedEventJson } from '#contracts';
import { eventFromJson, eventToJson, type PlacedEvent } from '../../events/event-json.js';
import { HEADER, headerText, pack, unpack, Unreadable, type Message } from '../codec.js';
import type { RawMessage, Sealing } from '../codec.js';

export type { PlacedEvent };

/** ... and the position of the event before it in its partition: 0n if there is none. */
export type ChainedEvent = PlacedEvent & { readonly previous: Position };

/** What a message holds. */
interface Content extends PlacedEventJson {
  /** Missing in messages of the release before. */
  readonly previousPosition?: string | undefined;
}

/** The form of the message; readers refuse every other one. */
const VERSION = '1';

/**
 * A domain event for its topic, under its stream's key. The type is as the store has it, with its version from the second one on
 * (`InvoiceIssued@2`, ADR 18): who reads it may know a later one, and lifts it.
 */
export async function encodeEvent(event: ChainedEvent, sealing?: Sealing): Promise<Message> {
  const { id, streamId, type, metadata, revision } = event;
  const previousPosition = writePosition(event.previous);
  const content: Content = { ...eventToJson(event), previousPosition };
  const { value, headers } = await pack(content, eventContext(id), sealing);
  return {
    key: streamId,
    value,
    headers: {
      [HEADER.id]: id,
      [HEADER.type]: type,
      [HEADER.position]: content.position,
      [HEADER.previous]: previousPosition,
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
  const { previousPosition, ...json } = content;
  const event = eventFromJson(json);
  const previous = previousPosition === undefined ? undefined : readPosition(previousPosition);
  if (event.position !== positionIn(headers) || previous !== previousIn(headers))
    throw new Unreadable('the message is not at the place that it names');
  return event;
}

/** The event's place in its owner's store, read without opening the message; undefined: it names none. */
export const positionIn = (headers: IHeaders | undefined): Position | undefined =>
  positionUnder(headers, HEADER.position);

/**
 * The place of the event before it in its partition, read without opening the message: 0n if there is none; undefined: the
 * message is from the release before.
 */
export const previousIn = (headers: IHeaders | undefined): Position | undefined =>
  positionUnder(headers, HEADER.previous);

function positionUnder(headers: IHeaders | undefined, name: string): Position | undefined {
  const text = headerText(headers, name);
  return text !== undefined && POSITION.test(text) ? readPosition(text) : undefined;
}

/** As PostgreSQL's bigint has them, and EventStoreDB's unsigned 64 bits. */
const POSITION = /^\d{1,20}$/;

const eventContext = (id: string): string => `event ${id}`;

function isContent(value: unknown): value is Content {
  if (!isObject(value)) return false;
  const { id, streamId, type, metadata, revision, position, previousPosition, recordedAt } = value;
  return (
    [id, streamId, type].every(isText) &&
    isMetadata(metadata) &&
    Number.isSafeInteger(revision) &&
    isText(position) &&
    POSITION.test(position) &&
    (previousPosition === undefined || (isText(previousPosition) && POSITION.test(previousPosition))) &&
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
