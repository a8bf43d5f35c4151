import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { AttemptLog } from './attempts.js';
import { EndpointHealth } from './health.js';
import {
  DescribeWebhookHandler,
  FindAttemptHandler,
  ListAttemptsHandler,
  ReadWebhookHealthHandler,
} from './questions.js';
import { RedeliverHandler, ReplayEventsHandler, ResendFailedHandler } from './replay.commands.js';
import { Replays } from './replays.js';

/** Handlers of attempts: questions about them, and deliveries by hand. */
export const logHandlers = {
  'webhooks.list-attempts': ListAttemptsHandler,
  'webhooks.find-attempt': FindAttemptHandler,
  'webhooks.read-health': ReadWebhookHealthHandler,
  'webhooks.describe': DescribeWebhookHandler,
  'webhooks.redeliver': RedeliverHandler,
  'webhooks.resend-failed': ResendFailedHandler,
  'webhooks.replay': ReplayEventsHandler,
} satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type LogUnserved = never;

export const logProviders: Provider[] = [AttemptLog, EndpointHealth, Replays];
