import { monotonicMs } from '#kernel';
import type { Command, CommandOutcome } from '#contracts';
import { errorOf } from '../faults.js';
import { CommandTimeout, serviceOf } from '../port.js';
import type { Answer } from './codec.js';

interface Asked {
  readonly service: string;
  readonly resolve: (outcome: CommandOutcome) => void;
  readonly reject: (error: unknown) => void;
  readonly expire: () => void;
  readonly signal: AbortSignal | undefined;
  timer: NodeJS.Timeout;
}

export interface OpenOptions {
  readonly timeoutMs: number;
  /** Asked when the time is up: true waits as long again. */
  readonly waitsOn?: () => Promise<boolean>;
  /** Ends the wait before its time. */
  readonly signal?: AbortSignal | undefined;
}

/** What this process has asked and waits for. */
export class Pending {
  private readonly asked = new Map<string, Asked>();
  /** How many of them, by the service that is to answer. */
  private readonly counts = new Map<string, number>();
  private last = 0;
  private over = false;

  get size(): number {
    return this.asked.size;
  }

  /** How many wait for this service. */
  of(service: string): number {
    return this.counts.get(service) ?? 0;
  }

  /** Opens a question: its name for the answer, and the promise of it. */
  open<Answer>(
    command: Command,
    { timeoutMs, waitsOn, signal }: OpenOptions,
  ): { readonly ask: string; readonly answered: Promise<CommandOutcome<Answer>> } {
    const ask = String((this.last += 1));
    const service = serviceOf(command.type);
    this.counts.set(service, this.of(service) + 1);
    const answered = new Promise<CommandOutcome>((resolve, reject) => {
      const expire = () => this.fail(ask, new CommandTimeout(command));
      const timeUp = async (): Promise<void> => {
        const longer = await waitsOn?.().catch(() => false);
        const asked = this.asked.get(ask);
        if (longer && asked) asked.timer = setTimeout(() => void timeUp(), timeoutMs);
        else expire();
      };
      const timer = this.over ? setTimeout(expire, 0) : setTimeout(() => void timeUp(), timeoutMs);
      this.asked.set(ask, { service, resolve, reject, timer, expire, signal });
      signal?.addEventListener('abort', expire);
    });
    // What comes off the wire is the catalogue's answer to this type: who wrote it was held to that.
    return { ask, answered: answered as Promise<CommandOutcome<Answer>> };
  }

  isOpen(ask: string): boolean {
    return this.asked.has(ask);
  }

  /** A second answer to the same command is dropped. */
  answer(ask: string, { outcome, fault }: Answer): void {
    const asked = this.close(ask);
    if (outcome) asked?.resolve(outcome);
    else asked?.reject(errorOf(fault ?? { name: 'Error', message: 'an answer without content' }));
  }

  fail(ask: string, error: unknown): void {
    this.close(ask)?.reject(error);
  }

  /** Ends all waits: for commands already sent, and for commands that running requests still send. */
  expireAll(): void {
    this.over = true;
    for (const { expire } of [...this.asked.values()]) expire();
  }

  private close(ask: string): Asked | undefined {
    const asked = this.asked.get(ask);
    if (!asked) return undefined;
    this.asked.delete(ask);
    this.counts.set(asked.service, this.of(asked.service) - 1);
    clearTimeout(asked.timer);
    asked.signal?.removeEventListener('abort', asked.expire);
    return asked;
  }

  /** Waits until nothing is open, or the time is up. */
  async settled(timeoutMs: number): Promise<void> {
    const deadline = monotonicMs() + timeoutMs;
    while (this.size > 0 && monotonicMs() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
