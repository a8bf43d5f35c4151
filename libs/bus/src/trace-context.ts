import { AsyncLocalStorage } from 'node:async_hooks';
import type { Delivery } from '#kernel';

/** The origin of work: passed to everything that it causes. */
export interface CallTrace {
  /** W3C Trace Context (https://www.w3.org/TR/trace-context/), as it came. */
  readonly traceparent?: string | undefined;
  /** The log id of the request that began it. */
  readonly correlationId?: string | undefined;
}

interface BusContext extends CallTrace {
  /** The work is a command's: the commands that it sends belong to it. */
  readonly handling: boolean;
  /** The command as it was delivered, where a log delivered it. */
  readonly delivery?: Delivery | undefined;
}

const context = new AsyncLocalStorage<BusContext>();

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The `traceparent` that commands sent from here carry; one that is not well-formed is left out. */
export const currentTraceparent = (): string | undefined => context.getStore()?.traceparent;

/** The log id of the request that the work belongs to; undefined for work without a request. */
export const currentCorrelationId = (): string | undefined => context.getStore()?.correlationId;

/** Runs the work so that the commands it sends carry this `traceparent`. */
export const withTraceparent = <T>(traceparent: string | undefined, work: () => T): T =>
  context.run(
    contextOf(wellFormed(traceparent), currentCorrelationId(), isHandling(), currentDelivery()),
    work,
  );

/** Runs the work as part of a request: its commands carry both, and its log lines say so. */
export const withCallTrace = <T>({ traceparent, correlationId }: CallTrace, work: () => T): T =>
  context.run(contextOf(wellFormed(traceparent), correlationId, isHandling(), currentDelivery()), work);

/** Runs a command's handler: what it sends carries on its trace, and may be sent while the bus is stopping. */
export const asHandling = <T>(
  { traceparent, delivery }: Pick<BusContext, 'traceparent' | 'delivery'>,
  work: () => T,
): T => context.run(contextOf(wellFormed(traceparent), currentCorrelationId(), true, delivery), work);

/** The delivery that is being handled: appends and commands that are sent on its behalf ask for it. */
export const currentDelivery = (): Delivery | undefined => context.getStore()?.delivery;

/** Every context in one shape: it is made, and asked for, several times an invoice. */
const contextOf = (
  traceparent: string | undefined,
  correlationId: string | undefined,
  handling: boolean,
  delivery: Delivery | undefined,
): BusContext => ({ traceparent, correlationId, handling, delivery });

export const isHandling = (): boolean => context.getStore()?.handling ?? false;

/** The value where it is a `traceparent`: of a header of a stranger, say. */
export const wellFormed = (traceparent: string | undefined): string | undefined =>
  traceparent !== undefined && TRACEPARENT.test(traceparent) ? traceparent : undefined;
