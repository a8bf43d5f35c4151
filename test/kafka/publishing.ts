import { randomBytes } from 'node:crypto';
import type { IHeaders } from 'kafkajs';
import { headerText } from '#bus/kafka/codec';
import { kafkaClient, type KafkaSettings } from '#bus/kafka/settings';
import { eventsTopic, eventTopics, ensureTopics } from '#bus/kafka/topics';
import { PUBLIC_AGGREGATES } from '#contracts';
import { silent } from '#hosting/testing/bench';

/** A public event as a reader gets it. */
export interface Published {
  readonly topic: string;
  readonly partition: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string;
}

/** A prefix of a spec's own on a broker, with the topics of public events. */
export async function freshTopics(broker: string, partitions = 3): Promise<KafkaSettings> {
  const prefix = `p${randomBytes(4).toString('hex')}`;
  const settings: KafkaSettings = { brokers: [broker], prefix, tls: undefined, sasl: undefined };
  const admin = kafkaClient(settings, 'test', silent).admin();
  await admin.connect();
  await ensureTopics(admin, eventTopics(prefix, PUBLIC_AGGREGATES, partitions));
  await admin.disconnect();
  return settings;
}

/** Reads all public topics from their beginning, as a service of somebody else would. */
export class Reader {
  readonly published: Published[] = [];
  private constructor(private readonly end: () => Promise<void>) {}

  /** @param readUncommitted also what a transaction wrote that was not committed, as many clients do by default */
  static async start(settings: KafkaSettings, readUncommitted = false): Promise<Reader> {
    const consumer = kafkaClient(settings, 'reader', silent).consumer({
      groupId: `reader-${randomBytes(4).toString('hex')}`,
      readUncommitted,
      ...{ maxWaitTimeInMs: 100, retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 30 } },
    });
    const reader = new Reader(() => consumer.disconnect());
    await consumer.connect();
    const topics = PUBLIC_AGGREGATES.map((aggregate) => eventsTopic(settings.prefix, aggregate));
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, partition, message }) => {
        const headers = textsOf(message.headers);
        const [key, value] = [message.key?.toString() ?? '', message.value?.toString() ?? ''];
        reader.published.push({ topic, partition, key, headers, value });
      },
    });
    return reader;
  }

  stop(): Promise<void> {
    return this.end();
  }

  /** How many different events have come. */
  get distinct(): number {
    return new Set(this.published.map(({ headers }) => headers['ce_id'])).size;
  }

  /** What a reader has who passes over ids that it knows: amounts by invoice, in the order they came. */
  get amounts(): Map<string, string[]> {
    const seen = new Set<string | undefined>();
    const amounts = new Map<string, string[]>();
    for (const { key, headers, value } of this.published) {
      if (seen.has(headers['ce_id'])) continue;
      seen.add(headers['ce_id']);
      const { amount } = JSON.parse(value) as { readonly amount: string };
      amounts.set(key, [...(amounts.get(key) ?? []), amount]);
    }
    return amounts;
  }
}

const textsOf = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, headerText(headers, name) ?? '']));
