import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandOutcome } from '#contracts';

export interface RetryPolicy {
  /** How often a handler is tried before the command is given up. */
  readonly attempts: number;
  /** Pause before the first retry; each further one is four times as long. */
  readonly firstPauseMs: number;
}

/** What came of a command. `abandoned`: it is another process's to handle, or one's own after the next start. */
export type Tried =
  | { readonly kind: 'done'; readonly outcome: CommandOutcome }
  | { readonly kind: 'failed'; readonly error: unknown; readonly attempts: number }
  | { readonly kind: 'abandoned' };

export interface Circumstances {
  /** Asked after each failure, and before each further attempt: false where it is this process's no more. */
  readonly mayBegin: () => Promise<boolean>;
  /** Whether no later attempt can fare better. */
  readonly hopeless: (error: unknown) => boolean;
  readonly abort: AbortSignal;
  readonly onRetry: (error: unknown) => void;
}

/** The longest pause between two attempts: the others of the key are waiting. */
const MAX_PAUSE_MS = 10_000;

export const pauseBefore = (retry: number, { firstPauseMs }: Pick<RetryPolicy, 'firstPauseMs'>): number =>
  Math.min(MAX_PAUSE_MS, firstPauseMs * 4 ** (retry - 1));

/**
 * Tries the work until it has an outcome (a refusal is one), a bounded number of times with growing pauses; a
 * pause ends when `abort` fires.
 */
export async function attempt(
  work: () => Promise<CommandOutcome>,
  policy: RetryPolicy,
  { mayBegin, hopeless, abort, onRetry }: Circumstances,
): Promise<Tried> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { kind: 'done', outcome: await work() };
    } catch (error) {
      if (!(await mayBegin())) return { kind: 'abandoned' };
      if (attempts >= policy.attempts || hopeless(error)) return { kind: 'failed', error, attempts };
      onRetry(error);
      await sleep(pauseBefore(attempts, policy), undefined, { signal: abort }).catch(() => undefined);
      if (!(await mayBegin())) return { kind: 'abandoned' };
    }
  }
}
