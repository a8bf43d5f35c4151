import type { Readable } from 'node:stream';
import { Client } from 'undici';
import { dial, type DialParts } from './dial.js';
import { CONNECTION_CLOSED, SendFailure } from './failures.js';

/** An answer's head, and its body as it comes. */
export interface LineAnswer {
  readonly status: number;
  /** Its `Retry-After`. */
  readonly headers: string | undefined;
  readonly body: Readable;
}

export interface LineRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** How long an idle connection is kept, whatever the server promises. */
const IDLE_MS = 4_000;
/** Idle connections are kept for the busy: a few for each server, and not many in all. */
const IDLE_EACH = 8;
const IDLE_IN_ALL = 512;
const HEAD_BYTES = 16_384;

/** One connection to one server, with one request at a time. */
export class Line {
  /** Whether it has had a request before. */
  wasUsed = false;
  /** Whether the request under way has an answer. */
  hasAnswered = false;
  idleSince: NodeJS.Timeout | undefined;
  private signal: AbortSignal = AbortSignal.abort();
  private readonly client: Client;

  constructor(
    readonly origin: string,
    parts: DialParts,
  ) {
    this.client = new Client(origin, {
      // Each new connection is looked up and judged, also where an old one was lost.
      connect: (_options, callback) =>
        void dial(new URL(origin), parts, this.signal).then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(error as Error, null),
        ),
      ...{ maxHeaderSize: HEAD_BYTES, keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS },
      // The attempt has a time limit of its own.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
    });
    // Errors reach the request; those of an idle connection concern nobody.
    this.client.on('connectionError', () => undefined);
  }

  async post({ path, headers, body, signal }: LineRequest): Promise<LineAnswer> {
    this.signal = signal;
    this.hasAnswered = false;
    const answer = await this.client.request({ method: 'POST', path, headers, body, signal });
    this.hasAnswered = true;
    this.wasUsed = true;
    const { 'retry-after': retryAfter } = answer.headers;
    const text = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
    return { status: answer.statusCode, headers: text, body: answer.body };
  }

  end(): Promise<void> {
    clearTimeout(this.idleSince);
    return this.client.destroy().catch(() => undefined);
  }
}

/**
 * Connections by server. No limit is put on those in use: who sends decides how many that are, and an endpoint that hangs
 * must not keep others of the same server waiting. Idle ones end soon, and the oldest first when there are many.
 */
export class Lines {
  private readonly idle = new Map<string, Line[]>();
  /** In the order in which they became idle. */
  private readonly idleInOrder = new Set<Line>();
  private readonly all = new Set<Line>();
  private isClosed = false;

  constructor(private readonly parts: DialParts) {}

  get size(): number {
    return this.all.size;
  }

  /** An idle connection of this server, or a new one. */
  take(url: URL): Line {
    const line = this.idle.get(url.origin)?.at(-1);
    if (!line) return this.open(url);
    this.forget(line);
    return line;
  }

  open({ origin }: URL): Line {
    if (this.isClosed) throw new SendFailure(CONNECTION_CLOSED);
    const line = new Line(origin, this.parts);
    this.all.add(line);
    return line;
  }

  /** Its request is answered to the end. */
  giveBack(line: Line): void {
    const idle = this.idle.get(line.origin) ?? [];
    if (idle.length >= IDLE_EACH || !this.all.has(line)) return this.drop(line);
    this.idle.set(line.origin, [...idle, line]);
    this.idleInOrder.add(line);
    line.idleSince = setTimeout(() => this.drop(line), IDLE_MS).unref();
    const [oldest] = this.idleInOrder;
    if (this.idleInOrder.size > IDLE_IN_ALL && oldest) this.drop(oldest);
  }

  drop(line: Line): void {
    this.forget(line);
    this.all.delete(line);
    void line.end();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const all = [...this.all];
    this.all.clear();
    this.idle.clear();
    this.idleInOrder.clear();
    await Promise.all(all.map((line) => line.end()));
  }

  private forget(line: Line): void {
    clearTimeout(line.idleSince);
    if (!this.idleInOrder.delete(line)) return;
    const others = (this.idle.get(line.origin) ?? []).filter((one) => one !== line);
    if (others.length === 0) this.idle.delete(line.origin);
    else this.idle.set(line.origin, others);
  }
}
