import { monotonicMs } from '#kernel';
import type { AnswerOf, Catalogue, Command, CommandOutcome, Commands, CommandType, DataOf } from '#contracts';
import { InOrder } from './in-order.js';
import { BusOverloaded, CommandTimeout, GRACE_MS, NoHandler, serviceOf } from './port.js';
import type { BusStatus, CommandBus, CommandHandler, KeptHandler, SendOptions } from './port.js';

export interface InProcessBusOptions {
  /** Commands that may be accepted and unfinished at one time; beyond it `send` throws BusOverloaded. */
  readonly maxPending?: number;
  readonly defaultTimeoutMs?: number;
  readonly graceMs?: number;
}

/** A handler as it was served: for these commands, with this answer. */
type AsServed<Sent, Answer> = ((command: Sent) => Promise<CommandOutcome<Answer>>) | undefined;

/** The command bus of the embedded topology: a call within the process, in order per key, with backpressure. */
export class InProcessBus<Types extends Catalogue<Types> = Commands> implements CommandBus<Types> {
  private readonly handlers = new Map<string, KeptHandler>();
  private readonly inOrder = new InOrder();
  private readonly underWay = new Set<Promise<unknown>>();
  private handled = 0;
  private stopped = false;
  private readonly maxPending: number;
  private readonly defaultTimeoutMs: number;
  private readonly graceMs: number;

  constructor(options: InProcessBusOptions = {}) {
    this.maxPending = options.maxPending ?? 5_000;
    this.defaultTimeoutMs = options.defaultTimeoutMs ?? 30_000;
    this.graceMs = options.graceMs ?? GRACE_MS;
  }

  serve<Type extends CommandType<Types>>(type: Type, handler: CommandHandler<Type, Types>): void {
    if (this.handlers.has(type)) throw new Error(`two handlers for the command ${type}`);
    this.handlers.set(type, handler);
  }

  serves(type: string): boolean {
    return this.handlers.has(type);
  }

  /** Nothing to do: a command goes straight to its handler. */
  async start(): Promise<void> {}

  send<Type extends CommandType<Types>>(
    command: Command<Type, DataOf<Type, Types>>,
    options: SendOptions = {},
  ): Promise<CommandOutcome<AnswerOf<Type, Types>>> {
    const handler = this.handlers.get(command.type) as AsServed<typeof command, AnswerOf<Type, Types>>;
    if (!handler) return Promise.reject(new NoHandler(command.type));
    if (options.signal?.aborted) return Promise.reject(new CommandTimeout(command));
    if (this.stopped || this.underWay.size >= this.maxPending) return Promise.reject(new BusOverloaded(1));
    const timeoutMs = options.timeoutMs ?? this.defaultTimeoutMs;
    const end = options.senderRetries ? Infinity : monotonicMs() + timeoutMs + this.graceMs;
    const work = this.inOrder.run(orderingKey(command), () =>
      monotonicMs() > end ? Promise.reject(new CommandTimeout(command)) : handler(command),
    );
    this.underWay.add(work);
    const settle = () => {
      this.underWay.delete(work);
      this.handled += 1;
    };
    work.then(settle, settle);
    return waitFor(work, command, { timeoutMs, signal: options.signal });
  }

  status(): BusStatus {
    const inFlight = this.underWay.size;
    const none = { retried: 0, deadLettered: 0, lag: {} };
    return { connected: true, alive: true, pending: inFlight, inFlight, handled: this.handled, ...none };
  }

  /** Nothing to do: all work is this process's own, and ends by itself. */
  letGo(): void {}

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.underWay);
  }
}

/** One line per aggregate of one service: a service may wait for another's answer about the same key. */
const orderingKey = (command: Command): string => `${serviceOf(command.type)}:${command.key}`;

function waitFor<T>(
  work: Promise<T>,
  command: Command,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    function settle(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
    function giveUp(): void {
      settle();
      reject(new CommandTimeout(command));
    }
    work.then(settle, settle);
    work.then(resolve, reject);
  });
}
