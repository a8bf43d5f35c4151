import pino, { type DestinationStream, type Logger } from 'pino';
import { currentCorrelationId, currentTraceparent } from '#bus';
import { scrub, withoutSecrets } from './secrets.js';

export type { Logger } from 'pino';

/** Ties a line to the request that it is about: the log id of its answer, and its trace where there is one. */
function callOf(): { readonly correlationId?: string; readonly traceId?: string } {
  const correlationId = currentCorrelationId();
  const traceparent = currentTraceparent();
  return {
    ...(correlationId !== undefined && { correlationId }),
    ...(traceparent !== undefined && { traceId: traceIdOf(traceparent) }),
  };
}

/** The trace of a well-formed `traceparent`: 32 hexadecimal digits. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/**
 * A structured logger (JSON lines on stderr, so that stdout stays for people). Lines written while a request or a
 * command is worked on carry its `correlationId` and `traceId`; what is secret by its name or its shape is left out.
 */
export const createLogger = (
  options: { readonly level?: string; readonly service?: string; readonly to?: DestinationStream } = {},
): Logger =>
  pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service ?? 'timbra' },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: callOf,
      formatters: { log: withoutSecrets },
      // The formatter has made plain objects of errors.
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: scrub },
    },
    options.to ?? pino.destination({ dest: 2, sync: true }),
  );
