import 'reflect-metadata';
import { mkdir } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { httpOptions } from '#apps/gateway/src/http-options';
import { configureHttp, createHttpAdapter } from '#http';
import type { Clock, SystemNow } from '#kernel';
import {
  StartupError,
  createLogger,
  loadKeys,
  needsOf,
  openRuntime,
  startEmbeddedPostgres,
  type Config,
  type Logger,
  type Runtime,
  type Tracing,
} from '#hosting';
import { checkPort, portError, type Place } from '#hosting/config/port';
import { nestLogger } from '#hosting/logging/nest-logger';
import { tighten } from '#hosting/postgres/modes';
import { dataFolderError, errorCode } from '#hosting/postgres/startup-error';
import { leave, listen, openOperatorPort, startServices } from '#hosting/runtime/run-service';
import { allServices } from './services.js';
import { StandaloneModule } from './standalone.module.js';

export interface Standalone {
  /** Where the API answers, `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Where /metrics is, with TIMBRA_OPERATOR_PORT. */
  readonly operatorUrl?: string;
  readonly runtime: Runtime;
  readonly app: NestFastifyApplication;
  /** Finishes requests and work under way, then stops everything, the database last. */
  stop(): Promise<void>;
}

export interface StandaloneOptions {
  readonly config: Config;
  /** JSON lines on stderr by default. */
  readonly log?: Logger;
  readonly onProgress?: (message: string) => void;
  /** The collector of spans; by default the one that the environment names. */
  readonly tracing?: Tracing;
  /** Tests move them, the second so that what is planned comes due. */
  readonly clock?: Clock;
  readonly systemNow?: SystemNow;
  /** The database ended without being asked to. */
  readonly onDatabaseLost?: (message: string) => void;
}

/** More often than this it is no accident: a full disk, damaged files. */
const DATABASE_RESTARTS = { most: 5, withinMs: 10 * 60_000 };

/** Nobody else's database lies in the data folder: it is for this user alone. */
async function ownDatabase(dataDir: string, url: string): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await tighten(dataDir, 'private');
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  return { url, stop: async () => {} };
}

/**
 * Starts the embedded topology: database, services, API. Throws StartupError, one sentence for the user, when
 * something of the machine stands in the way. A port that another program has is told before anything is made.
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { config, onProgress = () => {}, onDatabaseLost, tracing, clock, systemNow } = options;
  const { log = createLogger({ level: config.logLevel, service: 'standalone' }) } = options;
  await checkPort(config);
  await checkPort(operatorPlace(config));
  const keys = await loadKeys(config, { needs: needsOf(allServices, config), makeFile: true });
  const database =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          onProgress,
          restarts: DATABASE_RESTARTS,
          onRestart: (message) => log.error(message),
          ...(onDatabaseLost && { onCrash: onDatabaseLost }),
        })
      : await ownDatabase(config.dataDir, config.databaseUrl);
  try {
    onProgress('Preparing the tables');
    const runtime = await openRuntime({
      config,
      databaseUrl: database.url,
      keys,
      ...(tracing && { tracing }),
      ...(clock && { clock }),
      ...(systemNow && { systemNow }),
      log,
      services: allServices,
      soleInstance: true,
    }).catch((error: unknown) => {
      throw databaseError(config, error);
    });
    onProgress('Starting the services');
    const app = await openApi(runtime);
    const operators = await openOperatorPort(runtime).catch(async (error: unknown) => {
      await app.close();
      throw portError(operatorPlace(config), error);
    });
    return {
      url: await app.getUrl(),
      ...(operators && { operatorUrl: operators.url }),
      runtime,
      app,
      stop: async () => {
        await leave(runtime, () => app.close(), config.operations.drainMs ?? 0);
        operators?.close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Where /metrics is; port 0 where nobody asked for it. */
const operatorPlace = ({ operations: { host, port = 0 } }: Config): Place => ({
  ...{ host, port },
  setting: 'TIMBRA_OPERATOR_PORT',
});

async function openApi(runtime: Runtime): Promise<NestFastifyApplication> {
  const { config, log } = runtime;
  const options = httpOptions(runtime);
  const app = await NestFactory.create<NestFastifyApplication>(
    StandaloneModule.forRuntime(runtime),
    createHttpAdapter(options),
    {
      bodyParser: false,
      logger: nestLogger(log),
      abortOnError: false,
    },
  );
  configureHttp(app, options);
  try {
    await startServices(app, runtime);
    await listen(app, runtime);
  } catch (error) {
    await app.close();
    throw portError(config, error);
  }
  return app;
}

/** What a user can do about one's own database; the embedded one tells for itself. */
function databaseError({ databaseUrl }: Config, error: unknown): unknown {
  const code = errorCode(error);
  if (databaseUrl === undefined || code === undefined) return error;
  const reason = error instanceof Error && error.message ? error.message : code;
  return new StartupError(`The database of DATABASE_URL can't be used: ${reason}.`);
}
