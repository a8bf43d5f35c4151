import { CommandExpired, CommandRefused } from '#kernel';
import type { Delivery, Outcomes } from '#kernel';
import type { Command, CommandOutcome } from '#contracts';
import { CommandTimeout, NoHandler, type KeptHandler } from '../port.js';
import { asHandling } from '../trace-context.js';
import { commandMeta, decodeCommand, type RawMessage, type Sealing } from './codec.js';

/** An estimate of the clock that all processes share: PostgreSQL's. */
export interface SharedClock {
  /** Milliseconds since 1970; undefined where the estimate is too old to trust, or the process may have slept since. */
  read(): number | undefined;
  /** Asks PostgreSQL. Rejects where it does not answer. */
  ask(): Promise<number>;
}

export interface HandlingOptions {
  readonly handlerOf: (type: string) => KeptHandler | undefined;
  /** Undefined: outcomes are not kept, and a command that comes again is decided again (specs). */
  readonly outcomes: Outcomes | undefined;
  /** Undefined: PostgreSQL is asked for each command that can expire. */
  readonly clock: SharedClock | undefined;
  readonly sealing: Sealing | undefined;
}

/** The command itself was not run: its time was over. A handler's own question may time out too, and is tried again. */
export class Over extends CommandTimeout {}

/** Within this of its end, PostgreSQL is asked whether a command has expired. */
const NEAR_MS = 1_000;

/** Runs delivered commands, each to one outcome for ever: its events, or a refusal that is stored before it is answered. */
export class Handling {
  constructor(private readonly options: HandlingOptions) {}

  /**
   * @param repeated the command may have been handled before
   * @throws {Over} where nobody waits for the command any longer, and nothing of it was done
   * @throws {Unreadable | NoHandler}, and what the handler throws
   */
  async handle(message: RawMessage, repeated: boolean): Promise<CommandOutcome> {
    const { handlerOf, outcomes, sealing } = this.options;
    const { expires, traceparent } = commandMeta(message);
    const command = await decodeCommand(message, sealing);
    const handler = handlerOf(command.type);
    if (!handler) throw new NoHandler(command.type);
    const { id, type, key } = command;
    const delivery: Delivery = { id, type, key, expires, settled: false };
    const run = () => asHandling({ traceparent, delivery }, () => handler(command as never));
    if (!outcomes) return run();
    if (repeated || this.isNearItsEnd(delivery)) {
      const known = await outcomes.look(delivery);
      if (known.kind === 'refused') return known.refused;
      if (known.kind === 'expired') throw new Over(command);
      delivery.settled = known.kind === 'begun';
    }
    try {
      return await this.conclude(delivery, await run(), run, outcomes);
    } catch (error) {
      return await outcomeOf(error, command, delivery, outcomes);
    }
  }

  private isNearItsEnd({ expires }: Delivery): boolean {
    if (expires === undefined) return false;
    const now = this.options.clock?.read();
    return now === undefined || now > expires - NEAR_MS;
  }

  /** Stores a refusal. Where another delivery has done the work meanwhile, the handler looks again and finds it. */
  private async conclude(
    delivery: Delivery,
    outcome: CommandOutcome,
    run: () => Promise<CommandOutcome>,
    outcomes: Outcomes,
  ): Promise<CommandOutcome> {
    if (outcome.ok || delivery.settled) return outcome;
    const stored = await outcomes.refuse(delivery, outcome);
    if (stored.kind === 'refused') return stored.refused;
    delivery.settled = true;
    return run();
  }
}

/** What the event store refused to append for: the outcome that somebody else was told. Any other error is thrown. */
async function outcomeOf(
  error: unknown,
  command: Command,
  delivery: Delivery,
  outcomes: Outcomes,
): Promise<CommandOutcome> {
  if (error instanceof CommandExpired) throw new Over(command);
  const known = error instanceof CommandRefused ? await outcomes.look(delivery) : undefined;
  if (known?.kind === 'refused') return known.refused;
  throw error;
}
