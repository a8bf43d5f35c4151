import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface RoundsOptions<Item> {
  /** Most items of one round, and most that their sizes may add up to; one item goes in any case. */
  readonly most: number;
  readonly mostSize?: number;
  readonly sizeOf?: (item: Item) => number;
  /** Milliseconds that a round waits for more callers, asked before each; none by default. */
  readonly gatherMs?: () => number;
}

/**
 * Gathers what is asked for while one round is under way into the next round: one statement and one commit serve many
 * callers, and a lone caller does not wait. Callers are served in the order of their calls.
 */
export class Rounds<Item, Outcome> {
  private readonly waiting: Waiting<Item, Outcome>[] = [];
  private underWay: Promise<void> | undefined;

  /** @param serve returns the outcome of each item, in their order; any error fails the round */
  constructor(
    private readonly serve: (items: readonly Item[]) => Promise<readonly Outcome[]>,
    private readonly options: RoundsOptions<Item>,
  ) {}

  /** How many wait for a round to begin. */
  get size(): number {
    return this.waiting.length;
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.underWay ??= this.go();
    });
  }

  /** Resolves when nothing is under way. */
  async drain(): Promise<void> {
    while (this.underWay) await this.underWay;
  }

  private async go(): Promise<void> {
    do {
      const gatherMs = this.options.gatherMs?.() ?? 0;
      // Lets the callers of one turn of the event loop join one round, at least.
      await (gatherMs > 0 ? sleep(gatherMs) : new Promise(setImmediate));
      await this.round(this.take());
    } while (this.waiting.length > 0);
    // In the same turn as the last check: a later caller must find no round under way.
    this.underWay = undefined;
  }

  private take(): Waiting<Item, Outcome>[] {
    const { most, mostSize = Infinity, sizeOf = () => 0 } = this.options;
    let size = 0;
    let count = 0;
    for (const { item } of this.waiting) {
      const larger = size + sizeOf(item);
      if (count > 0 && (count >= most || larger > mostSize)) break;
      size = larger;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async round(callers: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.serve(callers.map(({ item }) => item));
      for (const [n, { resolve }] of callers.entries()) resolve(outcomes[n] as Outcome);
    } catch (error) {
      // A round fails as a whole; one bad item must not take its neighbours with it.
      if (callers.length > 1 && isAboutData(error)) for (const one of callers) await this.round([one]);
      else for (const { reject } of callers) reject(error);
    }
  }
}

/**
 * Whether a database refused what it was sent (SQLSTATE classes 21 to 23: bad data, 54: too large), which
 * says nothing about the other items. Anything else, such as a lost connection, would meet them too.
 */
export function isAboutData(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(2[123]|54)[0-9A-Z]{3}$/.test(code);
}
