import { monotonicMs } from '#kernel';
import {
  BusOverloaded,
  CommandTimeout,
  currentTraceparent,
  serviceOf,
  withCallTrace,
  type CommandBus,
} from '#bus';
import type { Command, CommandOutcome } from '#contracts';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { inSpan, type Span, type Tracing } from './tracing.js';

export interface Observation {
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly log: Logger;
}

/**
 * A bus whose commands are measured, traced and logged where they are sent and where they are handled. A handler runs
 * as part of the request that its command came from, also when that was long ago, or in another process.
 */
export const observeBus = (bus: CommandBus, observation: Observation): CommandBus => ({
  serve: (type, handler) => bus.serve(type, observedHandler(type, handler, observation)),
  serves: (type) => bus.serves(type),
  start: () => bus.start(),
  send: (command, options) => observedSend(command, () => bus.send(command, options), observation),
  status: () => bus.status(),
  letGo: () => bus.letGo(),
  stop: () => bus.stop(),
});

function observedSend<Answer>(
  command: Command,
  send: () => Promise<CommandOutcome<Answer>>,
  { metrics, tracing }: Observation,
): Promise<CommandOutcome<Answer>> {
  const { type, correlationId } = command;
  const start = { name: `send ${type}`, kind: 'producer', attributes: attributesOf(command) } as const;
  return withCallTrace({ traceparent: currentTraceparent() ?? command.traceparent, correlationId }, () =>
    inSpan(tracing, start, async (span) => {
      try {
        const outcome = await send();
        metrics.commandsSent.inc({ type, outcome: outcomeOf(outcome, span) });
        return outcome;
      } catch (error) {
        metrics.commandsSent.inc({ type, outcome: faultOf(error) });
        throw error;
      }
    }),
  );
}

function observedHandler<Taken extends Command, Answer>(
  type: string,
  handler: (command: Taken) => Promise<CommandOutcome<Answer>>,
  observation: Observation,
): (command: Taken) => Promise<CommandOutcome<Answer>> {
  const { metrics, tracing, log } = observation;
  return (command) => {
    const { correlationId } = command;
    const start = { name: `handle ${type}`, kind: 'consumer', attributes: attributesOf(command) } as const;
    const traceparent = currentTraceparent() ?? command.traceparent;
    return withCallTrace({ traceparent, correlationId }, () =>
      inSpan(tracing, start, async (span) => {
        const began = monotonicMs();
        let outcome = 'fault';
        try {
          const answer = await handler(command);
          outcome = outcomeOf(answer, span);
          return answer;
        } finally {
          const seconds = (monotonicMs() - began) / 1000;
          metrics.commands.inc({ type, outcome });
          metrics.commandSeconds.observe({ type }, seconds);
          if (log.isLevelEnabled('debug'))
            log.debug(
              { command: type, commandId: command.id, outcome, ms: Math.round(seconds * 1000) },
              'a command was handled',
            );
        }
      }),
    );
  };
}

/** Its key is left out: some have a taxpayer's RFC in it. The spans of its appends name the aggregate. */
const attributesOf = ({ type, id }: Command) => ({
  'messaging.operation.type': 'process',
  'messaging.destination.name': serviceOf(type),
  'messaging.message.id': id,
  'timbra.command': type,
});

/** A refusal is an answer like any other: its code stands in the span, and the span has not failed. */
function outcomeOf(outcome: CommandOutcome, span: Span | undefined): 'ok' | 'refused' {
  if (outcome.ok) return 'ok';
  span?.set({ 'timbra.refusal': outcome.refusal.code });
  return 'refused';
}

function faultOf(error: unknown): 'timeout' | 'overloaded' | 'fault' {
  if (error instanceof CommandTimeout) return 'timeout';
  return error instanceof BusOverloaded ? 'overloaded' : 'fault';
}
