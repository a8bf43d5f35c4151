import type pg from 'pg';
import type { OwnPool, SharedPool } from '#eventing';
import type { Config } from '../config/config.js';
import type { Logger } from '../logging/logger.js';
import { examineOwn, takeOwn, type OwnDatabase } from '../owners/own/take.js';
import { takeRoles } from '../owners/roles.js';
import { openServicePools, sharedPoolSize, type ServicePools } from '../owners/service-pools.js';
import { ownDatabaseVariable, SERVICES, type ServiceName } from '../owners/services.js';
import { createPool, DatabaseNotifications } from '../postgres/index.js';
import { StartupError } from '../postgres/startup-error.js';
import { ensureTables, type Migration } from './migrate.js';
import { migrationsOf } from './migrations.js';
import { withPatience } from './patience.js';
import { joinProbes, openWriteProbe, type WriteProbe } from './write-probe.js';

/** What a service keeps in databases. */
export interface StoringService {
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly projections: readonly { readonly name: string }[];
  readonly consumerNames?: readonly string[];
  readonly recovery?: { readonly name: string };
}

export interface DatabasesOptions {
  readonly config: Config;
  /** Of the database that all services share. */
  readonly databaseUrl: string;
  readonly services: readonly StoringService[];
  /** Names the process, or its service. */
  readonly service: string;
  readonly soleInstance: boolean;
  readonly log: Logger;
}

/** The connections of a process. Where its service has no database of its own, all lead to the shared one. */
export interface Databases {
  /** Of the login user. */
  readonly shared: SharedPool;
  /** Appends have connections of their own: a pool full of slow readers must not hold them up. */
  readonly appends: pg.Pool;
  readonly services: ServicePools;
  /** To where the read models of this process are. */
  readonly rows: OwnPool;
  /** True: that is another database than the shared one. */
  readonly isApart: boolean;
  /** What the shared database tells, and the one with the read models. Undefined: who is alone is told nothing that it does not know. */
  readonly notifications: DatabaseNotifications | undefined;
  readonly rowNotices: DatabaseNotifications | undefined;
  /** Whether all of them can be written. */
  readonly probe: WriteProbe;
  close(): Promise<void>;
}

/** Brings the databases of a process up to date and opens its connections. */
export async function openDatabases(options: DatabasesOptions): Promise<Databases> {
  const { config, databaseUrl, services, service, soleInstance, log } = options;
  const own = ownOf(options);
  const patient = <T>(work: () => Promise<T>) => withPatience(work, { log });
  if (own) await patient(() => examineOwn(own));
  const ran = await patient(() => ensureTables(databaseUrl, migrationsOf(services)));
  const ranOnOwn = own && services.length > 0 ? await patient(() => takeOwn(own)) : 0;
  const pool = createPool(databaseUrl, {
    max: sharedPoolSize(services, config.databasePoolSize),
    applicationName: 'timbra',
    eventsElsewhere: config.eventStore.kind !== 'postgres',
  });
  const appends = createPool(databaseUrl, { max: 4, applicationName: 'timbra-events', quiet: true });
  const roles = await patient(async () => {
    const shared = await takeRoles(pool, named(services), ran > 0, { own: config.ownDatabases });
    return own ? takeOwnRole(own, ranOnOwn > 0) : shared;
  }).catch(async (error: unknown) => {
    await Promise.all([pool.end(), appends.end()]);
    throw error;
  });
  const servicePools = openServicePools({ databaseUrl, config, log, services, roles, own, operators: pool });
  const notificationsOf = (url: string, through: pg.Pool) =>
    soleInstance ? undefined : new DatabaseNotifications({ databaseUrl: url, pool: through, log });
  const rows = own ? servicePools.of(own.service) : pool;
  const notifications = notificationsOf(databaseUrl, pool);
  const probes = [databaseUrl, ...(own ? [own.url] : [])].map((url) =>
    openWriteProbe({ databaseUrl: url, service }),
  );
  const probe = joinProbes(probes);
  return {
    ...{
      shared: pool,
      appends,
      services: servicePools,
      rows,
      isApart: own !== undefined,
      notifications,
      probe,
    },
    rowNotices: own ? notificationsOf(own.url, rows) : notifications,
    close: async () =>
      void (await Promise.all([pool.end(), appends.end(), servicePools.end(), probe.close()])),
  };
}

/** A program of the operator's looks where the gateway keeps what it shows. */
const named = (services: readonly StoringService[]): readonly { readonly name: string }[] =>
  services.length === 0 ? [{ name: 'gateway' }] : services;

/** @throws {StartupError} several services of one process work in one database */
function ownOf({ config, databaseUrl, services, soleInstance }: DatabasesOptions): OwnDatabase | undefined {
  const [first] = config.ownDatabases.keys();
  if (first === undefined) return undefined;
  if (soleInstance || services.length > 1)
    throw new StartupError(
      `${ownDatabaseVariable(first)} is for services that are processes of their own: where all are one process they share one database.`,
    );
  const [{ name } = { name: '' }] = named(services);
  const service = SERVICES.find((one) => one === name);
  if (service === undefined) return undefined;
  const url = config.ownDatabases.get(service);
  return url === undefined ? undefined : describeOwn(service, { url, sharedUrl: databaseUrl, services });
}

/** What a service, or a program of the operator's, needs to know of the database of a service's own. */
export function describeOwn(
  service: ServiceName,
  {
    services,
    ...urls
  }: { readonly url: string; readonly sharedUrl: string; readonly services: readonly StoringService[] },
): OwnDatabase {
  const consumers = services.flatMap(({ projections, consumerNames = [], recovery }) => [
    ...projections.map((projection) => projection.name),
    ...consumerNames,
    ...(recovery ? [recovery.name] : []),
  ]);
  return { service, ...urls, migrations: migrationsOf(services), consumers };
}

/** @returns false where the login user may not make the role, and works itself */
async function takeOwnRole({ service, url }: OwnDatabase, force: boolean): Promise<boolean> {
  const pool = createPool(url, { max: 1, applicationName: 'timbra' });
  try {
    return await takeRoles(pool, [{ name: service }], force, { ownOf: service });
  } finally {
    await pool.end();
  }
}
