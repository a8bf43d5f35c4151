import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { WebhookTable } from './webhook-table.js';
import { WebhooksController } from './webhooks.controller.js';
import { Webhooks } from './webhooks.js';

/** The routes of webhooks. */
@Module({
  imports: [GatewayShared],
  controllers: [WebhooksController],
  providers: [poolOf('gateway'), WebhookTable, Webhooks],
  exports: [WebhookTable, Webhooks],
})
export class WebhooksApi {}
