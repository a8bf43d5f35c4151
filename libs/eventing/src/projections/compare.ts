import type pg from 'pg';
import { isDeepStrictEqual } from 'node:util';
import { START, unpackJson, type Position } from '#kernel';
import type { EventStore } from '#event-store';
import type { ProjectedRow, Projection } from './projection.js';

export interface CompareOptions {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly projection: Projection;
}

const ROWS_AT_A_TIME = 200;
const EVENTS_AT_A_TIME = 2_000;

/**
 * Checks that a read model is the fold of its streams: folds each stream by itself, without the runner, and
 * compares it with its row, column by column as PostgreSQL writes them. Call it while nothing is appended
 * and the projection has caught up. Memory is bounded by a few hundred streams.
 * @returns the ids of rows that differ, are missing, or should not be there, in order
 */
export async function compareWithFold(options: CompareOptions): Promise<string[]> {
  const differing = [...(await differingRows(options)), ...(await missingRows(options))];
  return differing.sort();
}

/** Goes through the table: every row must be what its stream says. */
async function differingRows(options: CompareOptions): Promise<string[]> {
  const { pool, projection } = options;
  const differing: string[] = [];
  for (let after = ''; ;) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM ${projection.table} WHERE id > $1 ORDER BY id LIMIT ${ROWS_AT_A_TIME}`,
      [after],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return differing;
    const folds = await Promise.all(ids.map((id) => foldStream(options, id)));
    differing.push(
      ...(await findDifferences(
        options,
        ids,
        folds.filter((row) => row !== undefined),
      )),
    );
    after = ids.at(-1) ?? after;
  }
}

/** Goes through the feed: every stream that leaves a row must have one. */
async function missingRows(options: CompareOptions): Promise<string[]> {
  const { pool, store, projection } = options;
  const missing: string[] = [];
  for (let position: Position = START; ;) {
    const events = await store.readFeed(position, EVENTS_AT_A_TIME);
    const last = events.at(-1);
    if (!last) return missing;
    position = last.position;
    const born = events
      .filter(({ revision, streamId }) => revision === 0 && streamId.startsWith(projection.streamPrefix))
      .map(({ streamId }) => streamId.slice(projection.streamPrefix.length));
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM unnest($1::text[]) AS born(id)
       WHERE NOT EXISTS (SELECT FROM ${projection.table} AS t WHERE t.id = born.id)`,
      [born],
    );
    for (const { id } of rows) if (await foldStream(options, id)) missing.push(id);
  }
}

async function foldStream(options: CompareOptions, id: string): Promise<ProjectedRow | undefined> {
  const { store, projection } = options;
  let row: ProjectedRow | undefined;
  for (const event of await store.read(projection.streamPrefix + id)) row = projection.evolve(row, event);
  return row;
}

/** The ids whose rows are not the folds, which are brought into the table's own types first. */
async function findDifferences(
  { pool, projection }: CompareOptions,
  ids: readonly string[],
  folds: readonly ProjectedRow[],
): Promise<string[]> {
  const columns = Object.entries(projection.columns);
  const asText = columns.map(([name]) => `${name}::text AS ${name}`).join(', ');
  const { rows } = await pool.query<Record<string, string | null> & { id: string }>(
    `SELECT ${asText} FROM json_populate_recordset(NULL::${projection.table}, $1)
     UNION ALL SELECT ${asText} FROM ${projection.table} WHERE id = ANY($2)`,
    [JSON.stringify(folds), ids],
  );
  const twins = new Map<string, unknown[]>();
  for (const row of rows)
    twins.set(row.id, [
      ...(twins.get(row.id) ?? []),
      columns.map(([name, type]) => unpackColumn(row[name], type)),
    ]);
  return [...twins].filter(([, [one, other]]) => !isDeepStrictEqual(one, other)).map(([id]) => id);
}

/** Large JSON is stored packed: what it says is compared, not how well it was packed. */
const unpackColumn = (
  text: string | null | undefined,
  type: string | undefined,
): string | null | undefined => (typeof text === 'string' && type === 'json' ? unpackJson(text) : text);
