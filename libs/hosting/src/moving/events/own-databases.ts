import type pg from 'pg';
import { findMarkerOf } from '../../owners/own/marker.js';
import { hasLeft } from '../../owners/roles.js';
import { ownDatabaseVariable, type ServiceName } from '../../owners/services.js';
import { StartupError } from '../../postgres/startup-error.js';
import type { Migration } from '../../runtime/migrate.js';
import { withClient } from '../client.js';
import { findLeft, requireRelease, type Left } from '../installation.js';

/** Where a service's own database is, and the tables that it has. Undefined: nobody has said it. */
export type FindOwn = (
  service: ServiceName,
) => { readonly url: string; readonly migrations: readonly Migration[] } | undefined;

/**
 * Opens the databases of all services that have left the shared one, where their consumers keep how far they are.
 * @throws {StartupError} one is not named, is not the one that the service has worked with, or is of another release
 */
export async function withOwnDatabases<T>(
  shared: pg.Client,
  findOwn: FindOwn,
  work: (owns: readonly pg.Client[]) => Promise<T>,
): Promise<T> {
  const all = await findLeft(shared);
  const openFrom = (index: number, owns: readonly pg.Client[]): Promise<T> => {
    const left = all[index];
    if (!left) return work(owns);
    const own = findOwn(left.service);
    if (!own) throw hasLeft(left.service);
    return withClient(own.url, async (client) => {
      await requireTheOne(client, left);
      await requireRelease(client, own.migrations, ownDatabaseVariable(left.service));
      return openFrom(index + 1, [...owns, client]);
    });
  };
  return openFrom(0, []);
}

/** @throws {StartupError} */
async function requireTheOne(client: pg.Client, { service, database }: Left): Promise<void> {
  const marker = await findMarkerOf(service, client);
  if (marker?.database === database && marker.ready) return;
  throw new StartupError(
    `The database of ${ownDatabaseVariable(service)} is not the one that ${service} has worked with, or not ready: name that one, or start the service once.`,
  );
}

/** The store that a database's checkpoints belong to. Undefined: it was never started on. */
export async function followedStoreOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ identity: string }>('SELECT identity FROM platform.followed_store');
  return rows[0]?.identity;
}

/**
 * The databases that an earlier run has switched to the other store, before it died between two of them.
 * @throws {StartupError} one belongs to a third store
 */
export async function switchedOf(
  owns: readonly pg.Client[],
  from: string,
  to: string,
): Promise<readonly pg.Client[]> {
  const followed = await Promise.all(owns.map(followedStoreOf));
  const third = followed.find((identity) => identity !== undefined && identity !== from && identity !== to);
  if (third !== undefined)
    throw new StartupError(`A service's own database belongs to the event store "${third}", not "${from}".`);
  return owns.filter((_own, index) => followed[index] === to);
}
