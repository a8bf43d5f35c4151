import {
  AssignerProtocol,
  type Admin,
  type Consumer,
  type EachBatchPayload,
  type Kafka,
  type PartitionAssigner,
} from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { answersGroup, chooseAnswerPartition, sharesAnswers } from './answer-partition.js';
import { decodeAnswer, headerText, HEADER, type Answer, type Sealing } from './codec.js';
import { groupTimings, GroupWatch } from './group-watch.js';
import { KafkaNotReady } from './settings.js';

const { MemberAssignment, MemberMetadata } = AssignerProtocol;
const JOIN_MS = 30_000;
/** How often an instance chooses again, where others that start with it have chosen the same. */
const CHOICES = 3;
const END_TRIES = 20;
const END_PAUSE_MS = 200;

export interface AnswersOptions {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly partitions: number;
  readonly sessionMs: number;
  /** Names this process among all that ask. */
  readonly instance: string;
  readonly log: Logger;
  readonly sealing?: Sealing | undefined;
  readonly onAnswer: (ask: string, answer: Answer) => void;
}

/**
 * The answers to this instance's commands. They all come on one partition, which it chooses when it opens, and the instance
 * reads just that one, in a group of its own: instances that come and go never move anybody's partition. Answers to
 * others on the same partition are left alone.
 *
 * It reads from where the partition ended before the first command could be sent, and continues there whenever it has
 * to join again: nothing is missed, neither before the first fetch nor while a broker is unavailable.
 */
export class Answers {
  private readonly consumer: Consumer;
  private readonly watch: GroupWatch;
  private next: bigint | undefined;

  private constructor(
    private readonly options: AnswersOptions,
    readonly partition: number,
  ) {
    const { kafka, topic, instance, sessionMs } = options;
    this.consumer = kafka.consumer({
      ...groupTimings(sessionMs),
      groupId: answersGroup(topic, instance),
      partitionAssigners: [onlyPartition(partition)],
    });
    this.watch = new GroupWatch(this.consumer, sessionMs, () => {
      if (this.next !== undefined) this.consumer.seek({ topic, partition, offset: this.next.toString() });
    });
  }

  /** Chooses its partition, and begins to listen; resolves when answers arrive. */
  static async open(options: AnswersOptions): Promise<Answers> {
    const admin = options.kafka.admin();
    await admin.connect();
    try {
      for (let tries = 1; ; tries += 1) {
        const partition = await chooseAnswerPartition({ ...options, admin }, tries);
        const answers = await Answers.listen(options, partition, admin);
        if (tries === CHOICES || !(await sharesAnswers({ ...options, admin }, partition))) return answers;
        await answers.close();
      }
    } finally {
      await admin.disconnect();
    }
  }

  private static async listen(options: AnswersOptions, partition: number, admin: Admin): Promise<Answers> {
    const answers = new Answers(options, partition);
    try {
      answers.next = await endOf(admin, options.topic, partition);
      await answers.join();
      return answers;
    } catch (error) {
      await answers.close().catch(() => undefined);
      throw error;
    }
  }

  private async join(): Promise<void> {
    const { topic } = this.options;
    await this.consumer.connect();
    // From the beginning only if the place is gone: its messages were removed while a broker was unavailable.
    await this.consumer.subscribe({ topic, fromBeginning: true });
    await this.consumer.run({ autoCommit: false, eachBatch: (payload) => this.take(payload) });
    if (!(await this.watch.joined(JOIN_MS)))
      throw new KafkaNotReady('Kafka did not let this process listen for answers in time.');
  }

  get connected(): boolean {
    return this.watch.connected;
  }

  get alive(): boolean {
    return this.watch.alive;
  }

  async close(): Promise<void> {
    await this.consumer.disconnect();
  }

  private async take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const { instance, onAnswer, log, sealing } = this.options;
    // The log is shorter than it was: a cluster has lost its end. What comes now are new messages.
    if (this.next !== undefined && this.next > BigInt(batch.highWatermark)) this.next = undefined;
    for (const message of batch.messages) {
      const offset = BigInt(message.offset);
      if (this.next !== undefined && offset < this.next) continue;
      const ask = headerText(message.headers, HEADER.ask);
      if (headerText(message.headers, HEADER.answerTo) === instance && ask !== undefined)
        try {
          onAnswer(ask, await decodeAnswer(message, { instance, ask }, sealing));
        } catch (error) {
          log.error({ err: error, offset: message.offset }, 'an answer can not be read');
        }
      this.next = offset + 1n;
    }
    await payload.heartbeat();
  }
}

/** Where a partition ends now. Its leader may be changing: then again, a few times. */
async function endOf(admin: Admin, topic: string, partition: number): Promise<bigint> {
  for (let tries = 1; ; tries += 1)
    try {
      const ends = await admin.fetchTopicOffsets(topic);
      return BigInt(ends.find((end) => end.partition === partition)?.high ?? 0);
    } catch (error) {
      if (tries === END_TRIES) throw error;
      await sleep(END_PAUSE_MS);
    }
}

/** Gives every member the one partition: the group has no other members than this process, now or before. */
const onlyPartition =
  (partition: number): PartitionAssigner =>
  () => ({
    name: 'TimbraOnlyPartition',
    version: 1,
    assign: async ({ members, topics }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({
          version: 1,
          assignment: Object.fromEntries(topics.map((topic) => [topic, [partition]])),
          userData: Buffer.alloc(0),
        }),
      })),
    protocol: ({ topics }) => ({
      name: 'TimbraOnlyPartition',
      metadata: MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
  });
