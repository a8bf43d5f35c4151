/** How much large work may be under way, and may wait, in one process. */
export interface Shares {
  /** Pieces of work at the same time. */
  readonly atOnce: number;
  /** Of one organization at the same time, while others wait too. */
  readonly ofOne: number;
  /** Of one organization, that wait for their turn. */
  readonly waitingOfOne: number;
}

/** Too much large work of one organization waits already: come again later. */
export class TooMuchWaiting extends Error {}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Gives large work its turn: one organization after another, whatever each of them has waiting. An organization that
 * sends a thousand large documents waits for its own, and others for one of them at most.
 */
export class FairShare {
  private readonly queues = new Map<string, Queue>();
  private running = 0;

  constructor(private readonly shares: Shares) {}

  /** Runs work when it is its organization's turn. Rejects with TooMuchWaiting, or as the work does. */
  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queueOf(organizationId);
    if (queue.waiting.length >= this.shares.waitingOfOne) throw new TooMuchWaiting(organizationId);
    await new Promise<void>((begin) => {
      queue.waiting.push(begin);
      this.beginNext();
    });
    try {
      return await work();
    } finally {
      queue.running -= 1;
      this.running -= 1;
      if (queue.running === 0 && queue.waiting.length === 0) this.queues.delete(organizationId);
      this.beginNext();
    }
  }

  private queueOf(organizationId: string): Queue {
    const known = this.queues.get(organizationId);
    if (known) return known;
    const queue: Queue = { running: 0, waiting: [] };
    this.queues.set(organizationId, queue);
    return queue;
  }

  private beginNext(): void {
    while (this.running < this.shares.atOnce) {
      const next = this.next();
      if (!next) return;
      const [organizationId, queue] = next;
      const begin = queue.waiting.shift() as () => void;
      queue.running += 1;
      this.running += 1;
      // Behind all others from now on: a Map keeps the order in which keys were set.
      this.queues.delete(organizationId);
      this.queues.set(organizationId, queue);
      begin();
    }
  }

  /** The organization that has waited longest for a turn, and has not its share already. */
  private next(): [string, Queue] | undefined {
    for (const entry of this.queues)
      if (entry[1].waiting.length > 0 && entry[1].running < this.shares.ofOne) return entry;
    return undefined;
  }
}
