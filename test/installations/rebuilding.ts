import pg from 'pg';
import { allServices } from '#apps/standalone/src/services';
import { organizationsReadModel, usersReadModel } from '#contracts';
import { rebuildCommand } from '#hosting';

/** Read models in which people are. */
const MODELS = [organizationsReadModel, usersReadModel];

type Rows = Readonly<Record<string, readonly string[]>>;

/** Every row as PostgreSQL writes it, by table. */
export async function rowsOfPeople(pool: pg.Pool): Promise<Rows> {
  const all: Record<string, readonly string[]> = {};
  for (const { table } of MODELS) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_json(t)::text AS row FROM ${table} t ORDER BY id`,
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** `npm run rebuild` of them, beside the running service. */
export const rebuildPeople = (pool: pg.Pool): Promise<void> =>
  rebuildCommand({
    databaseUrl: pool.options.connectionString ?? '',
    services: allServices,
    names: MODELS.map(({ projection }) => projection),
    output: { isTTY: false, write: () => true },
  });
