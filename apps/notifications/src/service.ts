import { streamsOfLine } from '#contracts';
import type { ServiceDefinition } from '#hosting';
import { archiveMaking } from './archives/process.js';
import { mailDelivery } from './mail/process.js';

/** Renders documents, sends mails, and makes monthly archives. */
export const notificationsService: ServiceDefinition = {
  name: 'notifications',
  owns: streamsOfLine('notifications'),
  keys: ['documents'],
  migrations: [],
  projections: [],
  processes: [mailDelivery, archiveMaking],
};
