import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { WebhookAttemptsController } from './attempts.controller.js';
import { Attempts } from './attempts.js';
import { WebhookHealths } from './health.js';
import { WebhookTable } from './webhook-table.js';
import { WebhooksController } from './webhooks.controller.js';
import { Webhooks } from './webhooks.js';

/** The routes of webhooks. */
@Module({
  imports: [GatewayShared],
  controllers: [WebhooksController, WebhookAttemptsController],
  providers: [poolOf('gateway'), WebhookTable, Webhooks, WebhookHealths, Attempts],
  exports: [WebhookTable, Webhooks],
})
export class WebhooksApi {}
