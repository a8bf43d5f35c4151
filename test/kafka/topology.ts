import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Demo } from '#apps/standalone/src/demo';
import { loggedInAs } from '../../scripts/lib/distributed/addresses.mjs';
import { copyOf, freshDatabase, type TestDatabase } from '../support/database.js';
import { PATIENT } from '../support/limits.js';
import { buildServices } from './build.js';
import { ServiceProcess } from './process.js';

export const SERVICES = [
  ...(['organizations', 'customers', 'invoicing', 'stamping'] as const),
  ...(['cancellation', 'notifications', 'webhooks', 'receipts', 'reception', 'publisher'] as const),
];
export type ServiceName = (typeof SERVICES)[number] | 'gateway';

/** Every service as a process of its own, over one PostgreSQL and one Kafka. */
export interface Topology {
  readonly demo: Demo;
  readonly databaseUrl: string;
  /** Where the rows of a service are: as the owner of all tables, as the URL before. */
  urlOf(service: ServiceName): string;
  readonly prefix: string;
  /** Where the API answers; ends with /v2. */
  readonly baseUrl: string;
  /** The processes that are up, by service. */
  readonly processes: ReadonlyMap<ServiceName, readonly ServiceProcess[]>;
  /** The program that documents are printed by. */
  readonly browser: Browser;
  /** Starts one more process of a service, with other settings too; gives it and its address. */
  start(
    service: ServiceName,
    settings?: Readonly<Record<string, string>>,
  ): Promise<{ readonly process: ServiceProcess; readonly url: string }>;
  /** Gives each service a database of its own, while none of them runs: the step migrate takes over what it has. */
  giveOwnDatabases(): Promise<void>;
  /** Copies the own databases of services, while none of them runs: what it gives puts the copies in their places. */
  backUp(...services: ServiceName[]): Promise<() => void>;
  /** Runs a program of the build to its end, and gives its output. */
  run(program: string, ...args: string[]): Promise<string>;
  /** All of them in order, each by SIGTERM: their exit codes. */
  end(): Promise<(number | NodeJS.Signals)[]>;
  /** The same, and nothing of it is left. */
  stop(): Promise<void>;
}

interface Browser {
  /** Starts it, the second time where it was before. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Roles are the server's: all tests on it use the same password. */
const PASSWORD = 'a-password-of-tests';
const LOGINS = ['gateway', ...SERVICES].map((service) => `${service}:${PASSWORD}`).join();

/** The database as a service logs in there. */
export const loginUrl = (databaseUrl: string, service: ServiceName): string =>
  loggedInAs(service, PASSWORD, databaseUrl);

const SAYS_WHERE = /(https?:\/\/[^\s/]+)/;

export interface TopologyOptions {
  /** Each service begins with a database of its own. */
  readonly ownDatabases?: boolean;
}

/** Makes topics, starts all services at once, as an orchestrator does, and makes the demo organization. */
export async function startTopology(
  env: Readonly<Record<string, string>> = {},
  { ownDatabases = false }: TopologyOptions = {},
): Promise<Topology> {
  const [build, database, dataDir] = await Promise.all([
    buildServices(),
    freshDatabase(),
    mkdtemp(join(tmpdir(), 'timbra-processes-')),
  ]);
  const prefix = `d${randomBytes(4).toString('hex')}`;
  const environment = {
    DATABASE_URL: database.url,
    TIMBRA_KAFKA: process.env['TIMBRA_TEST_KAFKA'] ?? '',
    TIMBRA_KAFKA_PREFIX: prefix,
    TIMBRA_KAFKA_PARTITIONS: '3',
    TIMBRA_MASTER_KEY: randomBytes(32).toString('base64'),
    TIMBRA_DATA: dataDir,
    TIMBRA_PORT: '0',
    TIMBRA_DATABASE_POOL: '6',
    ...PATIENT,
    ...env,
  };
  const own = new Map<ServiceName, TestDatabase>();
  const variable = (service: ServiceName) => `DATABASE_URL_${service.toUpperCase()}`;
  const urlOf = (service: ServiceName) => own.get(service)?.url ?? database.url;
  const processes = new Map<ServiceName, ServiceProcess[]>();
  // As whoever owns the tables: the operator's programs.
  const ofOwner = () => Object.fromEntries([...own].map(([service, { url }]) => [variable(service), url]));
  const program = (
    name: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = ofOwner(),
  ) => new ServiceProcess(name, build.program(name), { ...environment, ...more }, args);
  const run = (name: string, ...args: string[]) => program(name, args).finished();
  const migrate = () =>
    program('apps/standalone/src/migrate-main', [], {
      ...ofOwner(),
      TIMBRA_DATABASE_LOGINS: LOGINS,
    }).finished();
  const makeOwn = async () => {
    for (const service of ['gateway', ...SERVICES] as const) own.set(service, await freshDatabase());
  };
  const replaced: TestDatabase[] = [];
  const backUp = async (...services: ServiceName[]) => {
    const copies = new Map<ServiceName, TestDatabase>();
    for (const service of services) {
      const database = own.get(service);
      if (!database) throw new Error(`${service} has no database of its own`);
      copies.set(service, await copyOf(database));
    }
    replaced.push(...copies.values());
    return () =>
      copies.forEach((copy, service) => {
        replaced.push(...[own.get(service)].filter((one) => one !== undefined));
        own.set(service, copy);
      });
  };
  const token = randomBytes(24).toString('hex');
  let printing: ServiceProcess | undefined;
  let browserPort = '0';
  const browser: Browser = {
    async start() {
      // Nothing of ours in its environment.
      const own = { TIMBRA_BROWSER_TOKEN: token, TIMBRA_PORT: browserPort };
      printing = new ServiceProcess('browser', build.program('libs/pdf/src/browser-main'), own);
      browserPort = await printing.prints(/at port (\d+)/);
    },
    async kill() {
      await printing?.kill();
    },
  };
  const start = async (service: ServiceName, settings: Readonly<Record<string, string>> = {}) => {
    // As in production: each under its own login, which owns nothing.
    const DATABASE_URL = loginUrl(database.url, service);
    const ownUrl = own.get(service)?.url;
    const ofOwn = ownUrl !== undefined && { [variable(service)]: loginUrl(ownUrl, service) };
    const printer = service === 'notifications' && {
      TIMBRA_BROWSER_URL: `ws://127.0.0.1:${browserPort}`,
      TIMBRA_BROWSER_TOKEN: token,
    };
    const process = program(`apps/${service}/src/main`, [], {
      ...{ DATABASE_URL, ...ofOwn, ...printer, ...settings },
    });
    processes.set(service, [...(processes.get(service) ?? []), process]);
    return { process, url: await process.prints(SAYS_WHERE, 280_000) };
  };
  const end = () => Promise.all([...processes.values()].flat().map((process) => process.stop()));
  const stop = async () => {
    await Promise.all([end(), printing?.stop()]);
    await Promise.all([...new Set([...own.values(), ...replaced])].map((one) => one.drop()));
    await Promise.all([build.remove(), database.drop(), rm(dataDir, { recursive: true, force: true })]);
  };
  try {
    if (ownDatabases) await makeOwn();
    await Promise.all([run('libs/hosting/src/runtime/kafka-topics'), migrate(), browser.start()]);
    const [gateway] = await Promise.all([start('gateway'), ...SERVICES.map((service) => start(service))]);
    const demo = JSON.parse(await run('apps/standalone/src/demo-main')) as Demo;
    const baseUrl = `${gateway.url}/v2`;
    const facts = { demo, databaseUrl: database.url, prefix, baseUrl, processes, browser };
    const giveOwnDatabases = async () => {
      await makeOwn();
      await migrate();
    };
    return { ...facts, urlOf, giveOwnDatabases, backUp, start, run, end, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
