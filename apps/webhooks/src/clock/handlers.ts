import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { FollowClockHandler } from '../deliveries/follow-clock.js';

/** Handlers of test clocks. */
export const clockHandlers = { 'webhooks.follow-clock': FollowClockHandler } satisfies LinePart<'webhooks'>;

/** Commands of this folder that nobody handles yet. */
export type ClockUnserved = never;

export const clockProviders: Provider[] = [];
