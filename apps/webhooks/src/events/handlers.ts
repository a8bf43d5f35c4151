import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

/** Handlers of questions about told events. */
export const eventHandlers = {} satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type EventUnserved = 'webhooks.list-events' | 'webhooks.find-event' | 'webhooks.next-events';

export const eventProviders: Provider[] = [];
