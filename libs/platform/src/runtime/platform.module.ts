import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type FactoryProvider,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Runtime } from './runtime.js';

/** Injection token of the process's Runtime. */
export const RUNTIME = Symbol('timbra runtime');
/** The same, where a module has its service's own under {@link RUNTIME}. */
export const PROCESS_RUNTIME = Symbol('timbra process runtime');

/**
 * For the providers of a module: its RUNTIME is its service's, whose connections work under the service's role.
 */
export const runtimeOf = (service: string): FactoryProvider<Runtime> => ({
  provide: RUNTIME,
  inject: [PROCESS_RUNTIME],
  useFactory: (runtime: Runtime) => runtime.of(service),
});

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
      providers: [
        { provide: RUNTIME, useValue: runtime },
        { provide: PROCESS_RUNTIME, useValue: runtime },
      ],
      exports: [RUNTIME, PROCESS_RUNTIME],
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
