import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './addresses.js';
import { Pace } from './pace.js';
import { Shares, type Release } from './shares.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** A request whose turn has not come. */
interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly release: Release;
}

/** Why a connection is one too many: of its address, or of all. */
export type Crowd = 'address' | 'all';

/** What is known of a connection. */
interface Line {
  readonly address: string;
  readonly crowd: Crowd | undefined;
  busy: boolean;
  readonly pipelined: Waiting[];
}

export interface ConnectionLimits {
  readonly connections: number;
  readonly connectionsEach: number;
}

/**
 * Connections beyond the limits, in all and of one address: they are taken so that health can be asked through them and
 * everything else is answered 429 or 503. They are given only seconds.
 */
const CROWDED = { total: 256, each: 32 } as const;
const CROWDED_MS = 5_000;
/** Answers are taken at 16 KB a second or more once they had thirty seconds, and never stop for thirty seconds. */
const PACE = { idleMs: 30_000, graceMs: 30_000, bytesPerSecond: 16 * 1024 } as const;
/**
 * While the process stops, answers are taken without a break, and in fifteen seconds, and requests arrive so: what is left of its
 * time is for those who wait for an answer, and for the database.
 */
export const LAST_PACE = { idleMs: 3_000, graceMs: 15_000, bytesPerSecond: Number.MAX_SAFE_INTEGER } as const;
/** Pipelined requests that wait, of one connection and of one address: what comes after them closes their connection. */
const MOST_PIPELINED = 1_024;
const PIPELINED = { total: 16_384, each: 4_096 } as const;

/**
 * Ends a connection whose client does not take its answers, until the returned function is called. One watch serves all
 * answers of a connection: what it has taken in full does not count.
 */
export const watchReader = (
  socket: Pick<Socket, 'bytesWritten' | 'writableLength'> & { destroy(): unknown },
  pace: Pace,
): (() => void) =>
  pace.watch({
    bytes: () => socket.bytesWritten - socket.writableLength,
    isOurs: () => socket.writableLength === 0,
    tooSlow: () => socket.destroy(),
  });

/** The connections of a server: how many there are, and one request at a time on each. */
export class Connections {
  /** Those that are open. */
  private readonly lines = new Map<Socket, Line>();
  private isHurried = false;
  private readonly open: Shares;
  private readonly crowded = new Shares(CROWDED);
  private readonly pipelined = new Shares(PIPELINED);

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly isProxy: (address: string | undefined) => boolean,
    private readonly pace: Pace = new Pace(PACE),
    private readonly lastPace: Pace = new Pace(LAST_PACE),
  ) {
    this.open = new Shares({ total: limits.connections, each: limits.connectionsEach });
  }

  /** A server whose requests reach the handler one at a time of each connection. */
  createServer(options: ServerOptions, handle: Handle): Server {
    const enter: Handle = (request, response) => this.enter(request, response, handle);
    const server = createServer(options, enter);
    server.on('connection', (socket) => this.arrive(socket));
    // A client that waits for "100 Continue" is told once its request was admitted.
    server.on('checkContinue', enter);
    return server;
  }

  /** Why the connection of a request is one too many; undefined: it is not. */
  crowdOf(request: IncomingMessage): Crowd | undefined {
    return this.lines.get(request.socket)?.crowd;
  }

  /** The process stops: clients that do not take their answers, or ask for nothing more, do not hold it up. */
  hurry(): void {
    this.isHurried = true;
    for (const [socket, line] of this.lines) this.watchLast(socket, line);
  }

  /** Node's server closes what has asked before and is idle. It waits for who has never asked, or has sent half of a head. */
  private watchLast(socket: Socket, line: Line): void {
    this.watch(socket, this.lastPace);
    const before = socket.bytesRead;
    const asker = {
      bytes: () => socket.bytesRead - before,
      isOurs: () => line.busy,
      tooSlow: () => socket.destroy(),
    };
    socket.once('close', this.lastPace.watch(asker));
  }

  private arrive(socket: Socket): void {
    const address = networkOf(socket.remoteAddress);
    const { connections } = this.limits;
    const full = connections > 0 && this.open.total >= connections;
    const room = this.open.take(this.isProxy(socket.remoteAddress) ? [] : [address], 1);
    const crowd = room ? undefined : full ? 'all' : 'address';
    const release = room ?? this.crowded.take([address], 1);
    if (!release) return void socket.destroy();
    if (crowd) {
      const timer = setTimeout(() => socket.destroy(), CROWDED_MS).unref();
      socket.once('close', () => clearTimeout(timer));
    }
    const line: Line = { address, crowd, busy: false, pipelined: [] };
    this.lines.set(socket, line);
    this.watch(socket, this.pace);
    if (this.isHurried) this.watchLast(socket, line);
    socket.once('close', () => {
      this.lines.delete(socket);
      for (const waiting of [{ release }, ...line.pipelined.splice(0)]) waiting.release();
    });
  }

  private watch(socket: Socket, pace: Pace): void {
    socket.once('close', watchReader(socket, pace));
  }

  private enter(request: IncomingMessage, response: ServerResponse, handle: Handle): void {
    const { socket } = request;
    const line = this.lines.get(socket);
    if (!line?.busy) return this.begin(request, response, { line, handle });
    const release =
      line.pipelined.length < MOST_PIPELINED ? this.pipelined.take([line.address], 1) : undefined;
    if (!release) return void socket.destroy();
    line.pipelined.push({ request, response, release });
    // What was read is parsed to its end; nothing more is read until this has been answered.
    socket.pause();
  }

  private begin(
    request: IncomingMessage,
    response: ServerResponse,
    { line, handle }: { readonly line: Line | undefined; readonly handle: Handle },
  ): void {
    // Fastify, Node's pipelines and the door each listen to its end: eleven where a file is streamed, and Node warns from that on.
    response.setMaxListeners(20);
    if (line) {
      line.busy = true;
      // In a turn of its own: what the last one held has been given back then, and others come between.
      response.once('close', () => setImmediate(() => this.beginNext(line, handle)));
    }
    // Chunks of a byte take milliseconds to parse: none beyond what has come already before somebody reads them.
    if (request.headers['transfer-encoding'] !== undefined) request.socket.pause();
    handle(request, response);
  }

  private beginNext(line: Line, handle: Handle): void {
    line.busy = false;
    const next = line.pipelined.shift();
    if (!next) return;
    const { request, response, release } = next;
    release();
    const { socket } = request;
    if (socket.destroyed) return;
    // Its own body may still be on the way.
    if (line.pipelined.length === 0 || !request.complete) socket.resume();
    this.begin(request, response, { line, handle });
  }
}
