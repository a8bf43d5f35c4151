import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withCallTrace, type CallTrace } from '#bus';
import { refuse } from '#kernel';
import { HttpRefusal } from './refusals.js';
import { beginsEndless } from './route-table.js';

/** What an observer learns of each request, and what it is asked before the request is admitted. */
export interface RequestObserver {
  /**
   * A request has arrived. `retryAfter` (seconds): it is not admitted; otherwise `trace` is what it belongs to and
   * everything that it sets in motion.
   */
  arrived(request: FastifyRequest): Arrival;
}

export interface Arrival {
  readonly trace: CallTrace;
  readonly retryAfter: number | undefined;
  /** An answer that goes on has begun (an endless route): the request is no work any more. `over` is still called. */
  goesOn(answer: { readonly status: number; readonly route: string }): void;
  /** The answer was sent completely, or the client has gone. */
  over(answer: { readonly status: number; readonly route: string }): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    arrival?: Arrival;
  }
}

/** What nginx calls it: the caller went away before there was an answer. */
const CLIENT_GONE = 499;

/**
 * Tells an observer of every request, and runs each of them as part of its trace. Comes before all other hooks, so
 * that a request which is not admitted costs almost nothing.
 */
export function observeRequests(fastify: FastifyInstance, observer: RequestObserver): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const arrival = observer.arrived(request);
    request.arrival = arrival;
    reply.raw.once('close', () => arrival.over({ status: statusOf(reply), route: routeOf(request) }));
    const { retryAfter } = arrival;
    withCallTrace(arrival.trace, () =>
      done(
        retryAfter === undefined
          ? undefined
          : new HttpRefusal(refuse('service_unavailable', { params: { retryAfter } }).refusal),
      ),
    );
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (beginsEndless(request, reply))
      request.arrival?.goesOn({ status: reply.statusCode, route: routeOf(request) });
    done(null, payload);
  });
  // A body arrives by the socket's events, which know nothing of the request.
  fastify.addHook('preValidation', (request, _reply, done) => {
    withCallTrace(request.arrival?.trace ?? {}, done);
  });
}

const statusOf = (reply: FastifyReply): number =>
  reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE;

/** The template, never the path: that may hold the key of a link. */
const routeOf = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unmatched' : (routeOptions.url ?? 'unmatched');
