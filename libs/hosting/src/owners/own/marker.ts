import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { OWN_SCHEMA } from '../places.js';
import { ownDatabaseVariable, type ServiceName } from '../services.js';
import { StartupError } from '../../postgres/startup-error.js';
import { errorCode } from '../../postgres/startup-error.js';

type Queryable = Pick<pg.ClientBase, 'query'>;

/** What a service's own database says of itself. */
export interface Marker {
  readonly service: string;
  /** Names this database, so that no other is taken for it. */
  readonly database: string;
  /** False: what the service had in the shared database is not known to be here. */
  readonly ready: boolean;
}

const MAY_NOT = '42501';

/** By the catalogue: a login may not look into the schemas of others. */
const IS_MARKED = 'SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1';

/** Undefined: it is no service's own. */
export async function findMarker(own: Queryable): Promise<Marker | undefined> {
  if ((await own.query(IS_MARKED, [OWN_SCHEMA])).rowCount === 0) return undefined;
  const { rows } = await own.query<Marker>(`SELECT service, database, ready FROM ${OWN_SCHEMA}.database`);
  return rows[0];
}

/** @throws {StartupError} it is another service's */
export async function findMarkerOf(service: ServiceName, own: Queryable): Promise<Marker | undefined> {
  const marker = await findMarker(own).catch((error: unknown) => {
    throw errorCode(error) === MAY_NOT
      ? notTheirs(service, 'another service, or is not prepared yet (step migrate)')
      : error;
  });
  if (marker && marker.service !== service) throw notTheirs(service, `the service ${marker.service}`);
  return marker;
}

const notTheirs = (service: ServiceName, owner: string): StartupError =>
  new StartupError(`The database of ${ownDatabaseVariable(service)} belongs to ${owner}.`);

/** Marks an empty database before anything else is made there: it is known by that, however far the rest gets. */
export async function mark(service: ServiceName, own: Queryable): Promise<void> {
  // One statement, so one transaction.
  await own
    .query(
      `CREATE SCHEMA ${OWN_SCHEMA};
       CREATE TABLE ${OWN_SCHEMA}.database (
         singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
         service text NOT NULL, database uuid NOT NULL, ready boolean NOT NULL);
       INSERT INTO ${OWN_SCHEMA}.database (service, database, ready) VALUES ('${service}', '${randomUUID()}', false)`,
    )
    .catch((error: unknown) => {
      throw errorCode(error) === MAY_NOT ? runMigrate(service) : error;
    });
}

export const runMigrate = (service: ServiceName): StartupError =>
  new StartupError(
    `The database of ${ownDatabaseVariable(service)} is not prepared, and this login may not do it: run the step migrate first (docs/operations.md).`,
  );

export async function noteReady(own: Queryable): Promise<void> {
  await own.query(`UPDATE ${OWN_SCHEMA}.database SET ready = true`);
}

/** A copy of a service's own database is what the shared one takes for that database from now on. */
export async function adoptMarker(copy: Queryable, { database, ready }: Marker): Promise<void> {
  await copy.query(`UPDATE ${OWN_SCHEMA}.database SET database = $1, ready = $2`, [database, ready]);
}
