import type { ServiceDefinition } from '#platform';

/** Renders documents. It keeps nothing of its own. */
export const notificationsService: ServiceDefinition = {
  name: 'notifications',
  migrations: [],
  projections: [],
  processes: [],
};
