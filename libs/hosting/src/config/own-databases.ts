import { ownDatabaseVariable, SERVICES, type ServiceName } from '../owners/services.js';
import { StartupError } from '../postgres/startup-error.js';
import { topicsOf, type DomainEventsConfig } from './domain-events.js';
import type { KafkaConfig } from './kafka.js';
import { POSTGRES_PROTOCOLS, urlSetting } from './url-setting.js';

/** The databases of services that have one of their own, by service. All others work in that of DATABASE_URL. */
export type OwnDatabases = ReadonlyMap<ServiceName, string>;

type Env = Readonly<Record<string, string | undefined>>;

export const OWN_DATABASE_VARIABLES: readonly string[] = SERVICES.map(ownDatabaseVariable);

/**
 * Reads the databases of services.
 * @throws {StartupError} never with a URL, which may hold a password
 */
export function ownDatabases(
  env: Env,
  way: { readonly domainEvents: DomainEventsConfig; readonly kafka: KafkaConfig | undefined },
): OwnDatabases {
  const named = SERVICES.flatMap((service) => {
    const text = urlSetting(env, ownDatabaseVariable(service), POSTGRES_PROTOCOLS);
    return text === undefined ? [] : [[service, text] as const];
  });
  const taken = new Map<string, string>();
  const shared = urlSetting(env, 'DATABASE_URL', POSTGRES_PROTOCOLS);
  if (shared !== undefined) taken.set(placeOf(shared), 'DATABASE_URL');
  for (const [service, text] of named) {
    const name = ownDatabaseVariable(service);
    const other = taken.get(placeOf(text));
    if (other !== undefined)
      throw new StartupError(`${name} and ${other} name the same database: each service needs another one.`);
    taken.set(placeOf(text), name);
  }
  const [first] = named;
  if (first && topicsOf(way) === undefined)
    throw new StartupError(
      `${ownDatabaseVariable(first[0])} needs TIMBRA_KAFKA and TIMBRA_DOMAIN_EVENTS=topics: services with databases of their own hear of each other over topics.`,
    );
  if (first && shared === undefined)
    throw new StartupError(
      `${ownDatabaseVariable(first[0])} needs DATABASE_URL too: the database of what all services share.`,
    );
  return new Map(named);
}

/** As far as a URL tells: which database it names, whoever logs in. */
function placeOf(text: string): string {
  const { hostname, port, pathname, searchParams } = new URL(text);
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}${pathname}`.toLowerCase();
}
