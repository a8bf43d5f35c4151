import { kafkaClient } from '#bus/kafka/settings';
import { domainTopics } from '#bus/kafka/domain/topics';
import { busTopics, ensureTopics, eventTopics } from '#bus/kafka/topics';
import { COMMAND_LINES, PUBLIC_AGGREGATES } from '#contracts';
import { loadConfig } from '../config/config.js';
import { createLogger } from '../logging/logger.js';
import { StartupError } from '../postgres/startup-error.js';
import { exitWithSentence } from './exit.js';

/** `npm run kafka:topics`: a step of every deployment, before the services start. Safe to repeat. */
await exitWithSentence(async () => {
  const { kafka, logLevel } = loadConfig();
  if (!kafka) throw new StartupError('TIMBRA_KAFKA must name the brokers on which the topics are made.');
  const client = kafkaClient(kafka, 'timbra-topics', createLogger({ level: logLevel, service: 'topics' }));
  const admin = client.admin({ retry: { initialRetryTime: 300, retries: 10 } });
  await admin.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The Kafka of TIMBRA_KAFKA does not answer: ${reason}`);
  });
  try {
    const { prefix, partitions } = kafka;
    const topics = [
      ...busTopics(prefix, COMMAND_LINES, partitions),
      ...eventTopics(prefix, PUBLIC_AGGREGATES, partitions),
      ...domainTopics(prefix, partitions),
    ];
    const { created, configured, differences } = await ensureTopics(admin, topics, kafka.replication);
    for (const topic of created) console.log(`Created ${topic}`);
    for (const topic of configured) console.log(`Configured ${topic}`);
    for (const sentence of differences) console.log(sentence);
    console.log(`All ${topics.length} topics are there.`);
  } finally {
    await admin.disconnect();
  }
});
