import type { Kafka, KafkaMessage } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { createPartitioner } from '#bus/kafka/partitioner';
import { kafkaClient } from '#bus/kafka/settings';
import { silent } from '#hosting/testing/bench';

/** A message with where it is. */
export interface Logged {
  readonly topic: string;
  readonly message: KafkaMessage;
}

export const clientOf = (broker: string): Kafka =>
  kafkaClient({ brokers: [broker], prefix: 'test', tls: undefined, sasl: undefined }, 'test', silent);

/** All messages of the topics, up to where they end now. */
export async function readLog(kafka: Kafka, topics: readonly string[]): Promise<Logged[]> {
  const admin = kafka.admin();
  await admin.connect();
  const left = new Map<string, bigint>();
  for (const topic of topics)
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      if (BigInt(high) > BigInt(low)) left.set(`${topic}/${partition}`, BigInt(high));
  await admin.disconnect();
  const logged: Logged[] = [];
  if (left.size === 0) return logged;
  const consumer = kafka.consumer({ groupId: `reader-${randomUUID()}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await new Promise<void>((done, failed) => {
    // Not by the messages: what ends a transaction is in the log too, and is not one.
    consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { topic, partition, lastOffset } }) => {
      const place = `${topic}/${partition}`;
      const end = left.get(place);
      if (end !== undefined && BigInt(lastOffset) + 1n >= end) left.delete(place);
      if (left.size === 0) done();
    });
    consumer
      .run({
        autoCommit: false,
        eachMessage: async ({ topic, partition, message }) => {
          const end = left.get(`${topic}/${partition}`);
          if (end !== undefined && BigInt(message.offset) < end) logged.push({ topic, message });
        },
      })
      .catch(failed);
  });
  await consumer.disconnect();
  return logged;
}

/** Writes messages again as they were, in the order given. */
export async function writeAgain(kafka: Kafka, messages: readonly Logged[]): Promise<void> {
  const producer = kafka.producer({ createPartitioner, allowAutoTopicCreation: false });
  await producer.connect();
  for (let from = 0; from < messages.length; from += 50)
    await producer.sendBatch({
      acks: -1,
      topicMessages: messages.slice(from, from + 50).map(({ topic, message: { key, value, headers } }) => ({
        topic,
        messages: [{ key, value, ...(headers && { headers }) }],
      })),
    });
  await producer.disconnect();
}
