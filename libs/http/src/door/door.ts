import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { refuse } from '#kernel';
import type { Principal } from '../auth.js';
import { HttpRefusal } from '../refusals.js';
import type { RouteRow } from '../route-table.js';
import { networkOf, proxiesOf } from './addresses.js';
import { StreamedBodies } from './streamed.js';
import { LARGE_ANSWER, prepareAnswer, sizeOf, stopReading } from './answers.js';
import { Bodies, brokenOff } from './bodies.js';
import { Connections } from './connections.js';
import { DOOR_LIMITS, type DoorLimits } from './limits.js';
import { Shares, type Release } from './shares.js';

/** What a caller had too much of. */
export type Excess = 'connections' | 'requests' | 'reads' | 'body_bytes' | 'answer_bytes';

/** Learns what organizations take. */
export interface Usage {
  /** `organizationId`: undefined before a key was shown, and for users. */
  refused(excess: Excess, organizationId: string | undefined): void;
  moved(direction: 'in' | 'out', bytes: number, organizationId: string): void;
}

export interface DoorOptions {
  readonly limits?: Partial<DoorLimits> | undefined;
  readonly trustProxy: boolean | string;
  readonly usage?: Usage | undefined;
}

/** How long a read waits for its turn, and a body for room. */
const TURN_MS = 10_000;
const ROOM_MS = 5_000;
/** What the reader of a body that streams has in memory. */
const STREAM_ROOM = 4 * 1024 * 1024;
const RETRY_AFTER = 2;

/** What a request holds until it is over, and who is counted for it. */
interface Visit {
  readonly reply: FastifyReply;
  readonly callers: string[];
  readonly releases: Release[];
  organizationId: string | undefined;
  /** Nothing more of its body is read. */
  isStopped: boolean;
  over: boolean;
}

/** Decides who comes in and how much one may hold, so that nobody keeps the others out. */
export class Door {
  readonly connections: Connections;
  private readonly bodies = new Bodies();
  private readonly streamed = new StreamedBodies();
  private readonly visits = new WeakMap<FastifyRequest, Visit>();
  private readonly requests: Shares;
  private readonly reads: Shares;
  private readonly lookups = new Shares({ total: 0, each: 16 });
  private readonly bodyBytes: Shares;
  private readonly answerBytes: Shares;
  private readonly usage: Usage | undefined;

  constructor({ limits, trustProxy, usage }: DoorOptions) {
    const all = { ...DOOR_LIMITS, ...limits };
    this.usage = usage;
    this.connections = new Connections(all, proxiesOf(trustProxy));
    this.requests = new Shares({ total: 0, each: all.requestsEach });
    this.reads = new Shares({ total: 0, each: all.readsEach });
    this.bodyBytes = new Shares({ total: all.bodyBytes, each: all.bodyBytesEach });
    this.answerBytes = new Shares({ total: 0, each: all.answerBytesEach });
  }

  /** A request has come. Throws 429 or 503 where its connection or its address is one too many. */
  arrive(request: FastifyRequest, reply: FastifyReply): void {
    const crowd = this.connections.crowdOf(request.raw);
    if (crowd) {
      void reply.header('connection', 'close');
      throw this.refusal('connections', undefined, crowd === 'all');
    }
    const caller = `address ${networkOf(request.ip)}`;
    const visit: Visit = {
      reply,
      callers: [caller],
      releases: [],
      organizationId: undefined,
      isStopped: false,
      over: false,
    };
    this.visits.set(request, visit);
    reply.raw.once('close', () => {
      visit.over = true;
      for (const release of visit.releases) release();
    });
    this.hold(visit, this.requests.take([caller], 1), 'requests');
  }

  /** Runs the search for a key: few at a time of one address, since anybody can send wrong ones. */
  async lookUp<Value>(request: FastifyRequest, search: () => Promise<Value>): Promise<Value> {
    const release = await this.lookups.wait([networkOf(request.ip)], 1, TURN_MS);
    if (!release) throw this.refusal('requests', undefined, false);
    return search().finally(release);
  }

  /** The caller is known now. Throws 429 where its organization has too many requests under way. */
  identify(request: FastifyRequest, principal: Principal): void {
    const visit = this.visits.get(request);
    if (!visit) return;
    if (principal.kind !== 'user') visit.organizationId = principal.organizationId;
    const caller =
      principal.kind === 'user' ? `user ${principal.userId}` : `organization ${principal.organizationId}`;
    visit.callers.unshift(caller);
    this.hold(visit, this.requests.take([caller], 1), 'requests');
  }

  /**
   * Waits for the turn of a read: few at a time of one caller and class. Throws 429 when it does not come in time, and 400
   * (for nobody) when the client has gone meanwhile: what nobody reads is not looked for.
   */
  async takeTurn(request: FastifyRequest, { operation, rateClass, endless }: RouteRow): Promise<void> {
    const visit = this.visits.get(request);
    if (!visit || endless || rateClass === 'unlimited' || !operation.startsWith('read.')) return;
    const [caller = ''] = visit.callers;
    this.hold(visit, await this.reads.wait([`${rateClass} ${caller}`], 1, TURN_MS), 'reads');
    if (visit.over) throw brokenOff(new Error('the client has gone while its request waited for its turn'));
  }

  /** Reads a request's body; see {@link Bodies}. Throws 429 or 503 where there is no room for it. */
  async readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
    const visit = this.visits.get(request);
    if (!visit) throw new TypeError('a body is read of requests that were let in');
    const { 'content-length': length, expect } = request.headers;
    const body = await this.bodies.read(payload, {
      announced: length === undefined ? undefined : Number(length),
      limit: request.routeOptions.bodyLimit,
      makeRoom: async (bytes) =>
        this.hold(visit, await this.bodyBytes.wait(visit.callers, bytes, ROOM_MS), 'body_bytes', bytes),
      stop: () => {
        visit.isStopped = true;
        stopReading(request.raw);
      },
      goOn: () => {
        if (expect !== undefined) visit.reply.raw.writeContinue();
      },
    });
    if (visit.organizationId !== undefined) this.usage?.moved('in', body.length, visit.organizationId);
    return body;
  }

  /** The process stops: see {@link StreamedBodies}. */
  endStreams(): void {
    this.streamed.endAll();
  }

  /** The pieces of a request's body; see {@link StreamedBodies}. Throws 429 or 503 where there is no room for its reader. */
  async *streamBody(request: FastifyRequest, payload: Readable): AsyncGenerator<Buffer, void, void> {
    const visit = this.visits.get(request);
    if (!visit) throw new TypeError('a body is read of requests that were let in');
    const room = await this.bodyBytes.wait(visit.callers, STREAM_ROOM, ROOM_MS);
    this.hold(visit, room, 'body_bytes', STREAM_ROOM);
    if (request.headers.expect !== undefined) visit.reply.raw.writeContinue();
    const { organizationId } = visit;
    yield* this.streamed.read(payload, {
      limit: request.routeOptions.bodyLimit,
      stop: () => {
        visit.isStopped = true;
        stopReading(request.raw);
      },
      moved: (bytes) => {
        if (organizationId !== undefined) this.usage?.moved('in', bytes, organizationId);
      },
    });
  }

  /**
   * The payload of an answer as it is to be sent; see {@link prepareAnswer}. Throws 429 where the organization has too much
   * that it does not take; of reads alone, since what was written must be told.
   */
  answer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const visit = this.visits.get(request);
    const size = sizeOf(payload);
    const organizationId = visit?.organizationId;
    if (visit && size > LARGE_ANSWER && request.method === 'GET')
      this.hold(visit, this.answerBytes.take(visit.callers.slice(0, 1), size), 'answer_bytes');
    if (organizationId !== undefined) this.usage?.moved('out', size, organizationId);
    return prepareAnswer(request, reply, payload, visit);
  }

  /** Keeps what was taken until the request is over; throws where nothing was. */
  private hold(visit: Visit, release: Release | undefined, excess: Excess, amount = 1): void {
    if (!release) {
      const inAll = excess === 'body_bytes' && this.bodyBytes.isFull(amount);
      throw this.refusal(excess, visit.organizationId, inAll);
    }
    // Its client went away while it waited.
    if (visit.over) release();
    else visit.releases.push(release);
  }

  private refusal(excess: Excess, organizationId: string | undefined, inAll: boolean): HttpRefusal {
    this.usage?.refused(excess, organizationId);
    const code = inAll ? 'service_unavailable' : 'rate_limit_exceeded';
    return new HttpRefusal(refuse(code, { params: { retryAfter: RETRY_AFTER } }).refusal);
  }
}
