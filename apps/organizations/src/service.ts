import type { ServiceDefinition } from '#hosting';
import { certificateNotices } from './organization/expiry-process.js';

/** The organizations service: organizations, their keys, and users. */
export const organizationsService: ServiceDefinition = {
  name: 'organizations',
  keys: ['documents'],
  migrations: [],
  projections: [],
  processes: [certificateNotices],
};
