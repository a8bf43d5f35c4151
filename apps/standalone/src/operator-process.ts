import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OrganizationsModule } from '#apps/organizations/src/organizations.module';
import { organizationsService } from '#apps/organizations/src/service';
import { gatewayService } from '#apps/gateway/src/service';
import {
  HostingModule,
  createLogger,
  joinDatabase,
  loadConfig,
  loadKeys,
  needsOf,
  openRuntime,
  warnOfUnknown,
  type Config,
  type ServiceDefinition,
} from '#hosting';
import { nestLogger } from '#hosting/logging/nest-logger';
import { openServiceRuntime, strategyOf } from '#hosting/runtime/run-service';
import type { OperatorRuntime } from './operator.js';

type Work = (runtime: OperatorRuntime) => Promise<void>;

/** What a process hosts for its commands, where these stay in one process. */
export interface Hosted {
  readonly services: readonly ServiceDefinition[];
  readonly module: Type;
}

const ORGANIZATIONS: Hosted = {
  services: [organizationsService, gatewayService],
  module: OrganizationsModule,
};

/** Does what an operator's program is for, beside services that run or where none does. `name`: for its log. */
export async function runAsOperator(name: string, work: Work, hosted = ORGANIZATIONS): Promise<void> {
  const config = loadConfig();
  for (const warning of warnOfUnknown(process.env)) console.error(warning);
  await (config.kafka && config.databaseUrl ? overKafka(work) : inProcess(name, config, hosted, work));
}

/** Beside services that run: the one that a command belongs to does it. */
async function overKafka(work: Work): Promise<void> {
  const runtime = await openServiceRuntime([]);
  await runtime.bus.start();
  try {
    await work(runtime);
  } finally {
    await runtime.bus.stop();
    await runtime.close();
  }
}

/**
 * Where commands stay in one process: this one hosts the service of its commands, beside another one perhaps. The embedded
 * database is started where nobody runs it.
 */
async function inProcess(
  name: string,
  config: Config,
  { services, module }: Hosted,
  work: Work,
): Promise<void> {
  // The embedded topology makes its key at the first start: this may be the first.
  const keys = await loadKeys(config, {
    needs: needsOf(services, config),
    makeFile: config.databaseUrl === undefined,
  });
  const database = await joinDatabase(config);
  try {
    const log = createLogger({ level: config.logLevel, service: name });
    const soleInstance = database.isOurs;
    const runtime = await openRuntime({
      config,
      databaseUrl: database.url,
      keys,
      log,
      services,
      soleInstance,
    });
    const app = await NestFactory.createMicroservice(
      { module, imports: [HostingModule.forRuntime(runtime)] },
      { strategy: strategyOf(runtime), logger: nestLogger(log), abortOnError: false },
    );
    await app.listen();
    try {
      await work(runtime);
    } finally {
      await app.close();
    }
  } finally {
    await database.leave();
  }
}
