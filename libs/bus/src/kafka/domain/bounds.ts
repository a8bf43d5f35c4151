import type { Admin } from 'kafkajs';
import { monotonicMs } from '#kernel';

/** How old an answer of the brokers may be. */
const FRESH_MS = 1_000;

/** Where the log of a partition begins and ends: the offsets of its first message and after its last. */
export interface PartitionBounds {
  readonly start: bigint;
  readonly end: bigint;
}

interface Seen {
  readonly at: number;
  readonly partitions: Promise<ReadonlyMap<number, PartitionBounds>>;
}

/**
 * Where the logs of topics begin and end: one question for all partitions of a topic that ask within a second. An older end
 * is as good where it is noted before the owner is asked: what was written since comes from the log too.
 */
export class Bounds {
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly admin: Pick<Admin, 'fetchTopicOffsets'>) {}

  /** @throws the error of kafkajs where the brokers do not say */
  async of(topic: string, partition: number, fresh = false): Promise<PartitionBounds> {
    if (fresh) this.seen.delete(topic);
    const bounds = (await this.look(topic)).get(partition);
    if (!bounds) throw new Error(`${topic} has no partition ${partition}`);
    return bounds;
  }

  /** The group has changed, maybe because a topic was made again: nothing of before holds. */
  forget(): void {
    this.seen.clear();
  }

  private look(topic: string): Seen['partitions'] {
    const known = this.seen.get(topic);
    if (known && monotonicMs() - known.at < FRESH_MS) return known.partitions;
    const partitions = this.ask(topic);
    const seen = { at: monotonicMs(), partitions };
    this.seen.set(topic, seen);
    partitions.catch(() => {
      if (this.seen.get(topic) === seen) this.seen.delete(topic);
    });
    return partitions;
  }

  private async ask(topic: string): Seen['partitions'] {
    const offsets = await this.admin.fetchTopicOffsets(topic);
    return new Map(
      offsets.map(({ partition, low, high }) => [partition, { start: BigInt(low), end: BigInt(high) }]),
    );
  }
}
