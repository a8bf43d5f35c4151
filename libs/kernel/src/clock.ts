import type { Tenant } from './tenant.js';

/**
 * Business time: when things happen to a tenant's documents, by which they are dated, expire, are cancelled and tried
 * again. Deciders never read it, it enters with the command. What must go on whatever a tenant's clock says (ids, leases,
 * limits, signed URLs, logs) reads {@link systemNow}; durations and deadlines read {@link monotonicMs}. A lint rule
 * forbids every other reading of the time (ADR 24).
 */
export interface Clock {
  now(tenant: Tenant): Date;
}

/** Reads the machine's time; where tests inject it, in place of {@link systemNow}. */
export type SystemNow = () => Date;

/** The machine's time of day, the same for everybody: no tenant's clock ever moves it. It may step when it is set right. */
export const systemNow: SystemNow = () => new Date();

/** Milliseconds since some moment in the past that only grow: for how long something took, and until when to wait. */
export const monotonicMs = (): number => performance.now();

/** The clock of tenants that have none of their own: all of them go by the machine's time. */
export const systemClock: Clock = { now: () => systemNow() };

/**
 * The time of an organization itself: of its keys, people, invitations and links, above its environments. It is that of Live,
 * which no Test clock moves.
 */
export const organizationNow = (clock: Clock, organizationId: string): Date =>
  clock.now({ organizationId, livemode: true });

/** A clock for tests that stands still until told to move; the same for all tenants, so `now` does for SystemNow too. */
export class FixedClock implements Clock {
  constructor(private instant: Date) {}
  readonly now: SystemNow = () => new Date(this.instant);
  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
  /** A clock of its own, so much later: for the next process, while one that closes still takes what falls due by this one. */
  later(ms: number): FixedClock {
    return new FixedClock(new Date(this.instant.getTime() + ms));
  }
}
