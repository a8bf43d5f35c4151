import { monotonicMs } from '#kernel';

/** The failures in a row of something that is tried again and again. */
export class Failures {
  count = 0;
  /** What the last one said; undefined: the last attempt did not fail. */
  last: string | undefined;
  /** When the first of them was. */
  private since = 0;

  /** For how long every attempt has failed, in milliseconds; 0: the last one did not. */
  get ms(): number {
    return this.count === 0 ? 0 : monotonicMs() - this.since;
  }

  /** @param beforeMs how long ago the first of them was, where it is not this one */
  note(error: unknown, beforeMs = 0): void {
    if (this.count === 0) this.since = monotonicMs() - beforeMs;
    this.count += 1;
    this.last = error instanceof Error ? error.message : String(error);
  }

  clear(): void {
    this.count = 0;
    this.last = undefined;
  }
}
