import { Module } from '@nestjs/common';
import { ClockAdvances } from './advances.js';
import { ClockController } from './clock.controller.js';
import { ClockedDeliveries } from './deliveries.js';
import { SandboxClocks } from './sandbox-clocks.js';

/** The clocks of Test environments. */
@Module({
  controllers: [ClockController],
  providers: [SandboxClocks, ClockAdvances, ClockedDeliveries],
})
export class ClockApi {}
