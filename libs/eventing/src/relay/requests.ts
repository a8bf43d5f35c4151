import type { DomainMessage } from './writer.js';

/** All of a request may go to one partition, as one batch: far below the topic's limit (MAX_MESSAGE_BYTES). */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const MAX_REQUEST_MESSAGES = 500;
/** What the headers and framing of a message take, roughly. */
const OVERHEAD_BYTES = 500;

/**
 * The messages in requests that are not too large, in their order. One that is larger than that alone is a request of its own: an
 * invoice of thousands of lines.
 */
export function* requestsOf(
  messages: readonly DomainMessage[],
  maxMessages = MAX_REQUEST_MESSAGES,
): Generator<readonly DomainMessage[]> {
  let request: DomainMessage[] = [];
  let bytes = 0;
  for (const one of messages) {
    const size = one.message.value.length + OVERHEAD_BYTES;
    const isFull = request.length >= maxMessages || bytes + size > MAX_REQUEST_BYTES;
    if (request.length > 0 && isFull) {
      yield request;
      [request, bytes] = [[], 0];
    }
    request.push(one);
    bytes += size;
  }
  if (request.length > 0) yield request;
}
