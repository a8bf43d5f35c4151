import { deterministicUuid } from '#kernel';
import type { EventStoreDbConnection } from './connection.js';
import { MAX_APPEND_BYTES, type Content, type PackedEvent } from './event-data.js';
import { rawEvent, streamRequest } from './messages.js';

/** What one part holds: it is appended alone. */
const PART_BYTES = MAX_APPEND_BYTES - 1_024;

/**
 * Data that is too large for the append of its event: streams of their own, named after their bytes, in
 * parts. They are complete before the event is appended, so a reader of the event finds them; an append
 * that then fails leaves one behind, which the next attempt finds in place. They are no part of the feed.
 */
export class Contents {
  constructor(
    private readonly connection: EventStoreDbConnection,
    private readonly prefix: string,
    private readonly retrying: <T>(work: () => Promise<T>) => Promise<T>,
    private readonly deadlineMs: number,
  ) {}

  async put({ name, bytes }: Content): Promise<void> {
    const stream = this.prefix + name;
    for (let start = 0, revision = -1; start < bytes.length; start += PART_BYTES, revision += 1) {
      const part: PackedEvent = {
        id: deterministicUuid(name, revision + 1),
        type: 'ContentPart',
        json: false,
        data: bytes.subarray(start, start + PART_BYTES),
        metadata: new Uint8Array(),
      };
      const answer = await this.retrying(() =>
        this.connection.append(stream, revision, [part], this.deadlineMs),
      );
      // Ids and bytes follow from the name: what stands there already is this part.
      if (answer.kind !== 'appended') throw new Error(`the content ${name} is not as it was written`);
    }
  }

  /** The bytes of a content, `size` of them. */
  get(name: string, size: number): Promise<Uint8Array> {
    return this.retrying(async () => {
      const bytes = new Uint8Array(size);
      let filled = 0;
      const request = streamRequest(this.prefix + name, 0);
      for await (const message of this.connection.read(request, { deadlineMs: this.deadlineMs })) {
        const part = message.getEvent() && rawEvent(message.getEvent()!)?.data;
        if (!part) continue;
        if (filled + part.length > size) break;
        bytes.set(part, filled);
        filled += part.length;
      }
      if (filled !== size) throw new Error(`the content ${name} has ${filled} bytes instead of ${size}`);
      return bytes;
    });
  }
}
