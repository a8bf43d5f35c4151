import type pg from 'pg';
import type { OwnDatabases } from '../config/own-databases.js';
import type { EventStoreChoice } from '../config/event-store.js';
import { examineOwn, takeOwn, type OwnDatabase } from '../owners/own/take.js';
import { ensureRoles, hasLeft } from '../owners/roles.js';
import type { ServiceName } from '../owners/services.js';
import { createPool } from '../postgres/pool.js';
import { StartupError } from '../postgres/startup-error.js';
import { describeOwn } from '../runtime/databases.js';
import { openEventStore } from '../runtime/event-store.js';
import { migrate } from '../runtime/migrate.js';
import { migrationsOf } from '../runtime/migrations.js';
import type { ServiceDefinition } from '../runtime/runtime.js';
import { progressReport, type Output } from './progress-report.js';
import { type Projection, rebuildProjection, RebuildUnderWay } from '#eventing';

export interface RebuildCommandOptions {
  readonly databaseUrl: string;
  /** Where the events are; default: in the same database. */
  readonly eventStore?: EventStoreChoice;
  readonly services: readonly ServiceDefinition[];
  /** Of the services that have another database. */
  readonly ownDatabases?: OwnDatabases;
  /** Names of projections; none: all of them. */
  readonly names: readonly string[];
  /** Default: standard output. */
  readonly output?: Output;
}

/**
 * Rebuilds projections from the first event, one after the other, and shows how far it is: a bar on a
 * terminal, plain lines elsewhere. The service may be running meanwhile.
 * @throws {StartupError} for a name that is no projection's, and when another process is rebuilding
 */
export async function rebuildCommand(options: RebuildCommandOptions): Promise<void> {
  const { databaseUrl, services, eventStore = { kind: 'postgres' }, output = process.stdout } = options;
  const projections = chooseProjections(services, options.names);
  const ran = await migrate(databaseUrl, migrationsOf(services));
  const pool = openPool(databaseUrl);
  const own = new Map<string, pg.Pool>();
  /** Of the database where the rows of a projection are. */
  const poolOf = async (projection: Projection): Promise<pg.Pool> => {
    const database = ownDatabaseOf(projection, options);
    if (!database) return pool;
    const known = own.get(database.url);
    if (known) return known;
    await examineOwn(database);
    await takeOwn(database);
    const opened = openPool(database.url);
    own.set(database.url, opened);
    return opened;
  };
  try {
    await refuseIfLeft(pool, projections, options);
    await ensureRoles(pool, ran > 0);
    const { store } = await openEventStore(eventStore, { rows: pool, events: pool });
    try {
      for (const projection of projections) {
        const report = progressReport(projection.name, output);
        const rows = await poolOf(projection);
        await rebuildProjection({ pool: rows, store, projection, onProgress: report.progress });
        report.done();
      }
    } finally {
      await store.close();
    }
  } catch (error) {
    throw error instanceof RebuildUnderWay ? new StartupError(`${sentence(error.message)}.`) : error;
  } finally {
    await Promise.all([pool, ...own.values()].map((one) => one.end()));
  }
}

const openPool = (url: string): pg.Pool => createPool(url, { max: 8, applicationName: 'timbra-rebuild' });

/** That of the service whose projection it is, where it has one. */
function ownDatabaseOf(
  projection: Projection,
  { databaseUrl, services, ownDatabases }: RebuildCommandOptions,
): OwnDatabase | undefined {
  const owner = services.find(({ projections }) => projections.includes(projection));
  const [service, url] = [...(ownDatabases ?? [])].find(([name]) => name === owner?.name) ?? [];
  if (!owner || service === undefined || url === undefined) return undefined;
  return describeOwn(service, { url, sharedUrl: databaseUrl, services: [owner] });
}

/** @throws {StartupError} the rows of a projection are in a database that is not named */
async function refuseIfLeft(
  pool: pg.Pool,
  projections: readonly Projection[],
  { services, ownDatabases = new Map() }: RebuildCommandOptions,
): Promise<void> {
  const { rows } = await pool.query<{ service: ServiceName }>('SELECT service FROM platform.own_databases');
  const isRebuilt = (service: string) =>
    services.some(
      ({ name, projections: own }) => name === service && own.some((one) => projections.includes(one)),
    );
  const unnamed = rows.find(({ service }) => isRebuilt(service) && !ownDatabases.has(service));
  if (unnamed) throw hasLeft(unnamed.service);
}

function chooseProjections(
  services: readonly ServiceDefinition[],
  names: readonly string[],
): readonly Projection[] {
  const all = services.flatMap(({ projections }) => projections);
  const unknown = names.filter((name) => !all.some((projection) => projection.name === name));
  if (unknown.length > 0)
    throw new StartupError(
      `No such projection: ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
