import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  archivesReadModel,
  customersReadModel,
  invoicesReadModel,
  mailboxTable,
  mailsReadModel,
  organizationsReadModel,
  productsReadModel,
  usersReadModel,
} from '#contracts';
import { PacModule, PlatformModule, awaitTables } from '#platform';
import { nestLogger } from '#platform/logging/nest-logger';
import { exitWithSentence } from '#platform/runtime/exit';
import { leave, openOperatorPort, openServiceRuntime, stopOnSignal } from '#platform/runtime/run-service';
import { GatewayModule } from './gateway.module.js';
import { httpOptions } from './http-options.js';
import { configureHttp, createHttpAdapter } from './http/index.js';

/** What requests read: tables that the services make at their first start. */
const TABLES = [
  ...[organizationsReadModel, usersReadModel, customersReadModel, productsReadModel, invoicesReadModel],
  ...[mailsReadModel, archivesReadModel],
].map(({ table }) => table);

/** How long balancers have to notice, at each look of theirs, that this process is going. */
const DRAIN_MS = 2_000;

/** The API as a process of its own: its commands reach the services over Kafka. */
await exitWithSentence(async () => {
  const runtime = await openServiceRuntime([]);
  const { config, log } = runtime;
  await awaitTables(runtime.pool, [...TABLES, mailboxTable], log);
  const options = httpOptions(runtime);
  const app = await NestFactory.create<NestFastifyApplication>(
    { module: GatewayModule, imports: [PlatformModule.forRuntime(runtime), PacModule] },
    createHttpAdapter(options),
    { bodyParser: false, logger: nestLogger(log), abortOnError: false },
  );
  configureHttp(app, options);
  await app.listen(config.port, config.host);
  await openOperatorPort(runtime);
  stopOnSignal(() => leave(runtime, () => app.close(), config.operations.drainMs ?? DRAIN_MS));
  console.log(`The API is up: ${await app.getUrl()}/v2`);
});
