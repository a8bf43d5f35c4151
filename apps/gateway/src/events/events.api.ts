import { Module } from '@nestjs/common';
import { GatewayShared } from '../shared.module.js';
import { EventRendering } from './rendering.js';
import { EventsController } from './events.controller.js';

/** The routes of events. */
@Module({
  imports: [GatewayShared],
  controllers: [EventsController],
  providers: [EventRendering],
  exports: [EventRendering],
})
export class EventsApi {}
