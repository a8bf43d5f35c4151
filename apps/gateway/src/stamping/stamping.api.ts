import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { StampingDoubtsController } from './doubts.controller.js';
import { DoubtMetrics } from './doubt-metrics.js';
import { StampingDoubts } from './doubts.js';

/** The routes of stamping itself. */
@Module({
  imports: [GatewayShared],
  controllers: [StampingDoubtsController],
  providers: [poolOf('gateway'), StampingDoubts, DoubtMetrics],
})
export class StampingApi {}
