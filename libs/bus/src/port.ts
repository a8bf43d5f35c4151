import type {
  AnswerOf,
  Catalogue,
  Command,
  CommandOf,
  CommandOutcome,
  Commands,
  CommandType,
  DataOf,
} from '#contracts';

/** Handles one type of command. Throws only for faults that a later delivery may not meet. */
export type CommandHandler<Type extends CommandType<Types>, Types extends Catalogue<Types> = Commands> = (
  command: CommandOf<Type, Types>,
) => Promise<CommandOutcome<AnswerOf<Type, Types>>>;

/**
 * A handler as an adapter keeps it, beside those of other types: it is called with the commands of its type. What comes
 * off a wire is taken for what the catalogue says of its type; who wrote it was held to that.
 */
export type KeptHandler = (command: never) => Promise<CommandOutcome>;

/** The answer did not come in time; the work may go on. Carries no data of the command: it may be logged. */
export class CommandTimeout extends Error {
  readonly commandId: string;
  constructor({ id, type, key }: Pick<Command, 'id' | 'type' | 'key'>) {
    super(`no answer in time to ${type} ${key}`);
    this.name = 'CommandTimeout';
    this.commandId = id;
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

/** How long after its sender has stopped waiting a command may still begin; later it never does. */
export const GRACE_MS = 5_000;

export interface SendOptions {
  /** How long to wait for the answer. A command that has not begun {@link GRACE_MS} later never does. */
  readonly timeoutMs?: number;
  /**
   * The sender keeps the command and sends it again until it has an answer (the outbox of process managers
   * does): a fault is reported to it immediately, is not tried again by the bus, and leaves no dead letter. The command
   * has no end: over a log it is waited for, and not sent again, for as long as it waits there.
   */
  readonly senderRetries?: boolean;
  /**
   * It changes nothing, and its sender asks again where it still wants to know: a fault is reported to it immediately, is not
   * tried again by the bus, and leaves no dead letter.
   */
  readonly isQuestion?: boolean;
  /** Ends the wait before its time. The work may go on; what has not been written by then never is. */
  readonly signal?: AbortSignal;
}

/** How the bus of this process is doing. */
export interface BusHealth {
  /** Commands and answers can travel: the process should get requests. */
  readonly connected: boolean;
  /** False if it will not recover by itself: restart the process. */
  readonly alive: boolean;
}

/** What the bus has done since it was opened, and has before it: for metrics. */
export interface BusStatus extends BusHealth {
  /** Commands that this process sent and waits for. */
  readonly pending: number;
  /** Commands that this process has taken and not finished. */
  readonly inFlight: number;
  /** Commands handled, refusals and faults included. */
  readonly handled: number;
  /** Attempts that failed and were made again. */
  readonly retried: number;
  readonly deadLettered: number;
  /** Commands in the log that this process's partitions have before them, by service; none in-process. */
  readonly lag: Readonly<Record<string, number>>;
}

/**
 * The command side of the message bus: the commands of a catalogue, ours by default. Adapters pass
 * `busContract` (contract.ts).
 * Events have a port of their own (events/port.ts).
 *
 * - Delivery is at least once; handlers recognise a repeated command by its id.
 * - Commands with the same key, of one service, are handled one at a time, in the order they were sent.
 * - `send` answers with the handler's outcome, throws its fault, or throws CommandTimeout. A fault may have
 *   crossed a process border: it is known by its name and message, and only those of this file by their class.
 */
export interface CommandBus<Types extends Catalogue<Types> = Commands> {
  /**
   * Sets the handler of one type, `service.command`. Before `start`, for a service that has none yet. A service
   * takes a whole line at once: see `serveLine` (nest/line.ts).
   */
  serve<Type extends CommandType<Types>>(type: Type, handler: CommandHandler<Type, Types>): void;
  /** Whether a command of this type can be routed from here: to a handler of this process or, over a shared bus, to a service. */
  serves(type: string): boolean;
  /** Begins to deliver; call it once handlers are in place. Commands may be sent before. */
  start(): Promise<void>;
  send<Type extends CommandType<Types>>(
    command: Command<Type, DataOf<Type, Types>>,
    options?: SendOptions,
  ): Promise<CommandOutcome<AnswerOf<Type, Types>>>;
  status(): BusStatus;
  /** Ends all waits for answers of other processes, from now on, as if their time were up: this process has no more of it. */
  letGo(): void;
  /** Refuses new commands and waits for those under way. */
  stop(): Promise<void>;
}

/** Where commands of a type go: `invoicing` of `invoicing.create`. One service handles all of them. */
export const serviceOf = (type: string): string => type.split('.', 1)[0] ?? type;
