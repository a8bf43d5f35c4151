import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ListedIssuers } from './efos.js';
import { FollowReceptionClockHandler } from './follow-clock.js';
import { Watch } from './watch.js';

export const watchHandlers = {
  'reception.follow-clock': FollowReceptionClockHandler,
} satisfies LinePart<'reception'>;

export const watchProviders: Provider[] = [ListedIssuers, Watch];
