import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import type { AnyEventConsumer } from '#bus';
import { CONSUMERS } from '#hosting';
import { Wake } from '../deliveries/wake.js';
import { Bodies } from './bodies.js';
import { Collector } from './collector.js';
import { FindToldEventHandler, ListToldEventsHandler, NextToldEventsHandler } from './queries.js';
import { Portals } from './portals.js';
import { EventRetention } from './retention.js';

/** Handlers of questions about told events. */
export const eventHandlers = {
  'webhooks.list-events': ListToldEventsHandler,
  'webhooks.find-event': FindToldEventHandler,
  'webhooks.next-events': NextToldEventsHandler,
} satisfies LinePart<'webhooks'>;

/** The collector that this process follows the feed with. */
const collector: Provider = {
  provide: Collector,
  inject: [CONSUMERS],
  useFactory: (consumers: readonly AnyEventConsumer[]) => {
    const found = consumers.find((consumer) => consumer instanceof Collector);
    if (!found) throw new Error('the service webhooks has no collector in this process');
    return found;
  },
};

export const eventProviders: Provider[] = [
  collector,
  Bodies,
  Portals,
  EventRetention,
  { provide: Wake, inject: [Collector], useFactory: ({ wake }: Collector) => wake },
];
