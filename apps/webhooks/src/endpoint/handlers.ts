import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import {
  CreateWebhookHandler,
  DeleteWebhookHandler,
  EditWebhookHandler,
  RotateWebhookSecretHandler,
} from './commands.js';
import {
  DisableWebhookHandler,
  NoteWebhookFailingHandler,
  PingWebhookHandler,
  TriggerSampleHandler,
} from './delivery.commands.js';
import { Endpoints } from './endpoints.js';
import { EndpointSecrets } from './secrets.js';

/** Handlers of what is asked of endpoints. */
export const endpointHandlers = {
  'webhooks.create': CreateWebhookHandler,
  'webhooks.edit': EditWebhookHandler,
  'webhooks.delete': DeleteWebhookHandler,
  'webhooks.rotate-secret': RotateWebhookSecretHandler,
  'webhooks.disable': DisableWebhookHandler,
  'webhooks.note-failing': NoteWebhookFailingHandler,
  'webhooks.ping': PingWebhookHandler,
  'webhooks.trigger': TriggerSampleHandler,
} satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type EndpointUnserved = never;

export const endpointProviders: Provider[] = [Endpoints, EndpointSecrets];
