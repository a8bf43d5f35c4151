import type { Admin, Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from 'pino';
import type { EventLog, LogMessage, PartitionLog } from '../../events/log.js';
import { headerText, HEADER, type Sealing } from '../codec.js';
import { fetchedFrom, isOutdated } from '../group-internals.js';
import { groupTimings, GroupWatch } from '../group-watch.js';
import { KafkaNotReady } from '../settings.js';
import { partitionsOf } from '../topics.js';
import { LEAVE_MS, within } from '../within.js';
import { Bounds } from './bounds.js';
import { decodeEvent, positionIn, previousIn } from './codec.js';
import { AssignedPartition, type Fetched } from './partition.js';
import { domainTopic } from './topics.js';

export interface KafkaEventLogOptions {
  readonly kafka: Kafka;
  readonly prefix: string;
  /** The service: its processes share the partitions. */
  readonly service: string;
  readonly sessionMs: number;
  /** How many each topic must have, where the process relies on it. */
  readonly partitions?: number;
  readonly sealing: Sealing | undefined;
  readonly log: Logger;
}

/** The group in which the processes of a service share the partitions of domain topics. */
export const domainGroup = (prefix: string, service: string): string => `${prefix}.${service}.domain`;

const JOIN_MS = 30_000;
const MOST_WAIT_MS = 500;
/** How much larger than its compressed bytes a message becomes in memory, roughly. */
const UNZIPPED = 8;

/**
 * The domain topics of other services: one consumer of kafkajs for all of a process. The group only says which partitions
 * are whose: from where each is read, the lanes say, so no offset is committed. What kafkajs reads from elsewhere, since it
 * has found nothing where it was to read, is not taken.
 */
export class KafkaEventLog implements EventLog {
  private readonly consumer: Consumer;
  private readonly admin: Admin;
  private readonly bounds: Bounds;
  private readonly watch: GroupWatch;
  private readonly aggregateOf = new Map<string, string>();
  private partitions = new Map<string, AssignedPartition>();
  private assigned: (partitions: readonly PartitionLog[]) => void = () => undefined;

  constructor(private readonly options: KafkaEventLogOptions) {
    const { kafka, prefix, service, sessionMs } = options;
    this.consumer = kafka.consumer({
      ...groupTimings(sessionMs),
      groupId: domainGroup(prefix, service),
      minBytes: 1,
      // A partition that is read on after a pause, or from elsewhere, joins the next fetch.
      maxWaitTimeInMs: Math.min(MOST_WAIT_MS, sessionMs / 10),
    });
    this.admin = kafka.admin();
    this.bounds = new Bounds(this.admin);
    this.watch = new GroupWatch(this.consumer, sessionMs, (assignment) => this.assign(assignment));
  }

  /** @throws {KafkaNotReady} */
  async open(
    aggregates: readonly string[],
    assigned: (partitions: readonly PartitionLog[]) => void,
  ): Promise<void> {
    const { prefix, service } = this.options;
    this.assigned = assigned;
    for (const aggregate of aggregates) this.aggregateOf.set(domainTopic(prefix, aggregate), aggregate);
    const topics = [...this.aggregateOf.keys()];
    await this.admin.connect();
    await this.check(topics);
    await this.consumer.connect();
    await this.consumer.subscribe({ topics, fromBeginning: true });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.take(payload),
    });
    if (!(await this.watch.joined(JOIN_MS)))
      throw new KafkaNotReady(
        `Kafka did not let this process join the group ${domainGroup(prefix, service)} in time.`,
      );
  }

  async close(): Promise<void> {
    this.loseAll();
    await within(LEAVE_MS, Promise.all([this.consumer.disconnect(), this.admin.disconnect()]));
  }

  /** Whether it is in its group. */
  get connected(): boolean {
    return this.watch.connected;
  }

  /** False where it will not recover by itself. */
  get alive(): boolean {
    return this.watch.alive;
  }

  /** Called before anything is fetched. Also a partition that stays is begun again: its topic may be another now. */
  private assign(assignment: Readonly<Record<string, number[]>>): void {
    this.loseAll();
    this.bounds.forget();
    for (const [topic, aggregate] of this.aggregateOf)
      for (const partition of assignment[topic] ?? [])
        this.partitions.set(`${topic}/${partition}`, this.partitionOf(topic, aggregate, partition));
    this.assigned([...this.partitions.values()]);
  }

  /** @throws {KafkaNotReady} */
  private async check(topics: readonly string[]): Promise<void> {
    const { partitions } = this.options;
    for (const [topic, count] of await partitionsOf(this.admin, topics))
      if (partitions !== undefined && count !== partitions)
        throw new KafkaNotReady(
          `The topic ${topic} has ${count} partitions, and TIMBRA_KAFKA_PARTITIONS says ${partitions}: it must say ${count}.`,
        );
  }

  private loseAll(): void {
    for (const partition of this.partitions.values()) partition.lose();
    this.partitions = new Map();
  }

  private partitionOf(topic: string, aggregate: string, partition: number): AssignedPartition {
    const { consumer, bounds } = this;
    const whole = [{ topic, partitions: [partition] }];
    return new AssignedPartition(aggregate, partition, {
      seek: (offset) => consumer.seek({ topic, partition, offset: offset.toString() }),
      pause: () => consumer.pause(whole),
      resume: () => consumer.resume(whole),
      bounds: (fresh) => bounds.of(topic, partition, fresh),
    });
  }

  private async take(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    // A process that was paused for long reads nothing before the group has answered again: the topic may be another.
    if (!this.watch.mayBegin) await payload.heartbeat();
    const partition = this.partitions.get(`${batch.topic}/${batch.partition}`);
    const from = fetchedFrom(batch);
    if (!partition || from === undefined || !this.watch.mayBegin || isOutdated(batch) || payload.isStale())
      return;
    const last = batch.lastOffset();
    const next = BigInt(last) + 1n;
    const messages = batch.messages.flatMap((message) =>
      this.messageOf(batch.topic, batch.partition, message),
    );
    const page: Fetched = { from, messages, next, end: BigInt(batch.highWatermark) };
    if (partition.take(page)) payload.resolveOffset(last);
    await payload.heartbeat();
  }

  /** None where it is no event: nobody but the relay writes there, and it names a position in each. */
  private messageOf(topic: string, partition: number, message: KafkaMessage): LogMessage[] {
    const { log, sealing } = this.options;
    const position = positionIn(message.headers);
    if (position === undefined) {
      log.warn(
        { topic, partition, offset: message.offset },
        'a message that is no domain event was passed over',
      );
      return [];
    }
    const zipped = headerText(message.headers, HEADER.encoding) !== undefined;
    let opened: ReturnType<typeof decodeEvent> | undefined;
    return [
      {
        ...{ offset: BigInt(message.offset), position, previous: previousIn(message.headers) },
        bytes: 200 + (message.value?.length ?? 0) * (zipped ? UNZIPPED : 1),
        // Once for all lanes; again where it could not be read.
        open: () =>
          (opened ??= decodeEvent(message, sealing).catch((error: unknown) => {
            opened = undefined;
            throw error;
          })),
      },
    ];
  }
}
