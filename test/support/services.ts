import type { INestMicroservice, Type } from '@nestjs/common';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { HostingModule, type Runtime } from '#hosting';
import { strategyOf } from '#hosting/runtime/run-service';

/**
 * The modules of services over a runtime, as their own process would have them: command handlers on the in-process
 * bus, then what follows events. Closing it closes the runtime.
 */
export async function startServices(
  runtime: Runtime,
  modules: readonly Type[],
  replace: (builder: TestingModuleBuilder) => TestingModuleBuilder = (builder) => builder,
): Promise<INestMicroservice> {
  const builder = Test.createTestingModule({ imports: [HostingModule.forRuntime(runtime), ...modules] });
  const testing = await replace(builder).compile();
  const app = testing.createNestMicroservice({ strategy: strategyOf(runtime), logger: false });
  await app.listen();
  await runtime.startFollowing();
  return app;
}
