import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import type { Logger } from 'pino';
import { domainTopic } from '#bus/kafka/domain/names';
import { createPartitioner } from '#bus/kafka/partitioner';
import { kafkaClient, type KafkaSettings } from '#bus/kafka/settings';
import { partitionsOf } from '#bus/kafka/topics';
import type { DomainEventWriter, DomainMessage } from './writer.js';

interface Connected {
  readonly producer: Producer;
  readonly partitions: ReadonlyMap<string, number>;
}

/**
 * Writes domain events to their topics on Kafka, acknowledged by all in-sync replicas. One for all relays of a process: each of
 * them waits for its request before it sends the next, and no two of them write to the same partition.
 */
export class KafkaDomainWriter implements DomainEventWriter {
  private readonly kafka: Kafka;
  private connecting: Promise<Connected> | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly aggregates: readonly string[],
    log: Logger,
  ) {
    this.kafka = kafkaClient(settings, `${settings.prefix}-relay`, log);
  }

  /** @throws {KafkaNotReady} where a topic is missing */
  async partitions(aggregate: string): Promise<number> {
    const { partitions } = await this.connected();
    const count = partitions.get(this.topicOf(aggregate));
    if (count === undefined) throw new Error(`${aggregate} is none of this service's aggregates`);
    return count;
  }

  async write(messages: readonly DomainMessage[]): Promise<void> {
    const { producer } = await this.connected();
    const topics = new Map<string, TopicMessages['messages']>();
    for (const { aggregate, partition, message } of messages) {
      const topic = this.topicOf(aggregate);
      const others = topics.get(topic) ?? [];
      topics.set(topic, others);
      others.push({ ...message, partition });
    }
    const topicMessages = [...topics].map(([topic, of]) => ({ topic, messages: of }));
    await producer.sendBatch({ acks: -1, topicMessages });
  }

  async close(): Promise<void> {
    const { connecting } = this;
    this.connecting = undefined;
    await connecting?.then(({ producer }) => producer.disconnect()).catch(() => undefined);
  }

  private topicOf(aggregate: string): string {
    return domainTopic(this.settings.prefix, aggregate);
  }

  /** Where it fails, the next one who asks tries again. */
  private connected(): Promise<Connected> {
    return (this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    }));
  }

  private async connect(): Promise<Connected> {
    const admin = this.kafka.admin();
    await admin.connect();
    const topics = this.aggregates.map((aggregate) => this.topicOf(aggregate));
    const partitions = await partitionsOf(admin, topics).finally(() => admin.disconnect());
    const producer = this.kafka.producer({ createPartitioner, allowAutoTopicCreation: false });
    await producer.connect();
    return { producer, partitions };
  }
}
