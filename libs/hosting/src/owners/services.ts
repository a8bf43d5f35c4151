/** Every service, in a fixed order; each works under a role `timbra_<name>`, and may have a database of its own. */
export const SERVICES = [
  ...(['organizations', 'customers', 'invoicing', 'stamping', 'cancellation', 'notifications'] as const),
  ...(['webhooks', 'receipts', 'reception', 'publisher', 'gateway'] as const),
] as const;

export type ServiceName = (typeof SERVICES)[number];

/** The variable that names the database of a service: DATABASE_URL_INVOICING. */
export const ownDatabaseVariable = (service: ServiceName): string => `DATABASE_URL_${service.toUpperCase()}`;

/** On a server of ours the database of a service has its name: gives it, by the URL of another one there. */
export function databaseBeside(url: string, service: ServiceName): string {
  const beside = new URL(url);
  beside.pathname = `/${service}`;
  return beside.href;
}
