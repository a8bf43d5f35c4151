import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

/** Handlers of attempts: questions about them, and deliveries by hand. */
export const logHandlers = {} satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type LogUnserved =
  | 'webhooks.list-attempts'
  | 'webhooks.find-attempt'
  | 'webhooks.read-health'
  | 'webhooks.redeliver'
  | 'webhooks.resend-failed'
  | 'webhooks.replay';

export const logProviders: Provider[] = [];
