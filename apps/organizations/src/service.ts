import type { ServiceDefinition } from '#hosting';
import { organizationsMigrations } from './migrations.js';

/** The organizations service: organizations, their keys, and users. */
export const organizationsService: ServiceDefinition = {
  name: 'organizations',
  keys: ['documents'],
  migrations: organizationsMigrations,
  projections: [],
  processes: [],
};
