/** What goes wrong with one call. `before` and `after`: whether the server had done its work. */
export type Fault =
  | 'unavailable'
  /** The server gave up waiting for its followers; the event may be stored all the same. */
  | 'timeout-before'
  | 'timeout-after'
  /** The connection ends. */
  | 'cut-before'
  | 'cut-after'
  /** Nothing is ever answered. */
  | 'silence-before'
  | 'silence-after'
  /** The answer has no position, as old servers answer a repeated append. */
  | 'no-position'
  | { readonly slowMs: number };

export type Call = 'append' | 'read' | 'subscribe';

/** What goes wrong next, call by call, in order; then all goes well. */
export class Faults {
  private readonly next: Record<Call, Fault[]> = { append: [], read: [], subscribe: [] };
  /** How many calls have come. */
  readonly calls: Record<Call, number> = { append: 0, read: 0, subscribe: 0 };

  add(call: Call, ...faults: readonly Fault[]): void {
    this.next[call].push(...faults);
  }

  take(call: Call): Fault | undefined {
    this.calls[call] += 1;
    return this.next[call].shift();
  }
}
