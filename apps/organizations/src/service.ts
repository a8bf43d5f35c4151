import type { ServiceDefinition } from '#platform';

/** The organizations service: organizations, their keys, and users. */
export const organizationsService: ServiceDefinition = {
  name: 'organizations',
  migrations: [],
  projections: [],
  processes: [],
};
