import { AsyncLocalStorage } from 'node:async_hooks';

interface BusContext {
  /** W3C Trace Context (https://www.w3.org/TR/trace-context/), as it came. */
  readonly traceparent: string | undefined;
  /** The work is a command's: what it asks of others belongs to it. */
  readonly handling: boolean;
}

const context = new AsyncLocalStorage<BusContext>();

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The `traceparent` that commands sent from here carry; one that is not well-formed is left out. */
export const currentTraceparent = (): string | undefined => context.getStore()?.traceparent;

/** Runs the work so that the commands it sends carry this `traceparent`. */
export const withTraceparent = <T>(traceparent: string | undefined, work: () => T): T =>
  context.run({ traceparent: wellFormed(traceparent), handling: isHandling() }, work);

/** Runs a command's handler: what it sends carries on its trace, and may be sent while the bus is stopping. */
export const asHandling = <T>(traceparent: string | undefined, work: () => T): T =>
  context.run({ traceparent: wellFormed(traceparent), handling: true }, work);

export const isHandling = (): boolean => context.getStore()?.handling ?? false;

const wellFormed = (traceparent: string | undefined): string | undefined =>
  traceparent !== undefined && TRACEPARENT.test(traceparent) ? traceparent : undefined;
