import type { Command, CommandOutcome } from '#contracts';
import { BusOverloaded, CommandTimeout, NoHandler, type CommandBus, type CommandHandler } from './port.js';

export interface InProcessBusOptions {
  /** Commands that may be accepted and unfinished at one time; beyond it `send` throws BusOverloaded. */
  readonly maxPending?: number;
  readonly defaultTimeoutMs?: number;
}

/** The command bus of the embedded topology: a call within the process, in order per key, with backpressure. */
export class InProcessBus implements CommandBus {
  private readonly handlers = new Map<string, CommandHandler>();
  /** The last command under way for each key; the next one of that key waits for it. */
  private readonly tails = new Map<string, Promise<unknown>>();
  private readonly underWay = new Set<Promise<unknown>>();
  private stopped = false;
  private readonly maxPending: number;
  private readonly defaultTimeoutMs: number;

  constructor(options: InProcessBusOptions = {}) {
    this.maxPending = options.maxPending ?? 5_000;
    this.defaultTimeoutMs = options.defaultTimeoutMs ?? 30_000;
  }

  serve(type: string, handler: CommandHandler): void {
    if (this.handlers.has(type)) throw new Error(`two handlers for the command ${type}`);
    this.handlers.set(type, handler);
  }

  serves(type: string): boolean {
    return this.handlers.has(type);
  }

  async send(command: Command, options: { readonly timeoutMs?: number } = {}): Promise<CommandOutcome> {
    const handler = this.handlers.get(command.type);
    if (!handler) throw new NoHandler(command.type);
    if (this.stopped || this.underWay.size >= this.maxPending) throw new BusOverloaded(1);
    const work = this.inOrder(orderingKey(command), () => handler(command));
    this.underWay.add(work);
    const settled = () => void this.underWay.delete(work);
    work.then(settled, settled);
    return withTimeout(work, options.timeoutMs ?? this.defaultTimeoutMs, command);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.allSettled(this.underWay);
  }

  private inOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.tails.get(key);
    const run = previous ? previous.then(task, task) : task();
    this.tails.set(key, run);
    const clear = () => {
      if (this.tails.get(key) === run) this.tails.delete(key);
    };
    run.then(clear, clear);
    return run;
  }
}

/** One line per aggregate of one service: a service may wait for another's answer about the same key. */
const orderingKey = (command: Command): string => `${command.type.split('.', 1)[0]}:${command.key}`;

function withTimeout<T>(work: Promise<T>, timeoutMs: number, command: Command): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CommandTimeout(command)), timeoutMs);
  });
  return Promise.race([work, expiry]).finally(() => clearTimeout(timer));
}
