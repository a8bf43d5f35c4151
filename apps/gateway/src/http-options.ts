import { isEventStoreAway } from '#event-store';
import { isUnavailable, type Runtime } from '#hosting';
import { describedEvents } from './events/described.js';
import { httpObserver } from './http-observer.js';
import type { HttpOptions } from '#http';
import { routes } from './routes.js';

/** The wire layer's options out of the process's settings; bugs go into its log, with the caller's log id. */
export function httpOptions(runtime: Pick<Runtime, 'config' | 'log' | 'telemetry' | 'load'>): HttpOptions {
  const { bodyLimitBytes, door, rateLimits, trustProxy, publicUrl } = runtime.config;
  const { log } = runtime;
  return {
    routes,
    events: describedEvents,
    // Words by the thousand, which no start waits for.
    docs: async () => (await import('./api-docs/index.js')).apiDocs(),
    bodyLimit: bodyLimitBytes,
    trustProxy,
    publicUrl,
    httpsOnly: publicUrl?.startsWith('https:') ?? false,
    door,
    usage: runtime.telemetry.metrics.organizations,
    rateLimits: Object.fromEntries(
      Object.entries(rateLimits).flatMap(([name, perMinute]) =>
        perMinute > 0 ? [[name, { perMinute }]] : [],
      ),
    ),
    observer: httpObserver(runtime),
    log: (error, { logId, method, route }) =>
      log.error({ err: error, log_id: logId, method, route }, 'a request failed by a bug'),
    unavailable: (error, { logId, method, route }) => {
      if (!isUnavailable(error)) return false;
      // That the event store is away has its own line, once.
      const level = isEventStoreAway(error) ? 'info' : 'warn';
      log[level]({ err: error, log_id: logId, method, route }, 'a request failed: something is away or full');
      return true;
    },
  };
}
