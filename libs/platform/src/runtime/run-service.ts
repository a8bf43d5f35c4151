import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '../config/config.js';
import { loadMasterKey } from '../config/master-key.js';
import { createLogger } from '../logging/logger.js';
import { StartupError } from '../postgres/index.js';
import { exitWithSentence } from './exit.js';
import { alive, readiness } from './health.js';
import { PacModule } from './pac.module.js';
import { PlatformModule } from './platform.module.js';
import { openRuntime, type Runtime, type ServiceDefinition } from './runtime.js';

export interface ServiceProcess {
  readonly service: ServiceDefinition;
  readonly module: Type;
  /** Whether it needs the provider that stamps and cancels. */
  readonly pac?: boolean;
}

/** Orchestrators send SIGKILL after 30 s, unless told otherwise. */
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
  return openRuntime({
    config,
    databaseUrl: config.databaseUrl,
    masterKey: await loadMasterKey(config.dataDir, config.masterKey),
    log: createLogger({ level: config.logLevel, service: services[0]?.name ?? 'gateway' }),
    services,
    soleInstance: false,
  });
}

/**
 * Runs one service as a process: its read models, process managers and command handlers, with /healthz and
 * /readyz on TIMBRA_PORT. Commands of other processes reach it over Kafka (TIMBRA_KAFKA); any number of them may run.
 */
export async function runService({ service, module, pac = false }: ServiceProcess): Promise<void> {
  await exitWithSentence(async () => {
    const runtime = await openServiceRuntime([service]);
    const app = await NestFactory.createApplicationContext(
      {
        module,
        imports: [PlatformModule.forRuntime(runtime), ...(pac ? [PacModule] : [])],
      },
      { logger: ['error', 'warn'], abortOnError: false },
    );
    const health = await serveHealth(runtime);
    stopOnSignal(async () => {
      health.close();
      await app.close();
    });
    console.log(`${service.name} is up; health on http://${runtime.config.host}:${portOf(health)}/readyz`);
  });
}

/** Stops once, in order, at the first SIGINT or SIGTERM; what takes too long is left to others, or the next start. */
export function stopOnSignal(stop: () => Promise<void>, deadlineMs = STOP_MS): void {
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return;
      setTimeout(() => process.exit(1), deadlineMs).unref();
      stopping = stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

function serveHealth(runtime: Runtime): Promise<Server> {
  const { port, host } = runtime.config;
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const ok = alive(runtime);
    if (request.url === '/healthz') return void answer(ok ? 200 : 503, { ok });
    if (request.url !== '/readyz') return void answer(404, { ok: false });
    readiness(runtime).then(
      (state) => answer(state.ready ? 200 : 503, state),
      () => answer(503, { ready: false }),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
