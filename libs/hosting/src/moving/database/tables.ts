import type pg from 'pg';
import { StartupError } from '../../postgres/startup-error.js';

/** A table of ours, with names as SQL wants them. */
export interface Table {
  readonly name: string;
  /** Those that have values of their own, in an order that does not depend on the table's history. */
  readonly columns: readonly string[];
  /** Tables that its rows point at. */
  readonly refersTo: readonly string[];
}

/** What a rebuild that was broken off has left. */
const LEFT_BY_REBUILD = /__rebuild"?$/;
/** Each database has its own: where it differs nothing is moved. */
const MIGRATIONS = 'public.timbra_migrations';

/** All tables but those that are not moved. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
      ARRAY(SELECT quote_ident(attname) FROM pg_attribute
            WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
            ORDER BY attname COLLATE "C") AS columns,
      ARRAY(SELECT DISTINCT format('%I.%I', rn.nspname, r.relname)
            FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
            WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid) AS refers_to
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'timbra_move', 'timbra_ahead') AND n.nspname NOT LIKE 'pg\\_%'
    ORDER BY 1`);
  return rows
    .map(({ name, columns, refers_to }) => ({ name, columns, refersTo: refers_to }))
    .filter(({ name }) => name !== MIGRATIONS && !LEFT_BY_REBUILD.test(name));
}

/**
 * The tables to move, those first that others point at.
 * @throws {StartupError} the two databases have not the same tables
 */
export function tablesToMove(from: readonly Table[], to: readonly Table[]): Table[] {
  const differences = [...differ(from, to, 'the target'), ...differ(to, from, 'the installation')];
  if (differences.length > 0)
    throw new StartupError(
      `These are not in both databases: ${differences.join('; ')}. Remove what is not of Timbra, or move its database with pg_dump.`,
    );
  return inOrder(to);
}

const differ = (some: readonly Table[], others: readonly Table[], where: string): string[] =>
  some.flatMap(({ name, columns }) => {
    const other = others.find((table) => table.name === name);
    if (!other) return [`${name} is missing in ${where}`];
    const missing = columns.filter((column) => !other.columns.includes(column));
    return missing.length > 0 ? [`${name} has no ${missing.join(', ')} in ${where}`] : [];
  });

function inOrder(tables: readonly Table[]): Table[] {
  const done: Table[] = [];
  const isDone = (name: string): boolean => done.some((table) => table.name === name);
  while (done.length < tables.length) {
    const next = tables.filter(({ name, refersTo }) => !isDone(name) && refersTo.every(isDone));
    if (next.length === 0) throw new Error('tables point at each other in a circle');
    done.push(...next);
  }
  return done;
}
