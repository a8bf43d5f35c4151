import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Logger } from '../logging/logger.js';
import type { Runtime } from '../runtime/runtime.js';
import { LOG, TELEMETRY } from '../runtime/tokens.js';
import { WorkerPool } from './worker-pool.js';

/** The threads of a process (WorkerPool), for all of its services. */
@Module({
  providers: [
    {
      provide: WorkerPool,
      inject: [LOG, TELEMETRY],
      useFactory: (log: Logger, { metrics }: Runtime['telemetry']) =>
        new WorkerPool(log, {}, (ms, organizationId) => metrics.organizations.worked(ms, organizationId)),
    },
  ],
  exports: [WorkerPool],
})
export class WorkersModule implements OnApplicationShutdown {
  constructor(private readonly module: ModuleRef) {}

  async onApplicationShutdown(): Promise<void> {
    await this.module.get(WorkerPool).close();
  }
}
