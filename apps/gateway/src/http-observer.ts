import { monotonicMs } from '#kernel';
import { wellFormedTraceparent } from '#bus';
import type { Runtime, Span } from '#hosting';
import type { Arrival, Principal, RequestObserver } from '#http';

type Observed = Pick<Runtime, 'log' | 'telemetry' | 'load'>;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Orchestrators ask these of a process that is full, too. */
const HEALTH = new Set(['/healthz', '/readyz']);

/** Measures, traces and logs requests, and refuses those above the limits. */
export const httpObserver = (runtime: Observed): RequestObserver => ({
  arrived(request): Arrival {
    const { telemetry, load, log } = runtime;
    const { metrics, tracing } = telemetry;
    const began = monotonicMs();
    const method = METHODS.has(request.method) ? request.method : 'OTHER';
    const header = request.headers['traceparent'];
    const inbound = wellFormedTraceparent(typeof header === 'string' ? header : undefined);
    // Read now: once the connection is closed, its address is gone. Behind proxies of TIMBRA_TRUST_PROXY the client's own.
    const client = request.ip;
    const span = tracing?.begin({ name: method, kind: 'server' }, inbound);
    const overload = HEALTH.has(request.routeOptions.url ?? '') ? undefined : load.overload;
    if (overload) metrics.httpRejected.inc({ reason: overload.reason });
    load.began();
    metrics.httpInFlight.inc();
    const trace = { traceparent: span?.traceparent ?? inbound, correlationId: request.id };
    const secondsSoFar = () => (monotonicMs() - began) / 1000;
    let isWork = true;
    // Of a stream what counts is how long it took to begin.
    const settle: Arrival['over'] = ({ status, route }) => {
      if (!isWork) return;
      isWork = false;
      load.ended();
      metrics.httpInFlight.dec();
      metrics.httpSeconds.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, secondsSoFar());
      if (span) endSpan(span, method, route, status);
    };
    return {
      trace,
      retryAfter: overload?.retryAfter,
      goesOn: settle,
      over({ status, route }) {
        settle({ status, route });
        const seconds = secondsSoFar();
        if (log.isLevelEnabled('info'))
          log.info(
            {
              ...{ correlationId: request.id, traceId: trace.traceparent?.slice(3, 35) },
              ...{ client, method, route, status, ms: Math.round(seconds * 1000) },
              operation: request.routeOptions.config.row?.operation,
              ...toCaller(request.principal ?? request.caller),
            },
            'request',
          );
      },
    };
  },
});

/** The caller, also one that was refused, identified by the id of its key; what that is narrowed to is nothing for a log. */
function toCaller(principal: Principal | undefined) {
  if (!principal || principal.kind === 'user') return principal && { caller: principal };
  const { limits: _, ...caller } = principal;
  return { caller };
}

function endSpan(span: Span, method: string, route: string, status: number): void {
  span.rename(`${method} ${route}`);
  span.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (status >= 500) span.fail(String(status));
  span.end();
}
