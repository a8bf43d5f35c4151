import { randomBytes } from 'node:crypto';
import { COMMAND_LINES, PUBLIC_AGGREGATES } from '#contracts';

/**
 * The bus of a story, as the environment of the service says it: within the process; or with
 * TIMBRA_TEST_BUS=<host:port of a Kafka>, so that every story can be run over it, topics of its own there.
 */
export async function testBus(
  broker = process.env['TIMBRA_TEST_BUS'],
): Promise<Readonly<Record<string, string>>> {
  if (broker === undefined || broker === '') return {};
  const { kafkaClient } = await import('#bus/kafka/settings');
  const { busTopics, ensureTopics, eventTopics } = await import('#bus/kafka/topics');
  const { domainTopics } = await import('#bus/kafka/domain/topics');
  const { default: pino } = await import('pino');
  const prefix = `e${randomBytes(4).toString('hex')}`;
  const settings = { brokers: [broker], prefix, tls: undefined, sasl: undefined };
  const admin = kafkaClient(settings, 'test', pino({ level: 'silent' })).admin();
  await admin.connect();
  await ensureTopics(admin, [
    ...busTopics(prefix, COMMAND_LINES, 3),
    ...eventTopics(prefix, PUBLIC_AGGREGATES, 3),
    ...domainTopics(prefix, 3),
  ]);
  await admin.disconnect();
  return { TIMBRA_KAFKA: broker, TIMBRA_KAFKA_PREFIX: prefix };
}
