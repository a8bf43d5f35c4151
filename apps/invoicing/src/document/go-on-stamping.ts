import type { CommandBus } from '#bus';
import { stampingKey, type Command, type CommandOutcome, type FiscalId } from '#contracts';
import { answerWithData } from '#eventing';

/** Goes on with a stamping whose outcome is not known yet: the provider is asked at once. */
export async function goOnStamping(
  bus: CommandBus,
  command: Command,
  document: FiscalId,
  number: number,
): Promise<CommandOutcome<undefined>> {
  const key = stampingKey(document, number);
  const asked = await bus.send({
    ...command,
    type: 'stamping.stamp',
    key,
    data: { retry: true, look: true },
  });
  // Not even begun: there is nothing yet that could be asked for.
  return asked.ok || asked.refusal.code === 'stamping_in_progress' ? answerWithData() : asked;
}
