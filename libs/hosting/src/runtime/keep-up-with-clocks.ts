import type { CommandBus, CommandHandler } from '#bus';
import { followsTestClock, type CommandType } from '#contracts';
import type { TenantClock } from '#eventing';

/**
 * A bus whose handlers know of every Test clock as much as the sender of their command did: a process that has not heard of
 * a move yet, because it was paused or has only just begun to look, would judge what has come due by the time before.
 */
export const keepUpWithClocks = (bus: CommandBus, clock: Pick<TenantClock, 'meet'>): CommandBus => ({
  serve: (type, handler) => bus.serve(type, keptUp(handler, clock)),
  serves: (type) => bus.serves(type),
  start: () => bus.start(),
  send: (command, options) => bus.send(command, options),
  status: () => bus.status(),
  letGo: () => bus.letGo(),
  stop: () => bus.stop(),
});

function keptUp<Type extends CommandType>(
  handler: CommandHandler<Type>,
  clock: Pick<TenantClock, 'meet'>,
): CommandHandler<Type> {
  return async (command) => {
    if (followsTestClock(command)) await clock.meet(command.time, command.tenant);
    return handler(command);
  };
}
