import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#kernel';
import { beginsEndless } from './route-table.js';

/** The answer to a request as it is about to leave. */
export interface Answered {
  readonly status: number;
  /** Undefined: it was not refused, or by a page of its own. */
  readonly refused: ErrorCode | undefined;
  /** How its body begins, where it is text in memory. */
  readonly start: string;
  /** How many requests are under way, this one included. */
  readonly underWay?: number;
}

/** Keeps a log of who did what. */
export interface RequestAudit {
  /**
   * The answer of a request is known. It leaves once the promise is fulfilled; undefined: nobody waits for anything. One that
   * is rejected takes the answer's place.
   */
  answered(request: FastifyRequest, answer: Answered): Promise<void> | undefined;
}
/** The injection token of the {@link RequestAudit}. */
export const REQUEST_AUDIT = Symbol('RequestAudit');

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it came from. Read when it comes: once the connection is closed, its address is gone. */
    from?: string;
    /** It is among those under way. */
    isCounted?: boolean;
    /** The code that it was refused with. */
    refused?: ErrorCode;
    /** The log knows of it: what becomes of its answer from here on is no second deed. */
    audited?: boolean;
  }
}

/** Enough for the id that a resource begins with. */
const START = 60;

/** Tells the log of each answer before it leaves. Comes before what changes the form of answers. */
export function auditRequests(fastify: FastifyInstance, audit: RequestAudit): void {
  let underWay = 0;
  fastify.addHook('onRequest', (request, _reply, done) => {
    underWay += 1;
    request.isCounted = true;
    request.from = request.ip;
    done();
  });
  const uncount = (request: FastifyRequest): void => {
    if (request.isCounted) underWay -= 1;
    request.isCounted = false;
  };
  fastify.addHook('onResponse', (request, _reply, done) => {
    uncount(request);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (beginsEndless(request, reply)) uncount(request);
    if (request.audited) return done(null, payload);
    request.audited = true;
    const { refused } = request;
    const answer = { status: reply.statusCode, refused, start: startOf(payload), underWay };
    const written = audit.answered(request, answer);
    if (!written) return done(null, payload);
    written.then(
      () => done(null, payload),
      (error: unknown) => done(error as Error),
    );
  });
}

function startOf(payload: unknown): string {
  if (typeof payload === 'string') return payload.slice(0, START);
  return Buffer.isBuffer(payload) ? payload.toString('latin1', 0, START) : '';
}
