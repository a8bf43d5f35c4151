import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import type { Logger } from '../logging/logger.js';
import { errorCode, StartupError } from '../postgres/startup-error.js';

/** SQLSTATE: too many connections (of the server, the database or the role); the server is coming up or going down. */
const PASSES = /^(53300|57P0[1-3])$/;
const RETRY_MS = 500;
/** Between two lines that say the same. */
const SAID_AGAIN_MS = 10_000;
/** Longer than the connections of a process that was killed are kept; orchestrators then start us again. */
const PATIENCE_MS = 120_000;

export interface PatienceOptions {
  readonly log: Logger;
  readonly patienceMs?: number;
}

const REASONS: Readonly<Record<string, string>> = {
  '53300': 'PostgreSQL has no connection left for this process',
};
const reasonOf = (code: string): string => REASONS[code] ?? 'PostgreSQL is starting or stopping';

/**
 * Does what a start needs of the database, again while PostgreSQL is short of connections or on its way up. All at once
 * is when that happens: many processes start together, each after the other's connections.
 * @throws {StartupError} it took too long; whatever else `work` throws
 */
export async function withPatience<T>(work: () => Promise<T>, options: PatienceOptions): Promise<T> {
  const { log, patienceMs = PATIENCE_MS } = options;
  const began = monotonicMs();
  let saidAt = -Infinity;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (!PASSES.test(code)) throw error;
      const reason = reasonOf(code);
      if (monotonicMs() - began > patienceMs)
        throw new StartupError(
          `${reason}, and has had none for ${Math.round(patienceMs / 1000)} s: raise its max_connections, or lower TIMBRA_DATABASE_POOL (docs/operations.md).`,
        );
      if (monotonicMs() - saidAt > SAID_AGAIN_MS) {
        log.warn({ code }, `${reason}: the start waits, and tries again`);
        saidAt = monotonicMs();
      }
      await sleep(RETRY_MS);
    }
  }
}
