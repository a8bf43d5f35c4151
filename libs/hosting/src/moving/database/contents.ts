import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Content } from '../mark.js';
import type { Table } from './tables.js';

/**
 * How many rows a table has, and one hash of all, whatever their order: the sums of two halves of each row's SHA-256.
 * The server reckons it, so verifying takes nothing over the network.
 */
export async function contentOf(client: pg.Client, { name, columns }: Table): Promise<Content> {
  const half = (start: number): string =>
    `coalesce(sum(('x' || encode(substring(hash FROM ${start} FOR 8), 'hex'))::bit(64)::bigint), 0)`;
  const { rows } = await client.query<Content>(`
    SELECT count(*)::text AS rows, ${half(1)} || ':' || ${half(9)} AS hash
    FROM (SELECT sha256(convert_to(ROW(${columns.join(', ')})::text, 'UTF8')) AS hash FROM ${name}) AS hashed`);
  return rows[0] ?? { rows: '0', hash: '' };
}

export const isSame = (one: Content | undefined, other: Content): boolean =>
  one?.rows === other.rows && one.hash === other.hash;

/** Copies the rows of a table, all or some; only a buffer of them is in memory. */
export async function copyRows(
  from: pg.Client,
  to: pg.Client,
  { name, columns }: Table,
  condition = 'true',
): Promise<void> {
  const list = columns.join(', ');
  await pipeline(
    from.query(copyTo(`COPY (SELECT ${list} FROM ${name} WHERE ${condition}) TO STDOUT`)),
    to.query(copyFrom(`COPY ${name} (${list}) FROM STDIN`)),
  );
}

/** Makes the sequences of one database, or of one schema, continue where those of the other are. */
export async function copySequences(from: pg.Client, to: pg.Client, schema?: string): Promise<void> {
  for (const { name, last } of await sequencesOf(from, schema))
    if (last === null) await to.query(`ALTER SEQUENCE ${name} RESTART`);
    else await to.query('SELECT setval($1, $2)', [name, last]);
}

/** Where each sequence is, of one schema or of all; null: it has given nothing yet. */
export async function sequencesOf(
  client: pg.Client,
  schema?: string,
): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences
     WHERE schemaname <> 'public' ORDER BY 1`,
  );
  return rows.filter(({ name }) => schema === undefined || name.startsWith(`${schema}.`));
}
