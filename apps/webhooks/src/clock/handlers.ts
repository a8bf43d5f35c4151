import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { FollowClockHandler } from '../deliveries/follow-clock.js';

/** Handlers of test clocks. */
export const clockHandlers = { 'webhooks.follow-clock': FollowClockHandler } satisfies LinePart<'webhooks'>;

export const clockProviders: Provider[] = [];
