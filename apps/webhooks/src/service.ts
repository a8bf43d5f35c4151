import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { COLLECTOR } from './events/collector-options.js';
import { Collector } from './events/collector.js';
import { WebhookLog1764150002060 } from './log/log.migration.js';
import { Webhooks1764150002000 } from './migrations.js';
import { webhookNotices } from './notices/process.js';

/** Endpoints, the events that are told to them, deliveries and their retries. */
export const webhooksService: ServiceDefinition = {
  name: 'webhooks',
  owns: streamsOfLine('webhooks'),
  keys: ['documents'],
  migrations: [Webhooks1764150002000, WebhookLog1764150002060],
  projections: [],
  processes: [webhookNotices],
  consumerNames: [COLLECTOR],
  consumers: ({ config, pool, store, streams, log }) => [
    new Collector({
      pool,
      store,
      streams,
      log,
      eventDays: config.eventDays,
      answerWaitMs: config.stampWaitMs,
    }),
  ],
};
