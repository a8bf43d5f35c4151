import { monotonicMs } from '#kernel';

/** The time that an operation of several calls has in all. By the process's own clock: nobody sets that one. */
export class Deadline {
  private readonly end: number;

  constructor(timeoutMs: number) {
    this.end = monotonicMs() + timeoutMs;
  }

  /** Whole milliseconds that are left, 0 at least. */
  left(): number {
    return Math.max(0, Math.floor(this.end - monotonicMs()));
  }
}
