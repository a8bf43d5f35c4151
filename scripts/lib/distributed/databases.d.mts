import type { Config } from '#hosting';

/** Asks all servers that somebody has set whether they have room for all processes. */
export function checkDatabases(
  config: Pick<Config, 'ownDatabases'> & { readonly databaseUrl: string },
  needs: { readonly processes: number; readonly pool: number },
): Promise<void>;
/** Makes an empty database for each service on the embedded server, where it has none. */
export function makeOwnDatabases(url: string, services: readonly string[]): Promise<void>;
/** Lets each service into its own database, once it has a role. */
export function openOwnDatabases(url: string, services: readonly string[]): Promise<void>;
/** Refuses a start over the feed on an embedded database that services have left. */
export function refuseIfLeft(url: string): Promise<void>;
