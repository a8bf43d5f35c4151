import { randomUUID } from 'node:crypto';
import { newId, organizationNow, type Result } from '#kernel';
import type { AnswerOf, CommandTypeOn, DataOf, Exactly, ReadModel, Receipt } from '#contracts';
import { StartupError, type Runtime } from '#hosting';

/** What the operator's programs need of a process. */
export type OperatorRuntime = Pick<
  Runtime,
  'bus' | 'clock' | 'poolOf' | 'watch' | 'soleInstance' | 'startFollowing'
>;

/** How long a service that runs may take to show what was written; then nobody runs, and this process does it. */
const SHOWN_MS = 5_000;
const FOLLOWED_MS = 60_000;

type OfOrganizations = CommandTypeOn<'organizations'>;

/**
 * Sends a command of the operator's and, with `readModel`, waits until that shows it, as all gateways do then.
 * @throws {StartupError} where the organizations service, or a gateway, is not to be had
 */
export async function sendAsOperator<Type extends OfOrganizations, Given extends DataOf<Type>>(
  runtime: OperatorRuntime,
  type: Type,
  key: string,
  data: Exactly<DataOf<Type>, Given>,
  readModel?: ReadModel,
): Promise<Result<Receipt<AnswerOf<Type>>>> {
  const { watch, soleInstance, startFollowing } = runtime;
  const outcome = await send(runtime, type, key, data);
  if (!outcome.ok) return outcome;
  const { at } = outcome.value;
  if (!readModel || !at) return outcome;
  if (await watch.reached(readModel, at, soleInstance ? 0 : SHOWN_MS)) return outcome;
  await startFollowing();
  if (await watch.reached(readModel, at, FOLLOWED_MS)) return outcome;
  throw new StartupError(
    'It is stored, but no gateway shows it yet: look at the processes that follow events (timbra_consumer_failures).',
  );
}

async function send<Type extends OfOrganizations>(
  { bus, clock }: OperatorRuntime,
  type: Type,
  key: string,
  data: DataOf<Type>,
): Promise<Result<Receipt<AnswerOf<Type>>>> {
  const tenant = { organizationId: key, livemode: false };
  const envelope = { id: randomUUID(), tenant, actor: 'operator', correlationId: newId() };
  const time = organizationNow(clock, key).toISOString();
  try {
    return await bus.send({ ...envelope, type, key, time, data }, { timeoutMs: FOLLOWED_MS });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CommandTimeout') throw error;
    throw new StartupError(
      'The organizations service does not answer: see that it runs, then look whether the command was carried out.',
    );
  }
}
