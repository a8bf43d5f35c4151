import { randomUUID } from 'node:crypto';
import type { Admin, Kafka } from 'kafkajs';
import { groupTimings, SESSION_MS } from './group-watch.js';
import { headerText, HEADER } from './codec.js';
import { LETTER, originalOf, type Original } from './dead-letter.js';
import { createPartitioner } from './partitioner.js';
import { partitionsOf } from './topics.js';

/** A command, or another message, that was given up. */
export interface DeadLetter {
  /** Its number: the offset in the topic of dead letters. */
  readonly number: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  /** The command's type and id, where the message says them. */
  readonly type: string | undefined;
  readonly id: string | undefined;
  /** ISO 8601: when the original was written, and when it was given up. */
  readonly writtenAt: string;
  readonly givenUpAt: string;
  readonly attempts: number;
  readonly error: { readonly name: string; readonly message: string };
  /** It was sent again since. */
  readonly replayed: boolean;
}

/** The letter with what it holds. */
export interface OpenedLetter {
  readonly letter: DeadLetter;
  readonly original: Original;
}

/** The letters of a topic, oldest first, those that were sent again included. */
export async function readDeadLetters(kafka: Kafka, topic: string): Promise<OpenedLetter[]> {
  const messages = await readAll(kafka, topic);
  const replayed = new Set(messages.map(({ message }) => headerText(message.headers, LETTER.replayed)));
  return messages.flatMap((original) => {
    const of = (name: string) => headerText(original.message.headers, name);
    const from = of(LETTER.topic);
    if (from === undefined) return [];
    const letter: DeadLetter = {
      number: original.message.offset,
      topic: from,
      partition: Number(of(LETTER.partition)),
      offset: of(LETTER.offset) ?? '',
      key: original.message.key?.toString() ?? '',
      type: of(HEADER.type),
      id: of(HEADER.id),
      writtenAt: of(LETTER.writtenAt) ?? '',
      givenUpAt: of(LETTER.givenUpAt) ?? '',
      attempts: Number(of(LETTER.attempts)),
      error: { name: of(LETTER.errorName) ?? '', message: of(LETTER.errorMessage) ?? '' },
      replayed: replayed.has(original.message.offset),
    };
    return [{ letter, original }];
  });
}

/**
 * Sends the originals to their topics again, then notes that it did. When it ends in between, the letter can be
 * sent once more: a command that was handled is known by its id.
 */
export async function replayDeadLetters(
  kafka: Kafka,
  topic: string,
  letters: readonly OpenedLetter[],
): Promise<void> {
  const producer = kafka.producer({ createPartitioner, allowAutoTopicCreation: false });
  await producer.connect();
  try {
    for (const { letter, original } of letters) {
      const again = originalOf(original);
      if (!again) continue;
      const { topic: to, key, value, headers } = again;
      await producer.send({ topic: to, messages: [{ key, value, headers }] });
      const note = {
        key,
        value: Buffer.alloc(0),
        partition: 0,
        headers: { [LETTER.replayed]: letter.number },
      };
      await producer.send({ topic, messages: [note] });
    }
  } finally {
    await producer.disconnect();
  }
}

/** All messages of the topic's one partition, up to where it ended when this began. */
async function readAll(kafka: Kafka, topic: string): Promise<Original[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await partitionsOf(admin, [topic]);
    const [end] = await admin.fetchTopicOffsets(topic);
    const [low, high] = [BigInt(end?.low ?? 0), BigInt(end?.high ?? 0)];
    return low === high ? [] : await readTo(kafka, admin, topic, high);
  } finally {
    await admin.disconnect();
  }
}

async function readTo(kafka: Kafka, admin: Admin, topic: string, end: bigint): Promise<Original[]> {
  const groupId = `${topic}.reader.${randomUUID()}`;
  const consumer = kafka.consumer({ ...groupTimings(SESSION_MS), groupId });
  const found: Original[] = [];
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((done, failed) => {
      consumer.on(consumer.events.CRASH, ({ payload: { error } }) => failed(error));
      consumer
        .run({
          autoCommit: false,
          eachMessage: async ({ partition, message }) => {
            const offset = BigInt(message.offset);
            if (offset < end) found.push({ topic, partition, message });
            if (offset >= end - 1n) done();
          },
        })
        .catch(failed);
    });
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
  }
  return found;
}
