import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

/** Handlers of test clocks. */
export const clockHandlers = {} satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type ClockUnserved = 'webhooks.follow-clock';

export const clockProviders: Provider[] = [];
