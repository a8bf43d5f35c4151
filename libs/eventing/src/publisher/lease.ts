import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Logger } from 'pino';
import { monotonicMs } from '#kernel';

export interface LeaseOptions {
  readonly pool: pg.Pool;
  /** What the holder alone may do: the row of platform.leases. */
  readonly name: string;
  /** How long it lasts without a renewal. */
  readonly lengthMs: number;
  readonly log: Logger;
  /** Milliseconds of a clock that only goes forward. */
  readonly nowMs?: () => number;
}

/** Counts the holders of a lease, one after the other. As text: PostgreSQL's bigint. */
export type Epoch = string;

interface Held {
  readonly epoch: Epoch;
  /** Until when it surely lasts, by our clock: counted from when the last renewal was sent. */
  readonly untilMs: number;
}

/** How many renewals may be sent before it ends. */
const RENEWALS = 3;

/**
 * The right of one process among all to do something, until a moment of PostgreSQL's clock. The holder renews it. A
 * process that has died, hangs or is paused does not, so another takes it, with the next epoch.
 *
 * The former holder may wake up at any time and believe for a moment that it still holds the lease. So what a holder does
 * must be refused under an old epoch at the place where it takes effect: a statement on PostgreSQL contains `holding`.
 */
export class Lease {
  private readonly holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  private held: Held | undefined;
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<unknown> | undefined;

  constructor(private readonly options: LeaseOptions) {}

  /** The epoch under which this process holds it; undefined from the moment that another may. */
  get epoch(): Epoch | undefined {
    const { held } = this;
    return held && this.nowMs() < held.untilMs ? held.epoch : undefined;
  }

  /** Takes it if it is free, has ended, or is this process's own. Returns the epoch; undefined: another holds it. */
  async take(): Promise<Epoch | undefined> {
    if (this.epoch !== undefined) return this.epoch;
    const { name, lengthMs } = this.options;
    const { epoch, sentMs } = await this.ask('lease-take', TAKE, [name, lengthMs, this.holder]);
    if (epoch === undefined) this.lose();
    else this.hold(epoch, sentMs);
    return this.epoch;
  }

  /**
   * Asks PostgreSQL whether this process still holds it, and makes it last if so: also one that has ended, provided that
   * nobody has taken it. Returns the epoch; undefined: no more.
   */
  async renew(): Promise<Epoch | undefined> {
    const { held } = this;
    if (!held) return undefined;
    const { name, lengthMs } = this.options;
    const { epoch, sentMs } = await this.ask('lease-renew', RENEW, [name, lengthMs, held.epoch]);
    // Meanwhile it may have been released, or taken again.
    if (this.held?.epoch === held.epoch) {
      if (epoch === undefined) this.lose();
      else this.hold(epoch, sentMs);
    }
    return this.epoch;
  }

  /** Lets others have it at once. */
  async release(): Promise<void> {
    const { held } = this;
    this.lose();
    // A renewal that is under way must not come after it. Where either fails, the lease ends by itself.
    await this.renewing;
    if (held)
      await this.ask('lease-release', RELEASE, [this.options.name, held.epoch]).catch(() => undefined);
  }

  private hold(epoch: Epoch, sentMs: number): void {
    const { lengthMs } = this.options;
    this.held = { epoch, untilMs: sentMs + lengthMs };
    this.timer ??= setInterval(() => this.keep(), lengthMs / RENEWALS).unref();
  }

  private lose(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.held = undefined;
  }

  private keep(): void {
    const { log, name: lease } = this.options;
    this.renewing ??= this.renew()
      .then(
        (epoch) => epoch ?? log.warn({ lease }, 'another process holds the lease now'),
        (error: unknown) => log.warn({ err: error, lease }, 'the lease could not be renewed'),
      )
      .finally(() => (this.renewing = undefined));
  }

  private async ask(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<{ readonly epoch: Epoch | undefined; readonly sentMs: number }> {
    const sentMs = this.nowMs();
    // An answer after that time is of no use, and may never come: the server's machine may be gone.
    const query = { name, text, values: [...values], query_timeout: this.options.lengthMs };
    const { rows } = await this.options.pool.query<{ epoch: Epoch }>(query);
    return { epoch: rows[0]?.epoch, sentMs };
  }

  private nowMs(): number {
    return (this.options.nowMs ?? monotonicMs)();
  }
}

/**
 * A common table expression's query: one row while the lease is held under that epoch, else none. Nobody can take the
 * lease from then until the statement has ended. Both arguments are parameters of the statement (`$1`).
 */
export const holding = (name: string, epoch: string): string =>
  `SELECT FROM platform.leases WHERE name = ${name} AND epoch = ${epoch} FOR SHARE`;

const UNTIL = `until = clock_timestamp() + $2 * interval '1 ms', lasts = $2 * interval '1 ms'`;

/** It has also ended where it lasts longer than it can: PostgreSQL's clock was set back. */
const TAKE = `
  WITH made AS (
    INSERT INTO platform.leases (name, epoch, holder, until, lasts)
    VALUES ($1, 1, $3, clock_timestamp() + $2 * interval '1 ms', $2 * interval '1 ms')
    ON CONFLICT DO NOTHING RETURNING epoch
  ), taken AS (
    UPDATE platform.leases SET epoch = epoch + 1, holder = $3, ${UNTIL}
    WHERE name = $1 AND (holder = $3 OR until NOT BETWEEN clock_timestamp() AND clock_timestamp() + lasts)
    RETURNING epoch
  )
  SELECT epoch FROM made UNION ALL SELECT epoch FROM taken`;

const RENEW = `UPDATE platform.leases SET ${UNTIL} WHERE name = $1 AND epoch = $3 RETURNING epoch`;

const RELEASE = `UPDATE platform.leases SET until = '-infinity' WHERE name = $1 AND epoch = $2 RETURNING epoch`;
