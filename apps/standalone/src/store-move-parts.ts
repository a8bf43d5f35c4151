import { migrationsOf, StartupError } from '#hosting';
import {
  findLeft,
  ownPart,
  sharedPart,
  withClient,
  type Installation,
  type Part,
} from '#hosting/moving/index';
import { hasLeft } from '#hosting/owners/roles';
import { ownDatabaseVariable, type ServiceName } from '#hosting/owners/services';
import { migrateSandboxPac } from '#pac';
import { allServices } from './services.js';

/** The tables that the database of a service's own has: a process makes those of its service, and no others. */
export const migrationsOfOwn = (service: ServiceName) =>
  migrationsOf(allServices.filter(({ name }) => name === service));

/** Where databases go. */
interface Targets {
  readonly to: string;
  readonly own: ReadonlyMap<ServiceName, string>;
}

/**
 * The databases that move. One of a service that is a server's stays where it is if nobody says where it goes; from a data
 * folder all go.
 * @throws {StartupError} a service has a database, or a target, without the other
 */
export async function partsOf(
  { url, ownUrlOf, isEmbedded }: Installation,
  { to, own }: Targets,
): Promise<readonly Part[]> {
  const left = (await withClient(url, findLeft)).map(({ service }) => service);
  const idle = [...own.keys()].find((service) => !left.includes(service));
  if (idle !== undefined)
    throw new StartupError(
      `${idle} has no database of its own that could move: leave TO_${ownDatabaseVariable(idle)} unset.`,
    );
  const stays = left.filter((service) => !own.has(service));
  if (isEmbedded && stays.length > 0)
    throw new StartupError(
      `Services have databases of their own in the data folder. Name an empty database for each: set ${stays.map((service) => `TO_${ownDatabaseVariable(service)}`).join(', ')} too.`,
    );
  const ownParts = [...own].map(([service, target]) => {
    const from = ownUrlOf(service);
    if (from === undefined) throw hasLeft(service);
    return ownPart(service, { from, to: target, migrations: migrationsOfOwn(service) });
  });
  return [
    sharedPart({ from: url, to, migrations: migrationsOf(allServices) }, migrateSandboxPac),
    ...ownParts,
  ];
}
