import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { CancellationRequestsController } from './cancellation-requests.controller.js';
import { CancellationRequests } from './cancellation-requests.js';

/** Suppliers' requests to cancel what was received. */
@Module({
  imports: [GatewayShared],
  controllers: [CancellationRequestsController],
  providers: [poolOf('gateway'), CancellationRequests],
})
export class CancellationRequestsApi {}
