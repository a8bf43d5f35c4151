import { Module } from '@nestjs/common';
import { LOG } from '#hosting';
import type { Logger } from '#hosting/logging/logger';
import { EventsApi } from '../events/events.api.js';
import { SandboxEventsController } from '../sandbox/events.controller.js';
import { GatewayShared } from '../shared.module.js';
import { BusEvents } from './bus-events.js';
import { EventStreams } from './event-streams.js';
import { EventStreamController } from './stream.controller.js';

/** Events of Test for who develops: as they happen, and samples of them. */
@Module({
  imports: [GatewayShared, EventsApi],
  controllers: [EventStreamController, SandboxEventsController],
  providers: [
    BusEvents,
    {
      provide: EventStreams,
      inject: [BusEvents, LOG],
      useFactory: (events: BusEvents, log: Pick<Logger, 'warn'>) =>
        new EventStreams({
          events,
          onFault: (error) =>
            log.warn({ err: error }, 'a stream of events waits: what comes next is not known'),
        }),
    },
  ],
})
export class EventStreamApi {}
