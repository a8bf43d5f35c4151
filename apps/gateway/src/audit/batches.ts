import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody who waits for a row to be written. */
interface Waiting<Row> {
  readonly row: Row;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatchOptions<Row> {
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** Whether an error says that writing is impossible for now, rather than that a row is unfit. */
  readonly isPassing: (error: unknown) => boolean;
  /** Milliseconds that a batch waits for more rows; none by default. */
  readonly gatherMs?: () => number;
}

/** Rows of one statement. */
const MOST = 500;

/**
 * Writes rows that come one by one in batches: the first goes at once, and what comes while it is written goes together
 * as soon as it is done. Alone, a row waits for one statement and for no timer; a crowd shares each, and may gather first.
 */
export class Batches<Row> {
  private readonly waiting: Waiting<Row>[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly options: BatchOptions<Row>) {}

  /** How many wait. */
  get size(): number {
    return this.waiting.length;
  }

  /** Writes a row; is fulfilled when it is durable. */
  add(row: Row): Promise<void> {
    const written = new Promise<void>((resolve, reject) => this.waiting.push({ row, resolve, reject }));
    this.running ??= this.run();
    return written;
  }

  /** Is fulfilled when nothing is left to write. */
  async drained(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const gatherMs = this.options.gatherMs?.() ?? 0;
      if (gatherMs > 0) await sleep(gatherMs);
      await this.writeAll(this.waiting.splice(0, MOST));
    }
    // In the same turn as the last look: what comes later starts anew.
    this.running = undefined;
  }

  /** A row that can't be written fails alone, and takes none of the others with it. */
  private async writeAll(batch: readonly Waiting<Row>[]): Promise<void> {
    try {
      await this.tryTwice(batch.map(({ row }) => row));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || this.options.isPassing(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.writeAll([one]);
    }
  }

  /** A connection that was lost is no reason to fail what another one can do. */
  private async tryTwice(rows: readonly Row[]): Promise<void> {
    const { write, isPassing } = this.options;
    try {
      await write(rows);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await write(rows);
    }
  }
}
