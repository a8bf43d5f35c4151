import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Logger } from '../logging/logger.js';
import { LOG } from '../runtime/tokens.js';
import { WorkerPool } from './worker-pool.js';

/** The threads of a process (WorkerPool), for all of its services. */
@Module({
  providers: [{ provide: WorkerPool, inject: [LOG], useFactory: (log: Logger) => new WorkerPool(log) }],
  exports: [WorkerPool],
})
export class WorkersModule implements OnApplicationShutdown {
  constructor(private readonly module: ModuleRef) {}

  async onApplicationShutdown(): Promise<void> {
    await this.module.get(WorkerPool).close();
  }
}
