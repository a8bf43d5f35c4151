import { status } from '@grpc/grpc-js';
import { monotonicMs } from '#kernel';

const TRANSIENT: readonly number[] = [
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.ABORTED,
  status.UNAVAILABLE,
];

/** What an error of a call says of itself. */
const toDescribedError = (error: unknown): { code?: unknown; message?: unknown; exception?: unknown } => {
  if (typeof error !== 'object' || error === null) return {};
  const { code, message, metadata } = error as { code?: unknown; message?: unknown; metadata?: unknown };
  const get = (metadata as { get?: (key: string) => unknown[] } | undefined)?.get?.bind(metadata);
  return { code, message, exception: get?.('exception')[0] };
};

/**
 * Whether the same call may succeed in a moment: the connection was lost, the server is starting, is busy,
 * gave up waiting for its followers, or is not the leader any more. Whether it did its work is unknown, which
 * does no harm: an append is recognised by its events' ids.
 */
export function isTransient(error: unknown): boolean {
  const { code, message, exception } = toDescribedError(error);
  if (exception === 'not-leader') return true;
  if (typeof code === 'number') {
    if (TRANSIENT.includes(code)) return true;
    return code === Number(status.INTERNAL) && /RST_STREAM|write after end|GOAWAY/i.test(String(message));
  }
  // The client's own: it closed the channel under a call that was about to begin, or found no leader yet.
  return /channel has been (shut down|closed)|Failed to discover/i.test(String(message));
}

/** The name of the server's exception that a call ended with, such as `stream-deleted`. */
export const exceptionOf = (error: unknown): string | undefined => {
  const { exception } = toDescribedError(error);
  return typeof exception === 'string' ? exception : undefined;
};

/** Whether a call was not answered in time, or not whole. */
export const isDeadline = (error: unknown): boolean =>
  toDescribedError(error).code === Number(status.DEADLINE_EXCEEDED);

/** Whether the user may not do what was asked, or is not known. */
export const isDenied = (error: unknown): boolean =>
  toDescribedError(error).code === Number(status.PERMISSION_DENIED);
export const isUnknownUser = (error: unknown): boolean =>
  toDescribedError(error).code === Number(status.UNAUTHENTICATED);

/** Whether the server was asked to read from where none of its records begins. It words that in several ways. */
export const isInvalidPosition = (error: unknown): boolean =>
  /invalid ?position|no record begins/i.test(String(toDescribedError(error).message));

const MAX_PAUSE_MS = 1_000;

/** Pauses that grow from 20 ms, with jitter, so that processes do not come back all at once. */
export const pauseMs = (failures: number, longest = MAX_PAUSE_MS): number =>
  Math.min(longest, 10 * 2 ** Math.min(failures, 16)) * (0.75 + Math.random() / 2);

/**
 * Tries again what failed for a transient reason, until `forMs` are over; then the last error is thrown.
 * `onFailure` is told of each failure before the pause, and may throw to end it.
 */
export async function retrying<T>(
  work: () => Promise<T>,
  forMs: number,
  signal: AbortSignal,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<T> {
  const end = monotonicMs() + forMs;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const pause = pauseMs(failures);
      if (!isTransient(error) || signal.aborted || monotonicMs() + pause > end) throw error;
      onFailure(error);
      await sleep(pause, signal);
    }
  }
}

/** Waits; ends at once, without an error, when the signal comes. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
