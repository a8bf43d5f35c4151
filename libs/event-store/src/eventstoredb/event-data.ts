import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { EventMetadata, NewEvent } from '../port.js';

/** Data above this travels compressed; below, it stays JSON that people and projections of the server can read. */
const COMPRESS_ABOVE = 256 * 1024;
/** Data below this is never put outside of its event. */
const OUTSIDE_ABOVE = 4 * 1024;
/** An append as a whole. The server's default limit (MaxAppendSize) is 1 MiB; this leaves room for its framing. */
export const MAX_APPEND_BYTES = 1_000_000;
/** No event of ours is larger when it is unpacked. */
const MAX_DATA_BYTES = 256 * 1024 * 1024;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** What no read model in PostgreSQL can store, as JSON.stringify writes it: U+0000 and half a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** How the data of an event is stored, where it is not plain JSON. */
interface Packing {
  readonly encoding: 'gzip';
  /** The size of the JSON, in bytes. */
  readonly bytes: number;
  /** Where the packed data lies, when not in the event: the content's name and its size in bytes. */
  readonly content?: string;
  readonly stored?: number;
}

/** An event's metadata as stored. The names with $ are the server's own: its projections understand them. */
interface StoredMetadata extends Pick<
  EventMetadata,
  'organizationId' | 'livemode' | 'actor' | 'traceparent'
> {
  readonly $correlationId: string;
  readonly $causationId: string;
  /** When it was recorded first, where another store did. The server stamps each event with its own time. */
  readonly recordedAt?: string;
  readonly packing?: Packing;
}

/** An event to append, perhaps one that another store has recorded. */
export interface EventToPack extends NewEvent {
  readonly recordedAt?: Date;
}

export interface PackedEvent {
  readonly id: string;
  readonly type: string;
  readonly json: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** Data that lies outside of its event, named by its SHA-256. */
export interface Content {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Draft {
  readonly event: EventToPack;
  data: Uint8Array;
  packing: Packing | undefined;
}

/**
 * Packs events for one append: the largest are compressed, and then put outside, until the rest fits.
 * @throws {TypeError} for an id that is no UUID, and data that could not be stored
 */
export async function pack(
  events: readonly EventToPack[],
  metadata: EventMetadata,
): Promise<{ readonly events: readonly PackedEvent[]; readonly contents: readonly Content[] }> {
  const drafts = events.map((event): Draft => ({ event, data: jsonOf(event), packing: undefined }));
  for (const draft of drafts) if (draft.data.length > COMPRESS_ABOVE) await compress(draft);
  const size = (draft: Draft): number => sizeOf(seal(draft, metadata));
  let total = drafts.reduce((sum, draft) => sum + size(draft), 0);
  const contents: Content[] = [];
  for (const draft of drafts.toSorted((a, b) => b.data.length - a.data.length)) {
    if (total <= MAX_APPEND_BYTES) break;
    // Outside, it would still need its place in the append.
    if (draft.data.length < OUTSIDE_ABOVE) throw new RangeError('an append has too many events');
    total -= size(draft);
    if (!draft.packing) await compress(draft);
    if (draft.packing && total + size(draft) > MAX_APPEND_BYTES)
      contents.push(putOutside(draft, draft.packing));
    total += size(draft);
  }
  if (total > MAX_APPEND_BYTES) throw new RangeError('an append has too many events');
  return { events: drafts.map((draft) => seal(draft, metadata)), contents };
}

const sizeOf = ({ data, metadata, type }: PackedEvent): number =>
  data.length + metadata.length + 2 * type.length + 64;

function jsonOf(event: NewEvent): Uint8Array {
  if (!UUID.test(event.id)) throw new TypeError(`the id of a ${event.type} is no UUID`);
  // At run time, JSON has nothing for undefined.
  const json: string | undefined = event.json ?? JSON.stringify(event.data);
  if (json === undefined) throw new TypeError(`a ${event.type} has no data`);
  if (UNSTORABLE.test(json)) throw new TypeError(`a ${event.type} has text that cannot be stored`);
  return bytesOf(Buffer.from(json));
}

async function compress(draft: Draft): Promise<void> {
  const bytes = draft.data.length;
  draft.data = bytesOf(await promisify(gzip)(draft.data, { level: 4 }));
  draft.packing = { encoding: 'gzip', bytes };
}

function putOutside(draft: Draft, packing: Packing): Content {
  const bytes = draft.data;
  const name = createHash('sha256').update(bytes).digest('hex');
  draft.data = new Uint8Array();
  draft.packing = { ...packing, content: name, stored: bytes.length };
  return { name, bytes };
}

function seal({ event, data, packing }: Draft, metadata: EventMetadata): PackedEvent {
  const { organizationId, livemode, actor, correlationId, commandId, traceparent } = metadata;
  const stored: StoredMetadata = {
    organizationId,
    livemode,
    actor,
    $correlationId: correlationId,
    $causationId: commandId,
    ...(traceparent !== undefined && { traceparent }),
    ...(event.recordedAt && { recordedAt: event.recordedAt.toISOString() }),
    ...(packing && { packing }),
  };
  const text = bytesOf(Buffer.from(JSON.stringify(stored)));
  return { id: event.id, type: event.type, json: !packing, data, metadata: text };
}

/** What an event as read says of itself. */
export interface Unpacked {
  readonly metadata: EventMetadata;
  /** When it was recorded, where that was in another store. */
  readonly recordedAt: Date | undefined;
  /** The bytes that its data takes in the store, inline or in a stream of its own. */
  readonly storedBytes: number;
  /** Its data; fetches what lies outside. */
  data(fetch: (content: string, bytes: number) => Promise<Uint8Array>): Promise<unknown>;
}

export function unpack(data: Uint8Array, customMetadata: Uint8Array): Unpacked {
  const { packing, $correlationId, $causationId, recordedAt, ...stored } = parseJson(
    customMetadata,
  ) as StoredMetadata;
  const head = {
    metadata: { ...stored, commandId: $causationId, correlationId: $correlationId },
    recordedAt: recordedAt === undefined ? undefined : new Date(recordedAt),
  };
  if (!packing) return { ...head, storedBytes: data.length, data: () => Promise.resolve(parseJson(data)) };
  const { content, stored: outside = 0, bytes } = packing;
  return {
    ...head,
    storedBytes: content === undefined ? data.length : outside,
    async data(fetch) {
      const zipped = content === undefined ? data : await fetch(content, outside);
      return parseJson(await promisify(gunzip)(zipped, { maxOutputLength: Math.min(bytes, MAX_DATA_BYTES) }));
    },
  };
}

const parseJson = (bytes: Uint8Array): unknown =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));

/** The plain array that the protocol's messages want. */
const bytesOf = (buffer: Buffer): Uint8Array =>
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
