const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What it costs a server to look through $all for what passes a filter: time for each event, shared by all readers. */
export class SearchCost {
  /** How many events a second it passes over, for all readers together. */
  perSecond = Infinity;
  /** How many it has passed over so far. */
  passed = 0;
  private freeAt = 0;

  async pass(events: number): Promise<void> {
    this.passed += events;
    if (this.perSecond === Infinity || events === 0) return;
    const now = performance.now();
    this.freeAt = Math.max(now, this.freeAt) + (events * 1_000) / this.perSecond;
    await sleep(this.freeAt - now);
  }
}
