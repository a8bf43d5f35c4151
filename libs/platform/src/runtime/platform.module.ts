import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Runtime } from './runtime.js';

/** Injection token of the process's Runtime. */
export const RUNTIME = Symbol('timbra runtime');

/** Makes the runtime injectable everywhere, starts it after all modules are up and stops it last. */
@Module({})
export class PlatformModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  static forRuntime(runtime: Runtime): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [{ provide: RUNTIME, useValue: runtime }],
      exports: [RUNTIME],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.runtime.start();
  }

  /** Nest calls this before the HTTP server waits for its requests. */
  beforeApplicationShutdown(): void {
    this.runtime.drain();
  }

  /** Nest calls this after the HTTP server has closed: requests under way have had their answers. */
  async onApplicationShutdown(): Promise<void> {
    await this.runtime.stop();
  }
}
