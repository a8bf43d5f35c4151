import type { ServiceDefinition } from '#platform';
import { Organizations1763700000015 } from './migrations.js';
import { organizationsProjection } from './organization/projection.js';
import { usersProjection } from './user/projection.js';

/** The organizations service: organizations, their keys, and users. */
export const organizationsService: ServiceDefinition = {
  name: 'organizations',
  migrations: [Organizations1763700000015],
  projections: [organizationsProjection, usersProjection],
  processes: [],
};
