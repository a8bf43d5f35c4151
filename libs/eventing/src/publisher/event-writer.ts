import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import { toKafka, PUBLIC_AGGREGATES, type CloudEvent, type KafkaEvent } from '#contracts';
import { createPartitioner } from '#bus/kafka/partitioner';
import { kafkaClient, type KafkaSettings } from '#bus/kafka/settings';
import { eventsTopic, partitionsOf } from '#bus/kafka/topics';
import type { Logger } from 'pino';
import type { PublicEventWriter } from './publisher.js';

/** What a request holds. All of it may go to one partition, as one batch, which must stay below the topic's limit. */
const MAX_REQUEST_BYTES = 768 * 1024;
const MAX_REQUEST_EVENTS = 1_000;
/** What the headers and framing of a message take, roughly. */
const OVERHEAD_BYTES = 800;

/** A transaction whose producer has died is ended by the broker after this time, where no other producer does it before. */
const TRANSACTION_MS = 20_000;

/**
 * Writes public events to their topics, in order; acknowledged by all replicas. All writers of an installation have one
 * transactional id: the brokers refuse what a writer sends after another has taken over, however long it slept.
 */
export class EventWriter implements PublicEventWriter {
  private readonly kafka: Kafka;
  private producer: Producer | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    log: Logger,
  ) {
    this.kafka = kafkaClient(settings, `${settings.prefix}-publisher`, log);
  }

  /** @throws {KafkaNotReady} where a topic is missing */
  async takeOver(): Promise<void> {
    await this.close();
    const producer = await this.connected();
    try {
      // The first one makes the broker end an earlier writer's transaction, and raise the epoch; empty, it writes nothing.
      await (await producer.transaction()).abort();
    } catch (error) {
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
    this.producer = producer;
  }

  async write(events: readonly CloudEvent[], mayWrite: () => void): Promise<void> {
    if (events.length === 0) return;
    if (!this.producer) throw new Error('a writer writes after it has taken over');
    const transaction = await this.producer.transaction();
    try {
      for (const topicMessages of requestsOf(this.settings.prefix, events)) {
        mayWrite();
        await transaction.sendBatch({ acks: -1, topicMessages });
      }
      await transaction.commit();
    } catch (error) {
      await transaction.abort().catch(() => undefined);
      // It counts what it wrote, partition by partition: after a failure its count may not be the broker's.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }

  private async connected(): Promise<Producer> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      await partitionsOf(
        admin,
        PUBLIC_AGGREGATES.map((aggregate) => eventsTopic(this.settings.prefix, aggregate)),
      );
    } finally {
      await admin.disconnect();
    }
    const producer = this.kafka.producer({
      createPartitioner,
      allowAutoTopicCreation: false,
      transactionalId: publisherId(this.settings.prefix),
      transactionTimeout: TRANSACTION_MS,
      idempotent: true,
      maxInFlightRequests: 1,
      // Soon again at first: the broker is still busy with the end of the transaction before.
      retry: { initialRetryTime: 10, multiplier: 2, maxRetryTime: 1_000, retries: 7 },
    });
    await producer.connect();
    return producer;
  }
}

/** Names all writers of an installation to the brokers as one, of which the latest counts. */
const publisherId = (prefix: string): string => `${prefix}.publisher`;

/** The events in requests that are not too large; within each, those of a topic are in their order. */
function* requestsOf(prefix: string, events: readonly CloudEvent[]): Generator<TopicMessages[]> {
  let request = new Map<string, KafkaEvent[]>();
  let count = 0;
  let bytes = 0;
  for (const event of events) {
    const message = toKafka(event);
    const size = message.value.length + OVERHEAD_BYTES;
    if (count > 0 && (count >= MAX_REQUEST_EVENTS || bytes + size > MAX_REQUEST_BYTES)) {
      yield topicMessages(request);
      [request, count, bytes] = [new Map(), 0, 0];
    }
    const topic = eventsTopic(prefix, event.aggregate);
    const messages = request.get(topic) ?? [];
    request.set(topic, messages);
    messages.push(message);
    count += 1;
    bytes += size;
  }
  if (count > 0) yield topicMessages(request);
}

const topicMessages = (request: ReadonlyMap<string, KafkaEvent[]>): TopicMessages[] =>
  [...request].map(([topic, messages]) => ({ topic, messages }));
