import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { poolOf } from '#hosting';
import { clockHandlers, clockProviders, type ClockUnserved } from './clock/handlers.js';
import { deliveryProviders } from './deliveries/providers.js';
import { endpointHandlers, endpointProviders, type EndpointUnserved } from './endpoint/handlers.js';
import { eventHandlers, eventProviders, type EventUnserved } from './events/handlers.js';
import { logHandlers, logProviders, type LogUnserved } from './log/handlers.js';
import { sendingProviders } from './sending/providers.js';

/** What the folders say that nobody handles yet. */
interface Unserved {
  readonly endpoint: EndpointUnserved;
  readonly events: EventUnserved;
  readonly log: LogUnserved;
  readonly clock: ClockUnserved;
}

/** Each folder has a table of its handlers; a command that is in none does not compile. */
const commands = serveLine<'webhooks', Unserved[keyof Unserved]>('webhooks', {
  ...endpointHandlers,
  ...eventHandlers,
  ...logHandlers,
  ...clockHandlers,
});

/** Endpoints, the events that are told to them, and their deliveries. */
@Module({
  controllers: commands.controllers,
  providers: [
    poolOf('webhooks'),
    ...endpointProviders,
    ...eventProviders,
    ...deliveryProviders,
    ...sendingProviders,
    ...logProviders,
    ...clockProviders,
    ...commands.providers,
  ],
})
export class WebhooksModule {}
