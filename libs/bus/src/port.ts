import type { Command, CommandOutcome } from '#contracts';

/** Handles one type of command. Throws only for faults that a later delivery may not meet. */
export type CommandHandler = (command: Command) => Promise<CommandOutcome>;

/** The answer did not come in time; the work may go on. Carries no data of the command: it may be logged. */
export class CommandTimeout extends Error {
  readonly commandId: string;
  constructor(command: Command) {
    super(`no answer in time to ${command.type} ${command.key}`);
    this.name = 'CommandTimeout';
    this.commandId = command.id;
  }
}

/** Too many commands wait already; nothing was started. */
export class BusOverloaded extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('too many commands are waiting');
    this.name = 'BusOverloaded';
  }
}

/** No process that is up handles this type of command. */
export class NoHandler extends Error {
  constructor(type: string) {
    super(`nothing handles the command ${type}`);
    this.name = 'NoHandler';
  }
}

/**
 * The command side of the message bus. Adapters pass `busContract` (contract.ts).
 * Events travel on the event store's own ordered feed (platform: FeedHub).
 *
 * - Delivery is at least once; handlers recognise a repeated command by its id.
 * - Commands with the same key are handled one at a time, in the order they were sent.
 * - `send` answers with the handler's outcome, throws its fault, or throws CommandTimeout.
 */
export interface CommandBus {
  serve(type: string, handler: CommandHandler): void;
  serves(type: string): boolean;
  send(command: Command, options?: { readonly timeoutMs?: number }): Promise<CommandOutcome>;
  /** Refuses new commands and waits for those under way. */
  stop(): Promise<void>;
}
