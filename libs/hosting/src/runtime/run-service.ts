import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BusStrategy } from '#bus/nest/index';
import { loadConfig } from '../config/config.js';
import { loadKeys } from '../config/keys.js';
import { warnOfUnknown } from '../config/variables.js';
import { createLogger } from '../logging/logger.js';
import { nestLogger } from '../logging/nest-logger.js';
import { StartupError } from '../postgres/index.js';
import { exitWithSentence } from './exit.js';
import { serveOperatorPort, type OperatorPort } from './operator-port.js';
import { HostingModule } from './hosting.module.js';
import { needsOf, openRuntime, type Runtime, type ServiceDefinition } from './runtime.js';

export interface ServiceProcess {
  readonly service: ServiceDefinition;
  readonly module: Type;
}

/** Orchestrators send SIGKILL after 30 s by default. */
const STOP_MS = 28_000;

/** Opens the shared parts for a process that hosts one service: PostgreSQL and Kafka, shared with the others. */
export async function openServiceRuntime(services: readonly ServiceDefinition[]): Promise<Runtime> {
  const config = loadConfig();
  if (config.databaseUrl === undefined)
    throw new StartupError('A service of its own needs DATABASE_URL: the database that all services share.');
  if (config.kafka === undefined)
    throw new StartupError(
      'A service of its own needs TIMBRA_KAFKA: the brokers that its commands come from.',
    );
  const log = createLogger({ level: config.logLevel, service: services[0]?.name ?? 'gateway' });
  for (const warning of warnOfUnknown(process.env)) log.warn(warning);
  return openRuntime({
    config,
    databaseUrl: config.databaseUrl,
    keys: await loadKeys(config, { needs: needsOf(services, config), makeFile: false }),
    log,
    services,
    soleInstance: false,
  });
}

/**
 * Runs one service as a process: its read models, process managers and command handlers, with /healthz, /readyz and
 * /metrics on TIMBRA_PORT. Commands of other processes reach it over Kafka (TIMBRA_KAFKA); any number of them may run.
 */
export async function runService({ service, module }: ServiceProcess): Promise<void> {
  await exitWithSentence(async () => {
    const runtime = await openServiceRuntime([service]);
    const { port, host, operations } = runtime.config;
    const app = await NestFactory.createMicroservice(
      { module, imports: [HostingModule.forRuntime(runtime)] },
      { strategy: strategyOf(runtime), logger: nestLogger(runtime.log), abortOnError: false },
    );
    await app.listen();
    await runtime.startFollowing();
    const health = await serveOperatorPort(runtime, { port, host });
    await openOperatorPort(runtime);
    stopOnSignal(runtime, () => leave(runtime, () => app.close(), operations.drainMs ?? 0));
    console.log(`${service.name} is up; health on ${health.url}/readyz`);
  });
}

/** The process's bus as Nest's transport. What follows events sends commands too: it ends first. */
export const strategyOf = (runtime: Runtime): BusStrategy =>
  new BusStrategy({ bus: runtime.bus, beforeClose: () => runtime.stopFollowing() });

/** Starts the command handlers of an application with HTTP, and what follows events; requests can come after it. */
export async function startServices(app: INestApplication, runtime: Runtime): Promise<void> {
  app.connectMicroservice({ strategy: strategyOf(runtime) });
  await app.init();
  await app.startAllMicroservices();
  await runtime.startFollowing();
}

/** Opens the API's port, which may be any free one: no webhook leads there. */
export async function listen(app: INestApplication, { config, places }: Runtime): Promise<void> {
  await app.listen(config.port, config.host);
  places.noteListening(Number(new URL(await app.getUrl()).port || 80));
}

/** Opens the port of TIMBRA_OPERATOR_PORT where one is set; it lives as long as the process. */
export async function openOperatorPort(runtime: Runtime): Promise<OperatorPort | undefined> {
  const { port, host } = runtime.config.operations;
  return port === undefined ? undefined : serveOperatorPort(runtime, { port, host });
}

/**
 * Ends a process: it is not ready from now on, takes requests for a while (a load balancer needs a
 * moment to notice), then finishes what is under way.
 */
export async function leave(runtime: Runtime, close: () => Promise<void>, drainMs: number): Promise<void> {
  runtime.leave();
  await sleep(drainMs);
  await close();
}

/** Stops once, in order, at the first SIGINT or SIGTERM; what takes too long is left to others, or the next start. */
export function stopOnSignal(runtime: Runtime, stop: () => Promise<void>, deadlineMs = STOP_MS): void {
  const giveUp = () => {
    runtime.log.error({ waitedFor: runtime.stoppingAt, deadlineMs }, 'the stop took too long');
    process.exit(1);
  };
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return;
      setTimeout(giveUp, deadlineMs).unref();
      stopping = stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
}
