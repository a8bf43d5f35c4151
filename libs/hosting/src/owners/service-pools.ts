import type pg from 'pg';
import type { OwnPool } from '#eventing';
import type { Config } from '../config/config.js';
import type { Logger } from '../logging/logger.js';
import { createPool } from '../postgres/pool.js';
import { roleOf } from './roles.js';

export interface ServicePoolsOptions {
  readonly databaseUrl: string;
  readonly config: Pick<Config, 'databasePoolSize' | 'eventStore'>;
  readonly log: Logger;
  readonly services: readonly { readonly name: string }[];
  /** Whether the services' roles can be taken. */
  readonly roles: boolean;
  /** The one service of the process has a database of its own. */
  readonly own?: { readonly service: string; readonly url: string } | undefined;
  /** A program of the operator's, which has no services, looks into the gateway's tables with these, in the shared database. */
  readonly operators?: OwnPool;
}

/** The connections of each service of a process, under the service's role. */
export interface ServicePools {
  of(service: string): OwnPool;
  readonly all: readonly pg.Pool[];
  readonly byName: Readonly<Record<string, pg.Pool>>;
  end(): Promise<void>;
}

/** What a service may open of TIMBRA_DATABASE_POOL: the API reads most, invoices reserve with each request. */
const SHARES: Readonly<Record<string, number>> = { gateway: 1 / 2, invoicing: 1 / 3 };
const SHARE = 1 / 6;

const sizeOf = (service: string, all: number): number =>
  Math.max(2, Math.floor(all * (SHARES[service] ?? SHARE)));

/**
 * How many connections are left for what all services share. Alone in its process, a service takes its own out of
 * TIMBRA_DATABASE_POOL, which is then all that the process opens, but for its appends; where all are in one process, theirs come beside.
 */
export const sharedPoolSize = (services: ServicePoolsOptions['services'], all: number): number =>
  services.length === 1 ? Math.max(2, all - sizeOf(services[0]?.name ?? '', all)) : all;

/**
 * A pool for each service; connections are opened when they are needed, so a service without SQL of its own has none.
 */
export function openServicePools(options: ServicePoolsOptions): ServicePools {
  const { databaseUrl, config, log, services, roles, own, operators } = options;
  if (!roles)
    log.warn(
      "the user of DATABASE_URL may not make roles (CREATEROLE): services work as that user, and only the code keeps them from reading each other's tables",
    );
  const pools = new Map<string, OwnPool>();
  for (const name of own ? [own.service] : services.map((service) => service.name)) {
    pools.set(
      name,
      createPool(own?.url ?? databaseUrl, {
        max: sizeOf(name, config.databasePoolSize),
        applicationName: `timbra-${name}`,
        eventsElsewhere: own !== undefined || config.eventStore.kind !== 'postgres',
        ...(roles && { role: roleOf(name) }),
      }),
    );
  }
  return {
    of: (service) => {
      const pool =
        pools.get(service) ?? (services.length === 0 && service === 'gateway' ? operators : undefined);
      if (!pool) throw new Error(`the service ${service} is not of this process`);
      return pool;
    },
    all: [...pools.values()],
    byName: Object.fromEntries(pools),
    end: async () => void (await Promise.all([...pools.values()].map((pool) => pool.end()))),
  };
}
