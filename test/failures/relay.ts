import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, Kafka, KafkaMessage, Producer } from 'kafkajs';
import { COMMAND_LINES } from '#contracts';
import { createPartitioner } from '#bus/kafka/partitioner';
import { kafkaClient } from '#bus/kafka/settings';
import { answersTopic, commandsTopic } from '#bus/kafka/topics';
import { silent } from '#hosting/testing/bench';
import { seededRandom, type Random } from '../crash/seed.js';

export interface RelayOptions {
  readonly broker: string;
  readonly seed: number;
  /** The prefix that each line of commands is handled under; every other prefix is one whose commands are carried there. */
  readonly homeOf: (line: string) => string;
  readonly prefixes: readonly string[];
  /** Of 1: how often a message is carried twice or three times, and how often it, or a copy, comes late. */
  readonly duplicates?: number;
  readonly delays?: number;
  readonly longestDelayMs?: number;
}

/**
 * A bus that behaves badly: services under different prefixes hear of each other only through it, and it carries their
 * commands and answers twice or three times, late, and so in another order, that of one key too.
 */
export class Relay {
  readonly counts = { carried: 0, copies: 0, late: 0 };
  private readonly random: Random;
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly consumers: Consumer[] = [];
  private readonly kafka: Kafka;
  private readonly producer: Producer;

  private constructor(private readonly options: RelayOptions) {
    const settings = { brokers: [options.broker], prefix: 'relay', tls: undefined, sasl: undefined };
    this.kafka = kafkaClient(settings, 'relay', silent);
    this.producer = this.kafka.producer({ createPartitioner, allowAutoTopicCreation: false });
    this.random = seededRandom(options.seed);
  }

  static async open(options: RelayOptions): Promise<Relay> {
    const relay = new Relay(options);
    await relay.producer.connect();
    await Promise.all(options.prefixes.map((prefix) => relay.follow(prefix)));
    return relay;
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.disconnect()));
    await Promise.allSettled(this.underWay);
    await this.producer.disconnect();
  }

  private async follow(prefix: string): Promise<void> {
    const { homeOf, prefixes } = this.options;
    const targets = new Map<string, readonly string[]>(
      COMMAND_LINES.filter((line) => homeOf(line) !== prefix).map((line) => [
        commandsTopic(prefix, line),
        [commandsTopic(homeOf(line), line)],
      ]),
    );
    const others = prefixes.filter((other) => other !== prefix);
    targets.set(answersTopic(prefix), others.map(answersTopic));
    const consumer = this.kafka.consumer({ groupId: `${prefix}.relay`, maxWaitTimeInMs: 20 });
    this.consumers.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topics: [...targets.keys()], fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, partition, message }) => {
        // Answers that were carried here already must not go round for ever.
        if (message.headers?.['relayed'] !== undefined) return;
        for (const target of targets.get(topic) ?? [])
          this.carry(target, message, topic === answersTopic(prefix) ? partition : undefined);
      },
    });
  }

  private carry(topic: string, message: KafkaMessage, partition: number | undefined): void {
    const { duplicates = 0.4, delays = 0.3, longestDelayMs = 600 } = this.options;
    const copies = this.random.next() < duplicates ? this.random.between(1, 2) : 0;
    this.counts.carried += 1;
    this.counts.copies += copies;
    for (let copy = 0; copy <= copies; copy += 1) {
      const late = this.random.next() < delays;
      if (late) this.counts.late += 1;
      const delayMs = late ? this.random.between(20, longestDelayMs) : 0;
      const { key, value } = message;
      const headers = { ...message.headers, relayed: '1' };
      const sent = sleep(delayMs).then(() =>
        this.producer.send({
          topic,
          messages: [{ key, value, headers, ...(partition !== undefined && { partition }) }],
        }),
      );
      const tracked: Promise<unknown> = sent.finally(() => this.underWay.delete(tracked));
      tracked.catch(() => undefined);
      this.underWay.add(tracked);
    }
  }
}
