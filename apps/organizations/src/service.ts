import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { organizationsMigrations } from './migrations.js';
import { organizationDestruction } from './organization/deletion-process.js';
import { certificateNotices } from './organization/expiry-process.js';
import { securityNotices } from './security-notices.js';

/** The organizations service: organizations, their keys, and users. */
export const organizationsService: ServiceDefinition = {
  name: 'organizations',
  owns: streamsOfLine('organizations'),
  keys: ['documents'],
  migrations: organizationsMigrations,
  projections: [],
  processes: [certificateNotices, organizationDestruction, securityNotices],
};
