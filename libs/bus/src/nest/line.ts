import { Controller, UseFilters, type Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MessagePattern } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants';
import type {
  AnswerOf,
  Command,
  CommandClass,
  CommandLine,
  CommandOf,
  CommandOutcome,
  CommandType,
  CommandTypeOn,
  OwnerQuestion,
} from '#contracts';
import { FaultsFilter } from './faults.filter.js';
import { BUS_TRANSPORT } from './strategy.js';

/** Where the decorator `@CommandHandler` leaves the class of its command; @nestjs/cqrs does not export the name. */
const COMMAND_HANDLER_METADATA = '__commandHandler__';

/** What a `@CommandHandler(SomeCommand)` class implements: `implements Handles<SomeCommand>`. */
export interface Handles<Of extends { readonly type: CommandType }> {
  /** Throws only for faults that a later delivery may not meet; a refusal is an outcome. */
  execute(command: CommandOf<Of['type']>): Promise<CommandOutcome<AnswerOf<Of['type']>>>;
}

/** The handler of every command of a line, but for the questions about its streams: every service has the same for those. */
export type LineHandlers<Line extends CommandLine> = {
  readonly [Name in Exclude<CommandTypeOn<Line>, OwnerQuestion>]: Type<Handles<{ readonly type: Name }>>;
};

/** Handlers of some commands of a line: what one folder of a service adds to the table that {@link serveLine} takes. */
export type LinePart<Line extends CommandLine> = Partial<LineHandlers<Line>>;

/** For the metadata of a service's module. */
export interface ServedLine {
  readonly controllers: Type[];
  readonly providers: Type[];
}

/**
 * A whole line of commands, served: the classes of its handlers, and the dispatcher that makes a command of what comes
 * off the bus and gives it to Nest's CommandBus. A command without a handler does not compile; nor does a handler of
 * another command.
 * @throws when a handler's decorator names another command than its place in the table
 */
export function serveLine<Line extends CommandLine>(line: Line, handlers: LineHandlers<Line>): ServedLine {
  const table = Object.entries<Type>(handlers);
  const classes = new Map(table.map(([type, handler]) => [type, commandOf(line, type, handler)]));

  @Controller()
  @UseFilters(FaultsFilter)
  class Dispatcher {
    constructor(private readonly commands: CommandBus) {}

    @MessagePattern([...classes.keys()], BUS_TRANSPORT)
    dispatch(sent: Command): Promise<CommandOutcome> {
      const Sent = classes.get(sent.type);
      if (!Sent) throw new Error(`${sent.type} is no command of ${line}`);
      return this.commands.execute(new Sent(sent as never));
    }
  }
  // Without a parameter of Nest's it is called with what was sent as it is, and not by way of pipes, of which there are none.
  Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, Dispatcher, 'dispatch');
  Object.defineProperty(Dispatcher, 'name', { value: `${line}Dispatcher` });
  return { controllers: [Dispatcher], providers: table.map(([, handler]) => handler) };
}

/** The command that a handler's decorator names. */
function commandOf(line: string, type: string, handler: Type): CommandClass {
  const named = Reflect.getMetadata(COMMAND_HANDLER_METADATA, handler) as CommandClass | undefined;
  if (named?.type !== type || !type.startsWith(`${line}.`))
    throw new Error(`${handler.name} handles ${named?.type ?? 'no command'}, not ${type} of ${line}`);
  return named;
}
