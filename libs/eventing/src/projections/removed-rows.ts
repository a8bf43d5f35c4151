import type { ReadModel } from '#contracts';
import type { Queryable } from '../transaction.js';

/**
 * Rows that a projection has removed, kept for a day: a caller that waits for such a write, in any process,
 * can tell a removed row from one that is still to come. A row that has never been is noted too, where its stream has
 * events that leave none.
 */
export const NOTE_REMOVED = `
  INSERT INTO platform.removed_rows (projection, id, revision)
  SELECT $7, r.id, r.revision FROM unnest($6::text[], $8::integer[], $9::timestamptz[]) AS r(id, revision, recorded_at)
  WHERE EXISTS (SELECT FROM moved) AND r.recorded_at > now() - interval '1 day'
  ON CONFLICT (projection, id) DO UPDATE SET revision = excluded.revision, removed_at = excluded.removed_at
  WHERE removed_rows.revision < excluded.revision`;

/** Whether a row shows a revision, or a later one, or has been removed by then. */
export async function isShown(
  db: Queryable,
  { projection, table }: ReadModel,
  id: string,
  revision: number,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `watch-${table}`,
    text: `SELECT FROM ${table} WHERE id = $1 AND revision >= $2
           UNION ALL
           SELECT FROM platform.removed_rows WHERE projection = $3 AND id = $1 AND revision >= $2
           LIMIT 1`,
    values: [id, revision, projection],
  });
  return rowCount !== 0;
}

/** Of some rows, by their ids and the revisions that they are to show, those of which `isShown` says no: in one statement. */
export async function notShown<Wanted extends { readonly id: string; readonly revision: number }>(
  db: Queryable,
  { projection, table }: ReadModel,
  wanted: readonly Wanted[],
): Promise<Wanted[]> {
  const { rows } = await db.query<{ n: number }>({
    name: `watch-many-${table}`,
    text: `SELECT w.n::int AS n FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS w(id, revision, n)
           WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.id = w.id AND t.revision >= w.revision)
             AND NOT EXISTS (SELECT FROM platform.removed_rows r
                             WHERE r.projection = $3 AND r.id = w.id AND r.revision >= w.revision)
           ORDER BY w.n`,
    values: [wanted.map(({ id }) => id), wanted.map(({ revision }) => revision), projection],
  });
  return rows.flatMap(({ n }) => wanted[n - 1] ?? []);
}

/** Forgets rows that no caller can wait for any longer. */
export async function sweepRemovedRows(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM platform.removed_rows WHERE removed_at < now() - interval '1 day'`);
}
