import type { ServiceDefinition } from '#hosting';

/** Endpoints, deliveries and retries. Nothing is subscribed to yet, so it has nothing to keep or to do. */
export const webhooksService: ServiceDefinition = {
  name: 'webhooks',
  migrations: [],
  projections: [],
  processes: [],
};
