import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

/** Handlers of what is asked of endpoints. */
export const endpointHandlers = {} satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type EndpointUnserved =
  | 'webhooks.create'
  | 'webhooks.edit'
  | 'webhooks.delete'
  | 'webhooks.rotate-secret'
  | 'webhooks.disable'
  | 'webhooks.note-failing'
  | 'webhooks.ping'
  | 'webhooks.trigger';

export const endpointProviders: Provider[] = [];
