import { randomUUID } from 'node:crypto';
import type { Admin, Producer } from 'kafkajs';
import { readPosition, type Position } from '#kernel';
import { encodeEvent } from '#bus/kafka/domain/codec';
import { KafkaEventLog } from '#bus/kafka/domain/event-log';
import { domainTopic } from '#bus/kafka/domain/topics';
import { createPartitioner, partitionOf } from '#bus/kafka/partitioner';
import { kafkaClient, type KafkaSettings } from '#bus/kafka/settings';
import { freshCluster, silent } from '#bus/kafka/testing/cluster';
import { DAY_MS, ensureTopics, topic } from '#bus/kafka/topics';
import type { FeedBench } from '#bus/events/contract';
import { until } from '#bus/testing/until';
import type { RecordedEvent } from '#event-store';
import { LogFeed } from '../log-feed.js';
import type { Past } from '../past.js';

const SESSION_MS = 6_000;

const metadata = {
  ...{ organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
  ...{ commandId: 'command-1', correlationId: 'request-1', actor: 'key:test' },
};

/** Domain topics on a real Kafka, with an owner that stores events and writes them there, as the relay does. */
export class KafkaBench implements FeedBench, Past {
  readonly apart = true;
  /** By aggregate, in the order of their positions. */
  private readonly stored = new Map<string, RecordedEvent[]>();
  private position = 0n;
  private service = 0;
  private writes: Promise<void> = Promise.resolve();
  /** How often the owner was asked. */
  asked = 0;

  private constructor(
    readonly settings: KafkaSettings,
    private readonly admin: Admin,
    private readonly producer: Producer,
    readonly partitions: number,
  ) {}

  static async start(partitions: number): Promise<KafkaBench> {
    const { settings } = await freshCluster([]);
    const kafka = kafkaClient(settings, 'test', silent);
    const [admin, producer] = [
      kafka.admin(),
      kafka.producer({ createPartitioner, maxInFlightRequests: 1, allowAutoTopicCreation: false }),
    ];
    await Promise.all([admin.connect(), producer.connect()]);
    return new KafkaBench(settings, admin, producer, partitions);
  }

  /** Topics for streams that begin so, and a group that nobody was in yet. */
  async prepare(prefixes: readonly string[]): Promise<void> {
    this.service += 1;
    await this.makeTopics(prefixes.map((prefix) => prefix.slice(0, -1)));
  }

  async makeTopics(aggregates: readonly string[]): Promise<void> {
    const { prefix } = this.settings;
    await ensureTopics(
      this.admin,
      aggregates.map((aggregate) => topic(domainTopic(prefix, aggregate), this.partitions, DAY_MS)),
    );
  }

  /** Deletes a topic with all that is in it, and makes it again. */
  async remakeTopic(aggregate: string): Promise<void> {
    const name = domainTopic(this.settings.prefix, aggregate);
    await this.admin.deleteTopics({ topics: [name] });
    await until(async () => !(await this.admin.listTopics()).includes(name));
    await this.makeTopics([aggregate]);
  }

  /** Removes the oldest messages of a partition, as retention does. */
  async forget(aggregate: string, partition: number, before: bigint): Promise<void> {
    await this.admin.deleteTopicRecords({
      topic: domainTopic(this.settings.prefix, aggregate),
      partitions: [{ partition, offset: before.toString() }],
    });
  }

  open(): LogFeed {
    return new LogFeed({ events: this.openLog(), past: this, lift: (event) => event, log: silent });
  }

  openLog(): KafkaEventLog {
    const { settings, service } = this;
    return new KafkaEventLog({
      ...{ kafka: kafkaClient(settings, 'test', silent), prefix: settings.prefix, log: silent },
      ...{ service: `service${service}`, sessionMs: SESSION_MS, sealing: undefined },
    });
  }

  async append(stream: string, count: number): Promise<void> {
    await this.write(this.store(stream, count));
  }

  /** Stores events, and does not write them to the log yet. */
  store(stream: string, count: number): RecordedEvent[] {
    const all = this.storedOf(stream);
    const revision = all.filter(({ streamId }) => streamId === stream).length;
    const events = Array.from({ length: count }, (_, n): RecordedEvent => {
      this.position += 1n;
      return {
        ...{ id: randomUUID(), streamId: stream, type: 'Happened', data: {}, metadata },
        ...{ revision: revision + n, recordedAt: new Date(0), position: readPosition(this.position) },
      };
    });
    all.push(...events);
    return events;
  }

  /** In the order of the calls, one request at a time. */
  write(events: readonly RecordedEvent[]): Promise<void> {
    return (this.writes = this.writes.then(async () => {
      for (const event of events) {
        const message = await encodeEvent({ ...event, previous: this.previousOf(event) });
        const name = domainTopic(this.settings.prefix, aggregateOf(event.streamId));
        await this.producer.send({ topic: name, acks: -1, messages: [message] });
      }
    }));
  }

  async read(aggregate: string, partition: number, after: Position, limit: number) {
    this.asked += 1;
    const later = this.inPartition(aggregate, partition).filter(({ position }) => position > after);
    const events = later.slice(0, limit);
    return { events, looked: events.at(-1)?.position ?? after, end: later.length <= limit };
  }

  /** What the owner has stored of a partition. */
  inPartition(aggregate: string, partition: number): RecordedEvent[] {
    const all = this.stored.get(aggregate) ?? [];
    return all.filter(({ streamId }) => partitionOf(streamId, this.partitions) === partition);
  }

  private previousOf({ streamId, position }: RecordedEvent): Position {
    const all = this.inPartition(aggregateOf(streamId), partitionOf(streamId, this.partitions));
    return all[all.findIndex((event) => event.position === position) - 1]?.position ?? 0n;
  }

  async dispose(): Promise<void> {
    await Promise.all([this.admin.disconnect(), this.producer.disconnect()]);
  }

  private storedOf(stream: string): RecordedEvent[] {
    const aggregate = aggregateOf(stream);
    const stored = this.stored.get(aggregate) ?? [];
    this.stored.set(aggregate, stored);
    return stored;
  }
}

const aggregateOf = (stream: string): string => stream.slice(0, stream.lastIndexOf('-'));
