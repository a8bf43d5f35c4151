import type pg from 'pg';
import { monotonicMs, systemNow } from '#kernel';

/** An estimate is used for so long, and renewed in passing once it is half as old. */
const TRUSTED_MS = 60_000;
/** By so much the two clocks of the machine may drift apart between two looks. */
const DRIFT_MS = 500;

interface Estimate {
  /** What to add to `monotonicMs` to get PostgreSQL's clock. */
  readonly offset: number;
  readonly at: number;
  /** What the machine's clock was ahead of `monotonicMs`. */
  readonly wall: number;
}

/**
 * PostgreSQL's clock, which all processes share, as an estimate: asked now and then, and carried on by the monotonic
 * clock, so that a wrong clock of the machine does no harm. A machine that was frozen may have stopped its monotonic
 * clock too: then its other clock jumps, and nothing is estimated before PostgreSQL is asked again.
 */
export class DatabaseClock {
  private estimate: Estimate | undefined;
  private asking: Promise<number> | undefined;

  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    private readonly clocks: { readonly monotonicMs: () => number; readonly systemNow: () => Date } = {
      monotonicMs,
      systemNow,
    },
  ) {}

  /** Milliseconds since 1970; undefined where no estimate can be trusted. */
  read(): number | undefined {
    const { estimate } = this;
    if (!estimate) return undefined;
    const now = this.clocks.monotonicMs();
    const age = now - estimate.at;
    if (age > TRUSTED_MS || Math.abs(this.wall() - estimate.wall) > DRIFT_MS) return undefined;
    if (age > TRUSTED_MS / 2) this.ask().catch(() => undefined);
    return now + estimate.offset;
  }

  /** Asks PostgreSQL, once for all that ask meanwhile. Rejects with its error where it does not answer. */
  ask(): Promise<number> {
    this.asking ??= this.look().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async look(): Promise<number> {
    const { monotonicMs: now } = this.clocks;
    const wall = this.wall();
    const asked = now();
    const { rows } = await this.pool.query<{ ms: number }>({
      name: 'database-clock',
      text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    });
    const at = now();
    const read = rows[0]?.ms ?? 0;
    // It was read at some moment in between: the last one makes the estimate late, never early, by the time it took.
    this.estimate = { offset: read - asked, at, wall };
    return read + (at - asked);
  }

  private wall(): number {
    return this.clocks.systemNow().getTime() - this.clocks.monotonicMs();
  }
}
