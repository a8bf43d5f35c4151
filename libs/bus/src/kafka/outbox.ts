import type { Producer, ProducerBatch, RecordMetadata } from 'kafkajs';
import type { Logger } from 'pino';
import type { Message } from './codec.js';
import { chosenPartition } from './partitioner.js';

/** One message to write. */
export interface Outgoing extends Message {
  readonly topic: string;
  /** Where to, for messages that do not go by their key. */
  readonly partition?: number;
}

/** Where a message is in the log. */
export interface LogPlace {
  readonly partition: number;
  readonly offset: bigint;
}

/** A message that waits to be written. */
interface Waiting {
  readonly message: Outgoing;
  readonly written: (place: LogPlace | undefined) => void;
  readonly failed: (error: unknown) => void;
  /** Nobody wants it written any more. */
  readonly withdrawn: () => boolean;
}

/** All of one request go into one record batch for each partition, which must stay below the topic's limit. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const MAX_BATCH = 1_000;
const MAX_PAUSE_MS = 2_000;

/** Errors of Kafka's protocol that no later attempt will not meet. */
const PERMANENT = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_RECORD',
  'TOPIC_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
]);

/**
 * Writes messages in the order they were handed over, topic by topic: one request at a time for each, with all that
 * has gathered meanwhile, acknowledged by all replicas. What fails is written again until it succeeds or is
 * withdrawn, so an unavailable broker delays messages and loses none; one may be written twice.
 */
export class Outbox {
  private readonly queues = new Map<string, Waiting[]>();
  private readonly writers = new Map<string, Promise<void>>();
  private failures = 0;
  private abandoned = false;

  constructor(
    private readonly producer: Pick<Producer, 'sendBatch'>,
    private readonly log: Logger,
  ) {}

  /** False while writing fails. */
  get healthy(): boolean {
    return this.failures === 0;
  }

  /**
   * Resolves when the message is written, with its place where the broker says it; never when it is withdrawn first.
   * Rejects what can never be written.
   */
  write(message: Outgoing, withdrawn: () => boolean = () => false): Promise<LogPlace | undefined> {
    return new Promise((written, failed) => {
      const queue = this.queues.get(message.topic) ?? [];
      this.queues.set(message.topic, queue);
      queue.push({ message, written, failed, withdrawn });
      if (!this.writers.has(message.topic)) this.writers.set(message.topic, this.drain(message.topic, queue));
    });
  }

  /** Waits until all is written, or the time is up: then what is left is given up. */
  async close(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    await Promise.race([Promise.all(this.writers.values()), patience]);
    clearTimeout(timer);
    this.abandoned = true;
  }

  private async drain(topic: string, queue: Waiting[]): Promise<void> {
    // The rest of this turn joins the first request.
    await Promise.resolve();
    for (let pauseMs = 50; ;) {
      const batch = takeBatch(queue);
      if (batch.length === 0 || this.abandoned) break;
      try {
        await this.writeBatch(topic, batch);
        this.failures = 0;
        pauseMs = 50;
      } catch (error) {
        queue.unshift(...batch);
        this.failures += 1;
        this.log.warn({ err: error, topic, messages: queue.length }, 'Kafka takes no messages; trying again');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
      }
    }
    // In the same turn as the last check: a later message must find no writer at work.
    this.writers.delete(topic);
  }

  /**
   * Writes a batch; one that Kafka permanently refuses is written message by message, so that only the bad one fails.
   */
  private async writeBatch(topic: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const request = requestOf(topic, batch);
      const places = placesOf(request, await this.producer.sendBatch(request));
      for (const [n, { written }] of batch.entries()) written(places[n]);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      const [only] = batch;
      if (batch.length === 1) return only?.failed(error);
      for (const waiting of batch) await this.writeBatch(topic, [waiting]);
    }
  }
}

const requestOf = (topic: string, batch: readonly Waiting[]): ProducerBatch => ({
  acks: -1,
  topicMessages: [
    {
      topic,
      messages: batch.map(({ message: { key, value, headers, partition } }) => ({
        ...{ key, value, headers },
        ...(partition !== undefined && { partition }),
      })),
    },
  ],
});

/** The places of a request's messages: those of one partition follow each other. */
function placesOf(
  { topicMessages = [] }: ProducerBatch,
  written: readonly RecordMetadata[],
): (LogPlace | undefined)[] {
  const next = new Map(written.map(({ partition, baseOffset }) => [partition, baseOffset]));
  const offsets = new Map<number, bigint>();
  return topicMessages
    .flatMap(({ messages }) => messages)
    .map((message) => {
      const partition = chosenPartition(message);
      const base = partition === undefined ? undefined : next.get(partition);
      if (partition === undefined || base === undefined) return undefined;
      const offset = offsets.get(partition) ?? BigInt(base);
      offsets.set(partition, offset + 1n);
      return { partition, offset };
    });
}

function takeBatch(queue: Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  let bytes = 0;
  while (batch.length < MAX_BATCH) {
    const [next] = queue;
    if (next === undefined) break;
    bytes += next.message.value.length;
    if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
    queue.shift();
    if (!next.withdrawn()) batch.push(next);
  }
  return batch;
}

/** Looks through what kafkajs wraps around the broker's answer. */
export function isPermanent(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (PERMANENT.has((cause as { type?: string }).type ?? '')) return true;
  return false;
}
