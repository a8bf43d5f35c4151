import { integer } from './integer.js';

/** The publisher of public events. */
export interface PublisherConfig {
  /** How long the others wait for a process that publishes and no longer renews its lease, in milliseconds. */
  readonly leaseMs: number;
  /** How old an event may get before it is published; then the publisher's processes are not ready. In milliseconds. */
  readonly maxAgeMs: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** @throws {StartupError} */
export function publisherConfig(env: Env): PublisherConfig {
  const leaseMs = integer(env, 'TIMBRA_PUBLISHER_LEASE_MS', 10_000, 500, 300_000);
  const byLease = Math.max(3 * leaseMs, 30_000);
  return { leaseMs, maxAgeMs: integer(env, 'TIMBRA_PUBLISHER_MAX_AGE_MS', byLease, 1_000, 86_400_000) };
}
