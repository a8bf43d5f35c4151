/**
 * Since when the time of day has gone on evenly, as far as this process knows. Nothing that was written down before can be measured
 * against now: the clock may have jumped in between, and a process that has just started has seen nothing of it (ADR 72).
 */
export class SteadyTime {
  private since: number;
  /** The time of day less what has elapsed, in milliseconds: it moves when the clock is set. */
  private offset: number;

  /**
   * @param now the time of day at the start
   * @param elapsed milliseconds of a clock that only moves forward
   * @param toleranceMs how far both may come apart unseen: clocks are also set right little by little
   */
  constructor(
    now: Date,
    private readonly elapsed: () => number,
    private readonly toleranceMs: number,
  ) {
    this.since = now.getTime();
    this.offset = this.since - elapsed();
  }

  /** Looks at the time of day; tells since when it has been even. To be asked whenever the time is read. */
  look(now: Date): Date {
    const offset = now.getTime() - this.elapsed();
    // Set ahead: what seems to be over may not be. Set back it only takes longer, and is measured from there.
    if (offset - this.offset > this.toleranceMs) this.since = now.getTime();
    if (Math.abs(offset - this.offset) > this.toleranceMs) this.offset = offset;
    return new Date(this.since);
  }
}
