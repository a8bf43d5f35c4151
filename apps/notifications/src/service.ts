import type { ServiceDefinition } from '#platform';
import { archiveMaking } from './archives/process.js';
import { archivesProjection } from './archives/projection.js';
import { mailDelivery } from './mail/process.js';
import { mailsProjection } from './mail/projection.js';
import { Archives1763700000066, Notifications1763700000060 } from './migrations.js';

/** Renders documents, sends mails, and makes monthly archives. */
export const notificationsService: ServiceDefinition = {
  name: 'notifications',
  migrations: [Notifications1763700000060, Archives1763700000066],
  projections: [mailsProjection, archivesProjection],
  processes: [mailDelivery, archiveMaking],
};
