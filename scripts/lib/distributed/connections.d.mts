export interface Limits {
  readonly most: number;
  readonly reserved: number;
}

/** What a server of PostgreSQL has to take. */
export interface Needs {
  /** Processes whose shared database is there, and how many connections their pools have. */
  readonly processes?: number;
  readonly pool: number;
  /** How many of them have their own database there too. */
  readonly beside?: number;
  /** Databases of services whose shared database is elsewhere. */
  readonly own?: number;
}

export function reckonConnections(needs: Needs): number;
/** One URL for each server, that of the shared database first. */
export function needsByServer(
  databases: { readonly databaseUrl: string; readonly ownUrls: readonly string[] },
  all: { readonly processes: number; readonly pool: number },
): readonly { readonly url: string; readonly needs: Needs }[];
/** Refuses, in a sentence, a PostgreSQL that has too few connections for all processes. */
export function checkConnections(needs: Needs, limits: Limits, variable?: string): void;
export function readLimits(query: (sql: string) => Promise<readonly Limits[]>): Promise<Limits>;
