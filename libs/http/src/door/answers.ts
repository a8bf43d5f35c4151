import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Answers above this size leave in slices, as the client takes them. */
export const LARGE_ANSWER = 256 * 1024;
const SLICE = 64 * 1024;

/** The rest of a body up to this size is read and dropped, so that its connection can be kept. */
const SMALL_REST = 64 * 1024;
/** Of a larger one so much is dropped, and so long is waited until the client has read its answer. */
const MOST_DROPPED = { bytes: 1024 * 1024, pieces: 1_000 } as const;
const LINGER_MS = 1_000;

/** Bytes of an answer that are in memory whole; 0 for a stream. */
export const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' ? Buffer.byteLength(payload) : Buffer.isBuffer(payload) ? payload.length : 0;

/**
 * The payload of an answer as it is to be sent: a large one in slices, so that the client takes it at its own pace
 * (connections.ts sees that it does).
 *
 * @param options `isStopped`: nothing more of the request's body is read, not even to drop it
 */
export function prepareAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { isStopped = false } = {},
): unknown {
  if (leavesRest(request)) {
    void reply.header('connection', 'close');
    return lingering(request, reply, payload, isStopped);
  }
  if (request.method === 'HEAD' || sizeOf(payload) <= LARGE_ANSWER) return payload;
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload as string);
  void reply.header('content-length', bytes.length);
  return Readable.from(slicesOf(bytes), { objectMode: false, highWaterMark: SLICE });
}

/** Bytes in slices, so that what has been taken of them can be seen. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

/** Whether the head of a request announces a body. */
export const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Stops reading of a request's connection for good. A request that wants more, since it flows or has room, would start
 * its connection again: it never wants any.
 */
export function stopReading(raw: IncomingMessage): void {
  raw._read = () => undefined;
  raw.pause();
  raw.socket.pause();
}

/** Whether so much of a body was not read that its connection is better closed. */
const leavesRest = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete &&
  announcesBody(headers) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SMALL_REST);

/**
 * An answer whose client may still be sending: it is complete for the client at once, but the connection is closed a
 * moment later. Closed at once, the system would answer what comes in with a reset, and the client would never read it.
 */
function lingering(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  isStopped: boolean,
): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  void reply.header('content-length', sizeOf(payload));
  const stream = new Readable({ read: () => undefined });
  stream.push(payload);
  let bytes = 0;
  let pieces = 0;
  const drop = (chunk: Buffer): void => {
    bytes += chunk.length;
    pieces += 1;
    if (bytes <= MOST_DROPPED.bytes && pieces <= MOST_DROPPED.pieces) return;
    raw.off('data', drop);
    stopReading(raw);
  };
  const end = (): void => {
    clearTimeout(timer);
    raw.off('data', drop).off('end', end).off('close', end);
    stream.push(null);
  };
  const timer = setTimeout(end, LINGER_MS);
  raw.once('end', end).once('close', end);
  if (!isStopped) raw.on('data', drop).resume();
  return stream;
}
