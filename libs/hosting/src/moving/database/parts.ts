import type pg from 'pg';
import { adoptMarker, findMarkerOf, mark } from '../../owners/own/marker.js';
import { isOwn, OWN_SCHEMA } from '../../owners/places.js';
import { ensureRoles } from '../../owners/roles.js';
import { ownDatabaseVariable, type ServiceName } from '../../owners/services.js';
import { createPool } from '../../postgres/pool.js';
import { StartupError } from '../../postgres/startup-error.js';
import { migrate, type Migration } from '../../runtime/migrate.js';
import { APPLICATION, withClient } from '../client.js';

/** One database of an installation, and an empty one that it goes to. */
export interface Part {
  readonly from: string;
  readonly to: string;
  /** Whose own it is. Undefined: all services share it. */
  readonly service: ServiceName | undefined;
  /** Names it to the service; with `TO_` before it, it names where it goes. */
  readonly variable: string;
  readonly migrations: readonly Migration[];
  /** Whether it moves a table. */
  readonly has: (table: string) => boolean;
  /** Makes the tables of this release, and the roles. @returns false where the user may not make roles */
  readonly prepare: (to: string) => Promise<boolean>;
  /** All rows are there: lets the target say of itself what the source does. */
  readonly adopt: (from: pg.Client, to: pg.Client) => Promise<void>;
  /** Whether it does. */
  readonly isCopy: (from: pg.Client, to: pg.Client) => Promise<boolean>;
}

interface Places {
  readonly from: string;
  readonly to: string;
  readonly migrations: readonly Migration[];
}

/** @param makeTables makes the tables that no migration makes: the sandbox's */
export const sharedPart = (places: Places, makeTables: (pool: pg.Pool) => Promise<void>): Part => ({
  ...{ ...places, service: undefined, variable: 'DATABASE_URL' },
  has: () => true,
  prepare: async (to) => {
    await migrate(to, places.migrations, { moving: true });
    return withPool(to, async (pool) => {
      await makeTables(pool);
      return ensureRoles(pool, true);
    });
  },
  adopt: () => Promise.resolve(),
  isCopy: () => Promise.resolve(false),
});

/** The database of a service's own: of the tables that all databases have it moves those whose rows are there (docs/adr/0090). */
export const ownPart = (service: ServiceName, places: Places): Part => ({
  ...{ ...places, service, variable: ownDatabaseVariable(service) },
  has: (table) => isOwn(table, service) && !table.startsWith(`${OWN_SCHEMA}.`),
  prepare: async (to) => {
    await withClient(to, async (client) => {
      if (!(await findMarkerOf(service, client))) await mark(service, client);
    });
    await migrate(to, places.migrations, { moving: true });
    return withPool(to, (pool) => ensureRoles(pool, true, service));
  },
  adopt: async (from, to) => {
    const marker = await findMarkerOf(service, from);
    if (!marker) throw notOwn(service);
    await adoptMarker(to, marker);
  },
  isCopy: async (from, to) => {
    const [one, other] = [await findMarkerOf(service, from), await findMarkerOf(service, to)];
    if (!one) throw notOwn(service);
    return one.database === other?.database;
  },
});

const notOwn = (service: ServiceName): StartupError =>
  new StartupError(`The database of ${ownDatabaseVariable(service)} is not that of ${service}.`);

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, { applicationName: APPLICATION, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** A part, with a connection to either side. */
export interface Pair {
  readonly part: Part;
  readonly from: pg.Client;
  readonly to: pg.Client;
}

/** Opens both sides of all parts. */
export function withPairs<T>(
  parts: readonly Part[],
  work: (pairs: readonly Pair[]) => Promise<T>,
): Promise<T> {
  const openFrom = (index: number, pairs: readonly Pair[]): Promise<T> => {
    const part = parts[index];
    if (!part) return work(pairs);
    return withClient(part.from, (from) =>
      withClient(part.to, (to) => openFrom(index + 1, [...pairs, { part, from, to }])),
    );
  };
  return openFrom(0, []);
}
