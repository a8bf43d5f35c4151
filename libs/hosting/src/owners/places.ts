/**
 * Where the platform's tables are, when a service has a database of its own (docs/adr/0090): these are written in one
 * transaction with the rows of the service, so they are with them. All others are shared.
 */
export const OWN_PLATFORM_TABLES = [
  ...['platform.checkpoints', 'platform.removed_rows', 'platform.leases', 'platform.write_probes'],
  'platform.followed_store',
] as const;

/** In a database of a service's own: says whose it is. */
export const OWN_SCHEMA = 'timbra_own';

/** Whether the rows of a table, named with its schema, are in the own database of a service. */
export const isOwn = (table: string, service: string): boolean =>
  table.startsWith(`${service}.`) ||
  table.startsWith(`${OWN_SCHEMA}.`) ||
  OWN_PLATFORM_TABLES.some((own) => own === table);
