import { monotonicMs } from '#kernel';
import { EventStoreAway } from '../away.js';
import { isTransient, pauseMs, sleep } from './retry.js';

export interface ReachabilityOptions {
  /** Asks the server for something small. */
  readonly ask: () => Promise<unknown>;
  /** So long without any answer, while somebody waits for one, means that the server is away. */
  readonly knownAfterMs: number;
  /** Each is called once an outage. */
  readonly onAway?: ((error: unknown) => void) | undefined;
  readonly onBack?: ((awayMs: number) => void) | undefined;
}

const TICK_MS = 100;
/** A tick counts for the time since the one before, as on a busy machine it comes late; of a process that slept, for no more than this. */
const MAX_TICK_MS = 500;
/** Between two questions to a server that is away. */
const MAX_PAUSE_MS = 400;

interface Outage {
  readonly since: number;
  readonly back: AbortController;
}

/**
 * Knows whether the server answers at all: one that refuses, one that hangs, one without a leader. A short absence, such as a
 * restart or an election, is waited for. After it every call ends at once, so that requests are answered instead of
 * piling up, and one question at a time finds out when the server is back.
 */
export class Reachability {
  private waiting = 0;
  /** Since the last answer, the time in which somebody waited for one. */
  private silentMs = 0;
  private tickedAt = 0;
  private ticking: NodeJS.Timeout | undefined;
  private lastError: unknown;
  private outage: Outage | undefined;
  private asking: Promise<void> | undefined;
  private readonly ends = new Set<(error: EventStoreAway) => void>();

  constructor(private readonly options: ReachabilityOptions) {}

  /** @throws {EventStoreAway} the server is away, or is found to be while the work goes on */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.outage) throw new EventStoreAway(this.lastError);
    let end: ((error: EventStoreAway) => void) | undefined;
    const ended = new Promise<never>((_, reject) => this.ends.add((end = reject)));
    this.wait();
    try {
      const result = await Promise.race([work(), ended]);
      this.answered();
      return result;
    } catch (error) {
      if (error instanceof EventStoreAway) throw error;
      if (isTransient(error)) throw new EventStoreAway(error);
      // It refused, so it is there.
      this.answered();
      throw error;
    } finally {
      if (end) this.ends.delete(end);
      this.waiting -= 1;
      if (this.waiting === 0) this.rest();
    }
  }

  /** The server has said something, to anybody. */
  answered(): void {
    this.silentMs = 0;
    const { outage } = this;
    if (!outage) return;
    this.outage = undefined;
    outage.back.abort();
    this.options.onBack?.(Math.round(monotonicMs() - outage.since));
  }

  /** A try failed. @throws {EventStoreAway} so that there is no other one */
  failed(error: unknown): void {
    this.lastError = error;
    if (this.outage) throw new EventStoreAway(error);
  }

  /** Asks no more. */
  async stop(): Promise<void> {
    this.outage?.back.abort();
    this.rest();
    await this.asking;
  }

  private wait(): void {
    this.waiting += 1;
    if (this.ticking) return;
    this.tickedAt = monotonicMs();
    this.ticking = setInterval(() => this.tick(), TICK_MS).unref();
  }

  private tick(): void {
    const now = monotonicMs();
    this.silentMs += Math.min(now - this.tickedAt, MAX_TICK_MS);
    this.tickedAt = now;
    if (this.silentMs >= this.options.knownAfterMs) this.goAway();
  }

  /** What was waited for in vain still counts: tries that give up one after the other must not begin anew each time. */
  private rest(): void {
    clearInterval(this.ticking);
    this.ticking = undefined;
  }

  private goAway(): void {
    if (this.outage) return;
    this.outage = { since: monotonicMs() - this.options.knownAfterMs, back: new AbortController() };
    this.options.onAway?.(this.lastError);
    for (const end of [...this.ends]) end(new EventStoreAway(this.lastError));
    this.asking = this.askUntilBack(this.outage.back.signal);
  }

  private async askUntilBack(back: AbortSignal): Promise<void> {
    for (let failures = 0; !back.aborted;) {
      try {
        await this.options.ask();
        this.answered();
        return;
      } catch (error) {
        if (!isTransient(error)) return this.answered();
        failures += 1;
        this.lastError = error;
        await sleep(pauseMs(failures, MAX_PAUSE_MS), back);
      }
    }
  }
}
