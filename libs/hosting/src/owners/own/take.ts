import type pg from 'pg';
import { withClient, within } from '../../moving/client.js';
import { contentOf, copyRows, copySequences, isSame } from '../../moving/database/contents.js';
import { refuseForeign } from '../../moving/database/foreign.js';
import { tablesOf, tablesToMove, type Table } from '../../moving/database/tables.js';
import { identityOf } from '../../moving/installation.js';
import { lockTables, refuseWhileRunning } from '../../moving/stopped.js';
import { errorCode, StartupError } from '../../postgres/startup-error.js';
import { ensureTables, type Migration } from '../../runtime/migrate.js';
import { isOwn } from '../places.js';
import { ownDatabaseVariable, SERVICES, type ServiceName } from '../services.js';
import { closeTables } from './close.js';
import { findMarkerOf, mark, noteReady, runMigrate, type Marker } from './marker.js';

/** A database of a service's own, beside that which all share. */
export interface OwnDatabase {
  readonly service: ServiceName;
  readonly url: string;
  readonly sharedUrl: string;
  readonly migrations: readonly Migration[];
  /** Names of the projections and consumers of the service: their places move with its tables. */
  readonly consumers: readonly string[];
}

/** One process at a time takes the database of a service. */
const LOCK = 7446160005n;
/** Is up, or gone: connections, logins, the name of a database. */
const UNUSABLE = /^(E[A-Z]+|08\w{3}|28\w{3}|3D000)$/;

/**
 * Looks at the database before anything is installed anywhere.
 * @throws {StartupError} it can't be used, or is the shared one, another service's or something else
 */
export async function examineOwn({ service, url, sharedUrl }: OwnDatabase): Promise<void> {
  const variable = ownDatabaseVariable(service);
  const look = (shared: string) => async (own: pg.Client) => {
    if ((await identityOf(own)) === shared)
      throw new StartupError(`${variable} names the database of DATABASE_URL: it must be another one.`);
    if (!(await findMarkerOf(service, own))) await refuseForeign(own, variable);
  };
  const shared = await withClient(sharedUrl, identityOf);
  await withClient(url, look(shared)).catch((error: unknown) => {
    if (!UNUSABLE.test(errorCode(error) ?? '')) throw error;
    const reason = (error instanceof Error && error.message) || errorCode(error);
    throw new StartupError(`The database of ${variable} can't be used: ${reason}.`);
  });
}

/**
 * Makes the tables of a service's own database, and takes over what the service has in the shared one: its rows are copied and
 * compared, and from then on refused there. Any number of processes may do it, and each may end half way: the next one continues.
 * The shared database must be up to date.
 * @returns how many migrations ran
 * @throws {StartupError}
 */
export async function takeOwn(own: OwnDatabase): Promise<number> {
  const { service, url, sharedUrl, migrations } = own;
  return withClient(sharedUrl, (shared) =>
    withClient(url, async (mine) => {
      await shared.query('SELECT pg_advisory_lock($1)', [
        LOCK + BigInt(SERVICES.indexOf(service)) * 1_000_000n,
      ]);
      if (!(await findMarkerOf(service, mine))) await mark(service, mine);
      const ran = await ensureTables(url, migrations, { variable: ownDatabaseVariable(service) });
      await closeOthers(mine, ({ name }) => !isOwn(name, service));
      const marker = await findMarkerOf(service, mine);
      if (!marker) throw new Error(`the database of ${service} has lost its mark`);
      if (await isTaken(service, shared, marker)) await closeOthers(shared, isOf(service));
      else await takeOver(own, marker, shared, mine);
      if (!marker.ready) await noteReady(mine);
      return ran;
    }),
  );
}

/** @throws {StartupError} the service has another one, or the database another installation */
async function isTaken(
  service: ServiceName,
  shared: pg.Client,
  { database, ready }: Marker,
): Promise<boolean> {
  const { rows } = await shared.query<{ database: string }>(
    'SELECT database FROM platform.own_databases WHERE service = $1',
    [service],
  );
  const [taken] = rows;
  if (taken?.database === database) return true;
  const variable = ownDatabaseVariable(service);
  if (taken)
    throw new StartupError(
      `The database of ${variable} is not the one that ${service} has worked with: name that one, or restore it from its backup.`,
    );
  if (ready)
    throw new StartupError(
      `The database of ${variable} belongs to another installation than that of DATABASE_URL, or to a later state of it.`,
    );
  return false;
}

/** In one transaction of each database; that of the service's own ends first, and is done again if the other does not end. */
async function takeOver(
  { service, consumers }: OwnDatabase,
  { database }: Marker,
  shared: pg.Client,
  mine: pg.Client,
): Promise<void> {
  if (!(await ownsTables(shared))) throw runMigrate(service);
  const tables = tablesToMove(
    (await tablesOf(shared)).filter(isOf(service)),
    (await tablesOf(mine)).filter(isOf(service)),
  );
  const names = namesOf(tables);
  await within(shared, 'BEGIN', async () => {
    if (names.length > 0) {
      await lockTables(shared, names, 'SHARE ROW EXCLUSIVE');
      if (await haveRows(shared, names)) await refuseWhileRunning(shared, { of: service });
      await closeTables(shared, names);
    }
    await shared.query('INSERT INTO platform.own_databases (service, database) VALUES ($1, $2)', [
      service,
      database,
    ]);
    await within(mine, 'BEGIN', async () => {
      if (names.length > 0) await mine.query(`TRUNCATE ${names.join(', ')}`);
      for (const table of tables) await copy(shared, mine, table);
      await copySequences(shared, mine, service);
      for (const [table, column] of [
        ['checkpoints', 'name'],
        ['removed_rows', 'projection'],
      ] as const)
        await copyPlaces(shared, mine, { table: `platform.${table}`, column, consumers });
    });
  });
}

async function copy(shared: pg.Client, mine: pg.Client, table: Table): Promise<void> {
  await copyRows(shared, mine, table);
  const [there, here] = [await contentOf(shared, table), await contentOf(mine, table)];
  if (!isSame(there, here)) throw new Error(`${table.name} was not copied as it is`);
}

/** Where the service's consumers are, with their lanes, and what they have removed. */
async function copyPlaces(
  shared: pg.Client,
  mine: pg.Client,
  { table, column, consumers }: { table: string; column: string; consumers: readonly string[] },
): Promise<void> {
  const found = (await tablesOf(shared)).find(({ name }) => name === table);
  if (!found) throw new Error(`there is no ${table}`);
  const ours = consumers.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');
  await mine.query(`DELETE FROM ${table}`);
  if (ours !== '') await copyRows(shared, mine, found, `split_part(${column}, '@', 1) IN (${ours})`);
}

const isOf =
  (service: ServiceName) =>
  ({ name }: Table): boolean =>
    name.startsWith(`${service}.`);

/** Tables that have come since, or were moved to this server, are closed too. Who does not own them has nothing to close. */
async function closeOthers(db: pg.Client, isElsewhere: (table: Table) => boolean): Promise<void> {
  if (await ownsTables(db)) await closeTables(db, namesOf((await tablesOf(db)).filter(isElsewhere)));
}

const namesOf = (tables: readonly Table[]): string[] => tables.map(({ name }) => name);

async function haveRows(shared: pg.Client, tables: readonly string[]): Promise<boolean> {
  const any = tables.map((name) => `EXISTS (SELECT FROM ${name})`).join(' OR ');
  const { rows } = await shared.query<{ any: boolean }>(`SELECT ${any} AS any`);
  return rows[0]?.any === true;
}

async function ownsTables(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query<{ owns: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = 'platform.own_databases'::regclass`,
  );
  return rows[0]?.owns === true;
}
