import type { Admin, Kafka } from 'kafkajs';
import { monotonicMs } from '#kernel';
import type { LogPlace } from './outbox.js';

/** How old an answer of the broker may be. */
const FRESH_MS = 1_000;

interface Partition {
  /** The first offset that the group has not finished; 0n while it has finished none. */
  readonly committed: bigint;
  readonly end: bigint;
}

interface Seen {
  readonly at: number;
  readonly partitions: Promise<ReadonlyMap<number, Partition>>;
}

/** How far groups have got with their topics: asked where a command has been without an answer for long. */
export class Progress {
  private readonly seen = new Map<string, Seen>();
  private admin: Promise<Admin> | undefined;

  constructor(private readonly kafka: Pick<Kafka, 'admin'>) {}

  /**
   * Whether a message still waits for its group, or is being worked on. False where it is finished, and where the log
   * does not have it any more.
   * @throws the error of kafkajs where the brokers do not say
   */
  async isWaiting(topic: string, groupId: string, { partition, offset }: LogPlace): Promise<boolean> {
    const place = (await this.look(topic, groupId)).get(partition);
    return place !== undefined && offset >= place.committed && offset < place.end;
  }

  async close(): Promise<void> {
    await (await this.admin)?.disconnect();
  }

  private look(topic: string, groupId: string): Seen['partitions'] {
    const known = this.seen.get(topic);
    if (known && monotonicMs() - known.at < FRESH_MS) return known.partitions;
    const partitions = this.ask(topic, groupId);
    this.seen.set(topic, { at: monotonicMs(), partitions });
    return partitions;
  }

  private async ask(topic: string, groupId: string): Seen['partitions'] {
    const admin = await this.connected();
    const [ends, groups] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId, topics: [topic] }),
    ]);
    const committed = new Map(
      groups.flatMap(({ partitions }) => partitions.map(({ partition, offset }) => [partition, offset])),
    );
    return new Map(
      ends.map(({ partition, high, low }) => {
        const at = BigInt(committed.get(partition) ?? -1);
        return [partition, { committed: at < 0n ? BigInt(low) : at, end: BigInt(high) }];
      }),
    );
  }

  private connected(): Promise<Admin> {
    this.admin ??= (async () => {
      const admin = this.kafka.admin();
      await admin.connect();
      return admin;
    })().catch((error: unknown) => {
      this.admin = undefined;
      throw error;
    });
    return this.admin;
  }
}
