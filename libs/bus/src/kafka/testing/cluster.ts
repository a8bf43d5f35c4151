import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { KafkaBus, type KafkaBusOptions } from '../kafka-bus.js';
import { kafkaClient, type KafkaSettings } from '../settings.js';
import { busTopics, ensureTopics } from '../topics.js';
import type { AnyCommands } from '#contracts';

/** The broker of this run: `npm run test:kafka` starts one and names it here. */
const brokers = (): string[] => {
  const given = process.env['TIMBRA_TEST_KAFKA'];
  if (given === undefined || given === '')
    throw new Error('No Kafka: run these specs by npm run test:kafka.');
  return given.split(',');
};

export const silent = pino({ level: process.env['TIMBRA_TEST_LOG'] ?? 'silent' });

/** Topics of a spec's own on the shared broker. */
export interface Cluster {
  readonly settings: KafkaSettings;
  open(options?: Partial<KafkaBusOptions>): Promise<KafkaBus<AnyCommands>>;
}

export async function freshCluster(
  services: readonly string[],
  { partitions = 3, at = brokers() }: { readonly partitions?: number; readonly at?: readonly string[] } = {},
): Promise<Cluster> {
  const prefix = `t${randomBytes(4).toString('hex')}`;
  const settings: KafkaSettings = { brokers: at, prefix, tls: undefined, sasl: undefined };
  const admin = kafkaClient(settings, 'test', silent).admin();
  await admin.connect();
  await ensureTopics(admin, busTopics(prefix, services, partitions));
  await admin.disconnect();
  return { settings, open: (options) => KafkaBus.open<AnyCommands>({ settings, log: silent, ...options }) };
}
