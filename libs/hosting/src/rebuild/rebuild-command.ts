import type { EventStoreChoice } from '../config/event-store.js';
import { ensureRoles } from '../owners/roles.js';
import { createPool } from '../postgres/pool.js';
import { StartupError } from '../postgres/startup-error.js';
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
  const pool = createPool(databaseUrl, { max: 8, applicationName: 'timbra-rebuild' });
  try {
    await ensureRoles(pool, ran > 0);
    const { store } = await openEventStore(eventStore, { rows: pool, events: pool });
    try {
      for (const projection of projections) {
        const report = progressReport(projection.name, output);
        await rebuildProjection({ pool, store, projection, onProgress: report.progress });
        report.done();
      }
    } finally {
      await store.close();
    }
  } catch (error) {
    throw error instanceof RebuildUnderWay ? new StartupError(`${sentence(error.message)}.`) : error;
  } finally {
    await pool.end();
  }
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
