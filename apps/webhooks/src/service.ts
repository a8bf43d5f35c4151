import type { ServiceDefinition } from '#hosting';
import { Collector } from './events/collector.js';
import { Webhooks1764150002000 } from './migrations.js';

/** Endpoints, the events that are told to them, deliveries and their retries. */
export const webhooksService: ServiceDefinition = {
  name: 'webhooks',
  keys: ['documents'],
  migrations: [Webhooks1764150002000],
  projections: [],
  processes: [],
  consumers: ({ config, pool, store, log }) => [
    new Collector({ pool, store, log, eventDays: config.eventDays, answerWaitMs: config.stampWaitMs }),
  ],
};
