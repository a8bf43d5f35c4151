import type pg from 'pg';
import type { EventStore } from '#event-store';

/**
 * The way out of a process: every call to the database and to the event store passes it, one step each. At one of them
 * the process falls asleep, as a replica that is stopped does, until it is woken.
 */
export class Gate {
  /** How many steps were taken so far. */
  steps = 0;
  private asleep: (() => void) | undefined;
  private readonly wake: Promise<void>;
  private wakeUp: () => void = () => undefined;
  private readonly sleeps: Promise<void>;

  /** @param sleepBefore the step before which it falls asleep, from 1; undefined: never */
  constructor(private readonly sleepBefore?: number) {
    this.sleeps = new Promise((resolve) => (this.asleep = resolve));
    this.wake = new Promise((resolve) => (this.wakeUp = resolve));
  }

  /** Whether the process falls asleep before its work ends. Rejects as the work does. */
  fallsAsleep(work: Promise<unknown>): Promise<boolean> {
    return Promise.race([this.sleeps.then(() => true), work.then(() => false)]);
  }

  resume(): void {
    this.wakeUp();
  }

  async pass(): Promise<void> {
    this.steps += 1;
    if (this.steps !== this.sleepBefore) return;
    this.asleep?.();
    await this.wake;
  }
}

/** The part of a pool that invoicing uses. */
export const gatedPool = (pool: pg.Pool, gate: Gate): pg.Pool =>
  ({
    query: async (...call: Parameters<pg.Pool['query']>) => {
      await gate.pass();
      return pool.query(...call);
    },
  }) as unknown as pg.Pool;

export const gatedStore = (store: EventStore, gate: Gate): EventStore =>
  Object.assign(Object.create(store) as EventStore, {
    append: async (...call: Parameters<EventStore['append']>) => {
      await gate.pass();
      return store.append(...call);
    },
    read: async (...call: Parameters<EventStore['read']>) => {
      await gate.pass();
      return store.read(...call);
    },
  });
