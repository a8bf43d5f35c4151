import { buildConnector, Client } from 'undici';
import { readUrl } from '#kernel';
import { answerReason, failureText } from './http-failures.js';

/** A request to a provider or to the tax authority. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** `https:`, or `http:` on this machine. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For all of it, from the look-up of the name to the last byte: an answer that drips is cut off as well. */
  readonly timeoutMs: number;
  /** Until the connection stands, with TLS; at most `timeoutMs`. 10 s where it is not given. */
  readonly connectMs?: number;
  /** Of the answer's body: 4 MiB where it is not given. */
  readonly maxBytes?: number;
  /**
   * Takes the body as it comes, for one that should not be in memory whole; the next piece is read once it is done. The outcome's `body`
   * and `bytes` are empty then. What it throws is thrown by `send`.
   */
  readonly take?: (piece: Buffer) => Promise<void>;
}

/** What became of a request. What matters is whether the other side may have read it. */
export type HttpOutcome =
  /** A whole answer of any status. Names of headers are in lower case; the body is read as UTF-8. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** The body as it came. */
      readonly bytes: Buffer;
    }
  /** No connection came about (name, TCP, TLS): not one byte of the request was written. */
  | { readonly kind: 'not_reached'; readonly reason: string }
  /** The request may have been read and done: time-out, reset, answer too large or cut short. */
  | { readonly kind: 'no_answer'; readonly reason: string };

const MIB = 1024 * 1024;
export const MAX_ANSWER_BYTES = 4 * MIB;
const CONNECT_MS = 10_000;
const HEAD_BYTES = 32 * 1024;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Connectors by their time-out: they remember TLS sessions, so that the next handshake is short. */
const connectors = new Map<number, ReturnType<typeof buildConnector>>();

function connectorOf(timeout: number): ReturnType<typeof buildConnector> {
  const known = connectors.get(timeout);
  if (known) return known;
  const connector = buildConnector({ timeout, allowH2: false, rejectUnauthorized: true });
  // Time-outs are settings: there are few of them.
  if (connectors.size < 16) connectors.set(timeout, connector);
  return connector;
}

/**
 * Sends one request on a connection of its own, and never again: no redirect is followed, nothing is retried. A connection is
 * not kept for the next request, since one that the other side has just closed would make a doubt of a request that nobody
 * read. Never throws: every failure is a value, but for what `take` throws.
 */
export async function send(request: HttpRequest): Promise<HttpOutcome> {
  const url = addressOf(request.url);
  if (!url) return { kind: 'not_reached', reason: 'the address is not https' };
  const { timeoutMs, maxBytes = MAX_ANSWER_BYTES } = request;
  const connect = connectorOf(Math.min(request.connectMs ?? CONNECT_MS, timeoutMs));
  const state: { connected: boolean; isOver: boolean; thrown?: { readonly error: unknown } } = {
    ...{ connected: false, isOver: false },
  };
  const client = new Client(url.origin, {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        // Nobody waits any more, and was told that nothing was written: nothing is.
        if (state.isOver) return callback(socket.destroy() && new Error('too late'), null);
        // Set before undici has the socket: what is not connected has certainly written nothing.
        state.connected = true;
        callback(null, socket);
      }),
    ...{ maxHeaderSize: HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 },
  });
  client.on('connectionError', () => undefined);
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Undici looks at a signal only once the connection stands.
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      state.isOver = true;
      abort.abort();
      reject(new Error('too late'));
    }, timeoutMs);
  });
  const take = async (piece: Buffer): Promise<void> => {
    await request.take?.(piece).catch((error: unknown) => {
      state.thrown = { error };
      throw error;
    });
  };
  const taken = request.take ? { ...request, take } : request;
  const exchange = exchangeOf(client, url, taken, { signal: abort.signal, maxBytes });
  exchange.catch(() => undefined);
  try {
    return await Promise.race([exchange, tooLate]);
  } catch (error) {
    if (state.thrown) throw state.thrown.error;
    if (!state.connected) return { kind: 'not_reached', reason: failureText(error, state.isOver) };
    return { kind: 'no_answer', reason: answerReason(error, state.isOver) };
  } finally {
    state.isOver = true;
    clearTimeout(timer);
    void client.destroy().catch(() => undefined);
  }
}

/** Sends, and reads the answer to its end. */
async function exchangeOf(
  client: Client,
  url: URL,
  { method, headers, body, take }: HttpRequest,
  { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<HttpOutcome> {
  const answer = await client.request({
    ...{ method, path: `${url.pathname}${url.search}`, signal },
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  });
  const bytes = await readBody(answer.body, maxBytes, take);
  if (bytes === undefined) return { kind: 'no_answer', reason: `more than ${maxBytes} bytes` };
  return {
    ...{ kind: 'answer', status: answer.statusCode, headers: flat(answer.headers) },
    ...{ body: new TextDecoder().decode(bytes), bytes },
  };
}

/** Secrets and documents leave this machine over TLS alone. */
function addressOf(text: string): URL | undefined {
  const url = readUrl(text);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  return safe ? url : undefined;
}

async function readBody(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  take: HttpRequest['take'],
): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    if (take) await take(piece);
    else pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
