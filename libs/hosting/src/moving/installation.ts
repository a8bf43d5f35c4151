import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config/config.js';
import { databaseBeside, type ServiceName } from '../owners/services.js';
import { findRunningPostgres, startEmbeddedPostgres, StartupError } from '../postgres/index.js';
import type { Migration } from '../runtime/migrate.js';

/** The databases of an installation. */
export interface Installation {
  /** Of the database that all services share. */
  readonly url: string;
  /** The database of a service's own, where one is named. */
  readonly ownUrlOf: (service: ServiceName) => string | undefined;
  /** All of them are in the data folder. */
  readonly isEmbedded: boolean;
}

/** A service that has left the shared database, and the name of its own one. */
export interface Left {
  readonly service: ServiceName;
  readonly database: string;
}

/**
 * Gives the databases of the installation that the settings describe; the embedded ones are ours alone until the end.
 * @param beside the work is done while the service works too: then the embedded ones are those that it runs
 */
export async function withInstallation<T>(
  { databaseUrl, ownDatabases, dataDir }: Pick<Config, 'databaseUrl' | 'ownDatabases' | 'dataDir'>,
  { beside }: { readonly beside: boolean },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined)
    return work({
      ...{ url: databaseUrl, isEmbedded: false },
      ownUrlOf: (service) => ownDatabases.get(service),
    });
  await access(join(dataDir, 'postgres')).catch(() => {
    throw new StartupError(
      `There is no installation in ${dataDir}: set TIMBRA_DATA to its data folder, or DATABASE_URL to its database.`,
    );
  });
  const within = (url: string): Promise<T> =>
    work({ url, isEmbedded: true, ownUrlOf: (service) => databaseBeside(url, service) });
  const running = beside ? await findRunningPostgres(dataDir) : undefined;
  if (running !== undefined) return within(running);
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    return await within(database.url);
  } finally {
    await database.stop();
  }
}

/** The services that have databases of their own. @throws {StartupError} the shared one has no tables of ours */
export async function findLeft(shared: pg.Client): Promise<readonly Left[]> {
  await requireInstallation(shared);
  const { rows: known } = await shared.query<{ found: boolean }>(
    `SELECT to_regclass('platform.own_databases') IS NOT NULL AS found`,
  );
  // Of a release that knew none.
  if (known[0]?.found !== true) return [];
  const { rows } = await shared.query<Left>(
    'SELECT service, database FROM platform.own_databases ORDER BY service',
  );
  return rows;
}

/** @throws {StartupError} the database has no tables of ours */
export async function requireInstallation(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('platform.checkpoints') IS NOT NULL AND to_regclass('public.timbra_migrations') IS NOT NULL AS found`,
  );
  if (rows[0]?.found !== true) throw new StartupError('There is no installation of Timbra in this database.');
}

/**
 * Makes sure that a database has the tables of this release, no older and no newer ones, and that its user may lock them.
 * @throws {StartupError}
 */
export async function requireRelease(
  client: pg.Client,
  migrations: readonly Migration[],
  variable = 'DATABASE_URL',
): Promise<void> {
  await requireInstallation(client);
  const { rows: owners } = await client.query<{ owns: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = 'platform.checkpoints'::regclass`,
  );
  if (owners[0]?.owns !== true)
    throw new StartupError(
      `The user of ${variable} must own the tables: move as the user that the step migrate works as.`,
    );
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.timbra_migrations');
  const ran = new Set(rows.map(({ name }) => name));
  const ours = new Set(migrations.map((migration) => new migration().name ?? migration.name));
  if (ran.size === ours.size && [...ours].every((name) => ran.has(name))) return;
  throw new StartupError(
    'The installation is of another release than this program: start it once with this release, stop it, and move it then.',
  );
}

/** Names a database so that no other has the name. */
export async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT system_identifier || '/' || current_database() AS identity FROM pg_control_system()`,
  );
  return rows[0]?.identity ?? '';
}
