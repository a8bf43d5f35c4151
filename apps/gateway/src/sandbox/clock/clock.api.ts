import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { ClockAdvances } from './advances.js';
import { ClockedCertificates } from './certificates.js';
import { ClockController } from './clock.controller.js';
import { ClockedDeliveries } from './deliveries.js';
import { SandboxClocks } from './sandbox-clocks.js';

/** The clocks of Test environments. */
@Module({
  controllers: [ClockController],
  providers: [poolOf('gateway'), SandboxClocks, ClockAdvances, ClockedDeliveries, ClockedCertificates],
})
export class ClockApi {}
