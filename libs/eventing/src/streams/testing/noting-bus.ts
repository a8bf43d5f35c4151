import type { CommandBus, SendOptions } from '#bus';
import type { Command } from '#contracts';

export interface Sent {
  readonly command: Command;
  readonly options: SendOptions | undefined;
}

/** A bus that notes what is sent. */
export const notingBus = (bus: Pick<CommandBus, 'send'>, sent: Sent[]): Pick<CommandBus, 'send'> => ({
  send: (command, options) => {
    sent.push({ command, options });
    return bus.send(command, options);
  },
});
