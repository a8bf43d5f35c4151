import type { ServiceDefinition } from '#platform';
import { mailDelivery } from './mail/process.js';
import { mailsProjection } from './mail/projection.js';
import { Notifications1763700000060 } from './migrations.js';

/** Renders documents and sends mails. */
export const notificationsService: ServiceDefinition = {
  name: 'notifications',
  migrations: [Notifications1763700000060],
  projections: [mailsProjection],
  processes: [mailDelivery],
};
