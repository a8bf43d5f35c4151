import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HostingModule } from '#hosting';
import { nestLogger } from '#hosting/logging/nest-logger';
import { exitWithSentence } from '#hosting/runtime/exit';
import {
  leave,
  listen,
  openOperatorPort,
  openServiceRuntime,
  startServices,
  stopOnSignal,
} from '#hosting/runtime/run-service';
import { GatewayModule } from './gateway.module.js';
import { httpOptions } from './http-options.js';
import { gatewayService } from './service.js';
import { configureHttp, createHttpAdapter } from '#http';

/** How long balancers have to notice, at each look of theirs, that this process is going. */
const DRAIN_MS = 2_000;

/** The API as a process of its own: its commands reach the services over Kafka. */
await exitWithSentence(async () => {
  const runtime = await openServiceRuntime([gatewayService]);
  const { config, log } = runtime;
  const options = httpOptions(runtime);
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: GatewayModule, imports: [HostingModule.forRuntime(runtime)] },
    createHttpAdapter(options),
    { bodyParser: false, logger: nestLogger(log), abortOnError: false },
  );
  configureHttp(app, options);
  await startServices(app, runtime);
  await listen(app, runtime);
  await openOperatorPort(runtime);
  stopOnSignal(runtime, () => leave(runtime, () => app.close(), config.operations.drainMs ?? DRAIN_MS));
  console.log(`The API is up: ${await app.getUrl()}/v2`);
});
