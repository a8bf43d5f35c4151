import { deterministicUuid } from '#kernel';
import type { CommandBus } from '#bus';
import type { AnswerOf, Command, CommandOutcome, CommandType, DataOf, Exactly } from '#contracts';

/** What reception asks of other services while it works on a command of its own. */
export interface Asked<Type extends CommandType, Given extends DataOf<Type>> {
  readonly type: Type;
  /** Says which question of its command it is: asked again it has the same id, so that nothing is done twice. */
  readonly what: string;
  readonly key?: string;
  readonly data: Exactly<DataOf<Type>, Given>;
}

/** Sends a command on behalf of another. Throws where nobody answers in time. */
export function ask<Type extends CommandType, Given extends DataOf<Type>>(
  bus: CommandBus,
  { id, tenant, actor, correlationId, time }: Command,
  { type, what, key, data }: Asked<Type, Given>,
  timeoutMs?: number,
): Promise<CommandOutcome<AnswerOf<Type>>> {
  const own = deterministicUuid(id, what);
  const command = { id: own, key: key ?? own, type, data, tenant, actor, correlationId, time };
  return bus.send(command, timeoutMs === undefined ? {} : { timeoutMs });
}

/** The answer to a question that nobody refuses. */
export function answered<Answer>(outcome: CommandOutcome<Answer>, what: string): Answer {
  if (outcome.ok) return outcome.value.data;
  throw new Error(`${what} was refused: ${outcome.refusal.code}`);
}
