import { monotonicMs } from '#kernel';
import type { Pac } from '#pac';
import type { Logger } from '#hosting/logging/logger';
import type { Metrics } from '#hosting/metrics/metrics';
import { contactOf } from './circuit/watched-pac.js';
import { inSpan, type Tracing } from '#hosting/telemetry/tracing';

interface Observation {
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly log: Logger;
}

/** A PAC whose calls are measured, traced and logged: which operation, with which result, and how long it took. */
export function observePac(pac: Pac, { metrics, tracing, log }: Observation): Pac {
  const observe = <Request, Outcome extends { readonly kind: string }>(
    operation: string,
    call: (request: Request) => Promise<Outcome>,
  ) => {
    const attributes = { 'timbra.pac': pac.name, 'timbra.operation': operation };
    return (request: Request): Promise<Outcome> =>
      inSpan(tracing, { name: `pac ${operation}`, kind: 'client', attributes }, async (span) => {
        const began = monotonicMs();
        let outcome = 'fault';
        try {
          const answer = await call(request);
          outcome = answer.kind;
          span?.set({ 'timbra.outcome': outcome });
          const contact = contactOf(answer);
          if (contact.kind === 'turned_away')
            metrics.pacTroubles.inc({ pac: pac.name, trouble: contact.trouble });
          if (outcome === 'unavailable' || outcome === 'unknown') span?.fail(outcome);
          return answer;
        } finally {
          const seconds = (monotonicMs() - began) / 1000;
          metrics.pacRequests.inc({ pac: pac.name, operation, outcome });
          metrics.pacSeconds.observe({ pac: pac.name, operation }, seconds);
          log.info(
            { pac: pac.name, operation, outcome, ms: Math.round(seconds * 1000) },
            'the PAC was asked',
          );
        }
      });
  };
  return {
    name: pac.name,
    capabilities: pac.capabilities,
    stamp: observe('stamp', (request: Parameters<Pac['stamp']>[0]) => pac.stamp(request)),
    find: observe('find', (request: Parameters<Pac['find']>[0]) => pac.find(request)),
    cancel: observe('cancel', (request: Parameters<Pac['cancel']>[0]) => pac.cancel(request)),
    status: observe('status', (request: Parameters<Pac['status']>[0]) => pac.status(request)),
    ...(pac.pendingCancellations && {
      pendingCancellations: observe('pending', pac.pendingCancellations.bind(pac)),
    }),
    ...(pac.answerCancellation && {
      answerCancellation: observe('answer', pac.answerCancellation.bind(pac)),
    }),
  };
}
