import { setTimeout as sleep } from 'node:timers/promises';

/** For the last messages to a broker that may be unavailable: the process ends with or without them. */
export const LEAVE_MS = 3_000;

/** Resolves when the work is done, has failed, or the time is up. */
export const within = (timeoutMs: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })]);
