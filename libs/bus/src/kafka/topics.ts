import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Admin, type ITopicConfig, type Kafka } from 'kafkajs';
import { monotonicMs } from '#kernel';
import { KafkaNotReady } from './settings.js';

const LEADERS_MS = 30_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The largest message, as it is stored: an invoice of 5000 items with its complements is 3 MB of JSON, a request at
 * the API's limit of 20 MB some 2 MB once compressed. Brokers of a cluster need as much: `replica.fetch.max.bytes`.
 */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

export const commandsTopic = (prefix: string, service: string): string => `${prefix}.commands.${service}`;
export const answersTopic = (prefix: string): string => `${prefix}.answers`;
export const deadLettersTopic = (prefix: string): string => `${prefix}.dead-letters`;
/** Where the public events of one kind of aggregate go. */
export const eventsTopic = (prefix: string, aggregate: string): string => `${prefix}.events.${aggregate}`;
export const commandsGroup = (prefix: string, service: string): string => `${prefix}.${service}`;

/** A topic as it must be. */
export interface TopicSpec {
  readonly topic: string;
  readonly partitions: number;
  /** Topic configuration by Kafka's own names. */
  readonly config: Readonly<Record<string, string>>;
  /** Other settings of a new topic; the operator of the cluster may change them later. */
  readonly initial?: Readonly<Record<string, string>>;
}

/** The topics of the command bus: those of the services, answers, and dead letters. */
export const busTopics = (prefix: string, services: readonly string[], partitions: number): TopicSpec[] => [
  ...services.map((service) => topic(commandsTopic(prefix, service), partitions, 7 * DAY_MS)),
  // An answer is of use for as long as somebody waits; segments are short so that old ones really go.
  topic(answersTopic(prefix), partitions, HOUR_MS, { 'segment.ms': String(HOUR_MS / 6) }),
  // One partition: the number of a letter is its offset.
  topic(deadLettersTopic(prefix), 1, 90 * DAY_MS),
];

/** Public events stay below the default limit of brokers and consumers (1 MiB). */
const MAX_EVENTS_BATCH_BYTES = 1024 * 1024;

/** The topics of public events; their readers decide how long to keep them. */
export const eventTopics = (prefix: string, aggregates: readonly string[], partitions: number): TopicSpec[] =>
  aggregates.map((aggregate) => ({
    topic: eventsTopic(prefix, aggregate),
    partitions,
    config: { 'cleanup.policy': 'delete', 'max.message.bytes': String(MAX_EVENTS_BATCH_BYTES) },
    initial: { 'retention.ms': String(30 * DAY_MS) },
  }));

/** A topic that nobody but our services reads and writes: how long it keeps its messages is ours to say. */
export const topic = (
  name: string,
  partitions: number,
  retentionMs: number,
  more: Readonly<Record<string, string>> = {},
): TopicSpec => ({
  topic: name,
  partitions,
  config: {
    'cleanup.policy': 'delete',
    'retention.ms': String(retentionMs),
    'max.message.bytes': String(MAX_MESSAGE_BYTES),
    ...more,
  },
});

/** What `ensureTopics` did, or could not. */
export interface TopicReport {
  readonly created: readonly string[];
  readonly configured: readonly string[];
  /** Sentences about what only a person can decide. */
  readonly differences: readonly string[];
}

/**
 * Creates the topics that are missing and sets the configuration of those that have another one. The number of
 * partitions of a topic is never changed: keys would move, and the order of their commands break.
 *
 * @param replication copies of each partition; undefined: three, or as many as there are brokers
 */
export async function ensureTopics(
  admin: Admin,
  specs: readonly TopicSpec[],
  replication?: number,
): Promise<TopicReport> {
  const { brokers } = await admin.describeCluster();
  const replicationFactor = replication ?? Math.min(3, brokers.length);
  // Acknowledged by two of three: a broker may die, or be restarted, and nothing is lost or stops.
  const durability = { 'min.insync.replicas': String(Math.max(1, replicationFactor - 1)) };
  const existing = new Set(await admin.listTopics());
  const missing = specs.filter(({ topic: name }) => !existing.has(name));
  if (missing.length > 0)
    await admin.createTopics({
      // Its own wait gives up where a broker has not heard of the topic yet.
      waitForLeaders: false,
      topics: missing.map(({ topic: name, partitions, config, initial }): ITopicConfig => ({
        ...{ topic: name, numPartitions: partitions, replicationFactor },
        configEntries: entries({ ...config, ...initial, ...durability }),
      })),
    });
  await leadersOf(admin, specs);
  const known = specs.filter(({ topic: name }) => existing.has(name));
  const configured: string[] = [];
  for (const spec of known) if (await configure(admin, spec)) configured.push(spec.topic);
  return {
    created: missing.map(({ topic: name }) => name),
    configured,
    differences: await differences(admin, known),
  };
}

/** Waits until each partition can be written to. */
async function leadersOf(admin: Admin, specs: readonly TopicSpec[]): Promise<void> {
  for (const deadline = monotonicMs() + LEADERS_MS; ;) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: specs.map((spec) => spec.topic) });
      if (
        topics.every(
          ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
        )
      )
        return;
      if (monotonicMs() > deadline)
        throw new KafkaNotReady('Kafka has given its new topics no leaders in time.');
    } catch (error) {
      if (monotonicMs() > deadline) throw error;
    }
    await sleep(100);
  }
}

const entries = (config: Readonly<Record<string, string>>) =>
  Object.entries(config).map(([name, value]) => ({ name, value }));

/** Sets what differs; what else somebody has set for the topic stays as it is. */
async function configure(admin: Admin, { topic: name, config }: TopicSpec): Promise<boolean> {
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const { resources } = await admin.describeConfigs({ resources: [{ type, name }], includeSynonyms: false });
  const present = resources[0]?.configEntries ?? [];
  const valueOf = new Map(present.map(({ configName, configValue }) => [configName, configValue]));
  if (Object.entries(config).every(([key, value]) => valueOf.get(key) === value)) return false;
  const own = present.filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
  const kept = Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]));
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type, name, configEntries: entries({ ...kept, ...config }) }],
  });
  return true;
}

async function differences(admin: Admin, specs: readonly TopicSpec[]): Promise<string[]> {
  if (specs.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: specs.map((spec) => spec.topic) });
  const present = new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
  return specs.flatMap(({ topic: name, partitions }) =>
    present.get(name) === partitions
      ? []
      : [`${name} has ${present.get(name)} partitions, not ${partitions}: they stay as they are.`],
  );
}

/**
 * How many partitions each topic has.
 * @throws {KafkaNotReady} where one is missing, with what to run
 */
export async function partitionsOf(
  admin: Admin,
  topics: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const existing = new Set(await admin.listTopics());
  const missing = topics.filter((name) => !existing.has(name));
  if (missing.length > 0)
    throw new KafkaNotReady(`Kafka has no topic ${missing.join(', ')}: run "npm run kafka:topics" first.`);
  if (topics.length === 0) return new Map();
  const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
  return new Map(metadata.topics.map(({ name, partitions }) => [name, partitions.length]));
}

/**
 * The services that have a topic of commands, and how many partitions the answers have.
 * @throws {KafkaNotReady} where the topics that all need are missing
 */
export async function servicesOn(
  kafka: Kafka,
  prefix: string,
): Promise<{ readonly known: ReadonlySet<string>; readonly answerPartitions: number }> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const partitions = await partitionsOf(admin, [answersTopic(prefix), deadLettersTopic(prefix)]);
    const commands = commandsTopic(prefix, '');
    const topics = await admin.listTopics();
    const services = topics
      .filter((name) => name.startsWith(commands))
      .map((name) => name.slice(commands.length));
    return { known: new Set(services), answerPartitions: partitions.get(answersTopic(prefix)) ?? 1 };
  } finally {
    await admin.disconnect();
  }
}
