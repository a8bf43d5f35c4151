export interface Limits {
  readonly most: number;
  readonly reserved: number;
}

export function reckonConnections(processes: number, pool: number): number;
/** Refuses, in a sentence, a PostgreSQL that has too few connections for all processes. */
export function checkConnections(
  needs: { readonly processes: number; readonly pool: number },
  limits: Limits,
): void;
export function readLimits(query: (sql: string) => Promise<readonly Limits[]>): Promise<Limits>;
