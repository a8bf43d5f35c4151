import { monotonicMs } from '#kernel';
const SAMPLE_MS = 100;
/** How much of the past a new sample leaves standing: one long stop passes within a second, a lasting one shows. */
const MEMORY = 0.8;

/** How late the event loop runs, smoothed over about half a second. */
export class LoopDelay {
  private smoothed = 0;
  private readonly timer: NodeJS.Timeout;

  constructor() {
    let expected = monotonicMs() + SAMPLE_MS;
    this.timer = setInterval(() => {
      const now = monotonicMs();
      this.smoothed = MEMORY * this.smoothed + (1 - MEMORY) * Math.max(0, now - expected);
      expected = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  /** Milliseconds. */
  get ms(): number {
    return this.smoothed;
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
