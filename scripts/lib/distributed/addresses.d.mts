/** What the environments of processes have of databases. */
export interface Addresses {
  readonly ofService: (service: string) => Readonly<Record<string, string>>;
  readonly ofMigrate: Readonly<Record<string, string>>;
  readonly ofOperators: Readonly<Record<string, string>>;
}

/** A database as a service logs in there. */
export function loggedInAs(service: string, password: string, url: string): string;
/** The databases that somebody has set. */
export function givenAddresses(settings: NodeJS.ProcessEnv): Addresses;
/** The databases of the embedded server. `given`: passwords that somebody has set, by service. */
export function madeAddresses(
  places: { readonly url: string; readonly own: readonly string[] },
  given?: ReadonlyMap<string, string>,
): Addresses;
