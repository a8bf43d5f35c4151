import type { ServiceDefinition } from '#hosting';

/** The organizations service: organizations, their keys, and users. */
export const organizationsService: ServiceDefinition = {
  name: 'organizations',
  keys: ['documents'],
  migrations: [],
  projections: [],
  processes: [],
};
