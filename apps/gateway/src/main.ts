import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PacModule, PlatformModule } from '#platform';
import { exitWithSentence, openServiceRuntime, stopOnSignal } from '#platform/runtime/run-service';
import { GatewayModule } from './gateway.module.js';
import { httpOptions } from './http-options.js';
import { configureHttp, createHttpAdapter } from './http/index.js';

/** The API as a process of its own. Its commands reach the services once the bus is Kafka; reads work at once. */
await exitWithSentence(async () => {
  const runtime = await openServiceRuntime([]);
  const { config, log } = runtime;
  const options = httpOptions(config, log);
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: GatewayModule, imports: [PlatformModule.forRuntime(runtime), PacModule] },
    createHttpAdapter(options),
    { bodyParser: false, logger: ['error', 'warn'], abortOnError: false },
  );
  configureHttp(app, options);
  await app.listen(config.port, config.host);
  stopOnSignal(() => app.close());
  console.log(`The API is up: ${await app.getUrl()}/v2`);
});
