import type { EachBatchPayload } from 'kafkajs';
import type { Logger } from 'pino';
import { Watermark } from './watermark.js';

/** A partition since the last join. */
export interface Assigned {
  readonly watermark: Watermark;
  /** Messages before this offset were there when the first batch was fetched: somebody may have handled them before. */
  readonly known: bigint;
}

/** The request of a batch that commits for its group: one request, in the name of the group's present generation. */
export type Commit = EachBatchPayload['commitOffsetsIfNecessary'];

export interface OffsetsOptions {
  readonly topic: string;
  readonly log: Logger;
}

/**
 * What is finished in the partitions of one consumer, and what of that is committed. A join begins anew for all
 * partitions, also for those that stay: while this process did not know of it, they may have been another's, and the
 * group may be far ahead of what it knew.
 */
export class Offsets {
  private readonly partitions = new Map<number, Assigned | undefined>();
  private readonly committed = new WeakMap<Watermark, bigint>();
  private commitOffsets: Commit | undefined;
  private committing: Promise<void> | undefined;

  constructor(private readonly options: OffsetsOptions) {}

  assign(partitions: readonly number[]): void {
    for (const assigned of this.partitions.values()) if (assigned) assigned.watermark.lost = true;
    this.partitions.clear();
    for (const partition of partitions) this.partitions.set(partition, undefined);
  }

  /**
   * The partition of a batch; undefined where it is another's.
   * @param end of the log of that partition, when the batch was fetched
   */
  of(partition: number, end: bigint, commit: Commit): Assigned | undefined {
    if (!this.partitions.has(partition)) return undefined;
    this.commitOffsets = commit;
    const known = this.partitions.get(partition);
    if (known && !known.watermark.isBeyond(end)) return known;
    const assigned = { watermark: new Watermark(), known: end };
    this.partitions.set(partition, assigned);
    return assigned;
  }

  /** Commits what is finished, one commit at a time. One that fails is made again by the next. */
  commit(): Promise<void> {
    this.committing ??= this.commitFinished().finally(() => (this.committing = undefined));
    return this.committing;
  }

  /** Waits for the commit under way, and commits what has been finished since. */
  async commitLast(): Promise<void> {
    await this.committing;
    await this.commit();
  }

  private async commitFinished(): Promise<void> {
    const { topic, log } = this.options;
    // A join is told within one turn of the loop. What follows, up to the request, is one turn too: offsets of one
    // generation never go out in the name of the next.
    await new Promise(setImmediate);
    const moved = [...this.partitions].flatMap(([partition, assigned]) => {
      const low = assigned?.watermark.low;
      if (!assigned || low === undefined || low === this.committed.get(assigned.watermark)) return [];
      return [{ partition, watermark: assigned.watermark, low }];
    });
    if (moved.length === 0 || !this.commitOffsets) return;
    try {
      const partitions = moved.map(({ partition, low }) => ({ partition, offset: low.toString() }));
      // Not consumer.commitOffsets: it tries again by itself, after a join too.
      await this.commitOffsets({ topics: [{ topic, partitions }] });
      for (const { watermark, low } of moved) this.committed.set(watermark, low);
    } catch (error) {
      log.debug({ err: error, topic }, 'offsets could not be committed yet');
    }
  }
}
