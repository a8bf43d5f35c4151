import type pg from 'pg';
import { StartupError } from '../../postgres/startup-error.js';
import { findMark } from '../mark.js';

const NAMED = 3;

/**
 * Makes sure that a database is empty, or half of a move. Extensions may be there.
 * @throws {StartupError} names some of what is there
 */
export async function refuseForeign(client: pg.Client, variable = 'TO_DATABASE_URL'): Promise<void> {
  if (await findMark(client)) return;
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
      AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
    ORDER BY 1 LIMIT ${NAMED}`);
  if (rows.length === 0) return;
  throw new StartupError(
    `The database of ${variable} is not empty (${rows.map(({ name }) => name).join(', ')}): give an empty one.`,
  );
}
