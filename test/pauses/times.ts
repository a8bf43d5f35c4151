/** The times by which a service is missed, and by which what it held is taken over. */
export interface Times {
  /** Kafka's session: after this long without a sign of a process, others get its commands. */
  readonly sessionMs: number;
  /** Of commands that a process manager has sent. */
  readonly leaseMs: number;
  readonly publisherLeaseMs: number;
  /** How long a claim without its invoice is taken to be one in the making. */
  readonly claimGraceMs: number;
}

const DEFAULTS: Times = { sessionMs: 10_000, leaseMs: 20_000, publisherLeaseMs: 10_000, claimGraceMs: 2_000 };

/** Whether the long versions run, with the times of production: npm run test:failures. */
export const LONG = process.env['TIMBRA_FAILURES'] === 'long';

const shortened = (part: number): Times => ({
  sessionMs: DEFAULTS.sessionMs * part,
  leaseMs: DEFAULTS.leaseMs * part,
  publisherLeaseMs: DEFAULTS.publisherLeaseMs * part,
  claimGraceMs: DEFAULTS.claimGraceMs * part,
});

/** The defaults where the long versions run, a tenth of them elsewhere. */
export const TIMES: Times = LONG ? DEFAULTS : shortened(0.1);

/** One and a half of the longest: whoever sleeps so long has been replaced in everything. */
export const LONG_PAUSE_MS = 1.5 * Math.max(...Object.values(TIMES));

/** The environment of services that have these times. */
export const settingsOf = (times: Times): Readonly<Record<string, string>> => ({
  TIMBRA_KAFKA_SESSION_MS: String(times.sessionMs),
  TIMBRA_LEASE_MS: String(times.leaseMs),
  TIMBRA_PUBLISHER_LEASE_MS: String(times.publisherLeaseMs),
  TIMBRA_CLAIM_GRACE_MS: String(times.claimGraceMs),
});

/** Connections of each process where there are two of each: the server of the tests has a hundred for all. */
export const FEW = '4';
