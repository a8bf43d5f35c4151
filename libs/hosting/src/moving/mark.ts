import type pg from 'pg';
import { StartupError } from '../postgres/startup-error.js';

/** In the database of an unfinished move. While it is there nothing of ours starts, so that nothing works on half of the data. */
const SCHEMA = 'timbra_move';

/** An unfinished move. */
export interface Mark {
  readonly kind: 'database' | 'events';
  /** From where, and for events also to where: another move must not continue it. */
  readonly what: string;
}

type Queryable = Pick<pg.ClientBase, 'query'>;

/** By the catalogue: a service's own login may not look into the schema. */
const IS_MARKED = `SELECT 1 AS marked FROM pg_catalog.pg_namespace WHERE nspname = '${SCHEMA}'`;

/**
 * @param rowsOf asks the database
 * @throws {StartupError} the database is half of a move
 */
export async function refuseHalfMoved(rowsOf: (sql: string) => Promise<readonly unknown[]>): Promise<void> {
  if ((await rowsOf(IS_MARKED)).length === 0) return;
  throw new StartupError(
    'A move of this database or of its events is not finished: run the same npm run store:move again (docs/moving-stores.md).',
  );
}

/**
 * Marks a database before anything is written to it; one that has the mark of the same move already is continued.
 * @throws {StartupError} another move of it is not finished
 */
export async function mark(db: Queryable, { kind, what }: Mark): Promise<void> {
  const found = await findMark(db);
  if (found && (found.kind !== kind || found.what !== what))
    throw new StartupError(
      `Another move is not finished (of ${found.kind}, ${found.what}): finish it, or give it up (docs/moving-stores.md).`,
    );
  if (found) return;
  // One statement, so one transaction: a mark that says nothing is never seen.
  await db.query(`
    CREATE SCHEMA ${SCHEMA};
    CREATE TABLE ${SCHEMA}.mark (kind text NOT NULL, what text NOT NULL);
    CREATE TABLE ${SCHEMA}.tables (name text PRIMARY KEY, rows bigint NOT NULL, hash text NOT NULL);
    INSERT INTO ${SCHEMA}.mark VALUES (${literal(kind)}, ${literal(what)});`);
}

export async function findMark(db: Queryable): Promise<Mark | undefined> {
  if ((await db.query(IS_MARKED)).rowCount === 0) return undefined;
  const { rows } = await db.query<Mark>(`SELECT kind, what FROM ${SCHEMA}.mark`);
  return rows[0];
}

/**
 * Notes, before the first of several databases is switched, that some may be: from then on the move can't be given up, only
 * finished.
 */
export async function noteSwitching(db: Queryable): Promise<void> {
  await db.query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.switching ()`);
}

export async function isSwitching(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT to_regclass('${SCHEMA}.switching') IS NOT NULL AS found`,
  );
  return rows[0]?.found === true;
}

/** The move is finished, or given up. */
export async function removeMark(db: Queryable): Promise<void> {
  await db.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
}

/** A table's rows, and one hash of all of them. */
export interface Content {
  readonly rows: string;
  readonly hash: string;
}

/** What has been copied, by table. */
export async function copiedTables(db: Queryable): Promise<ReadonlyMap<string, Content>> {
  const { rows } = await db.query<Content & { name: string }>(
    `SELECT name, rows, hash FROM ${SCHEMA}.tables`,
  );
  return new Map(rows.map(({ name, ...content }) => [name, content]));
}

export async function noteCopied(db: Queryable, name: string, { rows, hash }: Content): Promise<void> {
  await db.query(`INSERT INTO ${SCHEMA}.tables VALUES ($1, $2, $3)`, [name, rows, hash]);
}

export async function forgetCopied(db: Queryable): Promise<void> {
  await db.query(`TRUNCATE ${SCHEMA}.tables`);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
