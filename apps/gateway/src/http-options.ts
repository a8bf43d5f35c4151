import type { Config, Logger } from '#platform';
import type { HttpOptions } from './http/index.js';

/** The wire layer's options out of the process's settings; bugs go into its log, with the caller's log id. */
export const httpOptions = (
  { bodyLimitBytes, rateLimits, trustProxy }: Config,
  log: Logger,
): HttpOptions => ({
  bodyLimit: bodyLimitBytes,
  trustProxy,
  rateLimits: Object.fromEntries(
    Object.entries(rateLimits).flatMap(([name, perMinute]) => (perMinute > 0 ? [[name, { perMinute }]] : [])),
  ),
  unprefixed: ['healthz', 'readyz', 'mailbox', 'mailbox/*path'],
  log: (error, { logId, method, route }) =>
    log.error({ err: error, log_id: logId, method, route }, 'a request failed by a bug'),
});
