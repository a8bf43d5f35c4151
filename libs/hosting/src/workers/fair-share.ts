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
  /** The turn that its next piece has. */
  turn: number;
  readonly waiting: (() => void)[];
}

/**
 * Gives large work its turn: one organization after another, whatever each of them has waiting. An organization that
 * sends a thousand large documents waits for its own, and others for one of them at most.
 */
export class FairShare {
  private readonly queues = new Map<string, Queue>();
  private running = 0;
  /** The turn that is being given: each organization has one piece in it. Who comes anew has one in this turn. */
  private turn = 0;

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
    const queue: Queue = { running: 0, turn: this.turn, waiting: [] };
    this.queues.set(organizationId, queue);
    return queue;
  }

  private beginNext(): void {
    while (this.running < this.shares.atOnce) {
      const next = this.next();
      const begin = next?.waiting.shift();
      if (!next || !begin) return;
      this.turn = next.turn;
      next.turn += 1;
      next.running += 1;
      this.running += 1;
      begin();
    }
  }

  /** The organization with the earliest turn, of those that wait and have not their share already. */
  private next(): Queue | undefined {
    let next: Queue | undefined;
    for (const queue of this.queues.values())
      if (queue.waiting.length > 0 && queue.running < this.shares.ofOne)
        if (next === undefined || queue.turn < next.turn) next = queue;
    return next;
  }
}
