/**
 * Lets so many work at a time, and one of a name at a time, in turns: who has many pieces of work waits for its own, not
 * others for it.
 */
export class Turns {
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly busy = new Set<string>();

  constructor(private readonly atOnce: number) {}

  /** Works when it is the name's turn. */
  async take<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    await new Promise<void>((go) => {
      this.waiting.set(name, [...(this.waiting.get(name) ?? []), go]);
      this.begin();
    });
    try {
      return await work();
    } finally {
      this.busy.delete(name);
      this.begin();
    }
  }

  private begin(): void {
    for (const [name, [go, ...rest]] of this.waiting) {
      if (this.busy.size >= this.atOnce) return;
      if (!go || this.busy.has(name)) continue;
      // Whose turn it is goes to the end of the line.
      this.waiting.delete(name);
      if (rest.length > 0) this.waiting.set(name, rest);
      this.busy.add(name);
      go();
    }
  }
}
