import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { allServices } from '#apps/standalone/src/services';
import { migrate, migrationsOf, type Migration } from '#hosting';
import { migrateSandboxPac } from '#pac';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import type { Json } from '../support/app.js';

/** A whole database as a release left it, and what its API answered then. */
export interface Installation {
  readonly migrations: readonly string[];
  /** Rows by table, as JSON texts: parsed and written again, some numbers would have another form. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly sequences: Readonly<Record<string, string>>;
  /** By request, what a client saw. */
  readonly seen: Json;
}

const FOLDER = import.meta.dirname;
const MIGRATIONS = 'public.timbra_migrations';
const OTHERS = `NOT IN ('pg_catalog', 'information_schema')`;

/** Compressed: it is not for eyes, and must never be edited. */
export async function readInstallation(name: string): Promise<Installation> {
  const packed = await readFile(resolve(FOLDER, `${name}.json.gz`));
  return JSON.parse(gunzipSync(packed).toString()) as Installation;
}

export async function keepInstallation(name: string, installation: Installation): Promise<void> {
  const text = Buffer.from(JSON.stringify(installation));
  await writeFile(resolve(FOLDER, `${name}.json.gz`), gzipSync(text, { level: 9 }));
}

/** Reads every row of a database. */
export const takeInstallation = (url: string, seen: Json): Promise<Installation> =>
  connected(url, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema ${OTHERS} ORDER BY 1`,
    );
    const tables: Record<string, string[]> = {};
    for (const { name } of names) {
      const { rows } = await client.query<{ row: string }>(`SELECT to_json(t)::text AS row FROM ${name} t`);
      if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
    }
    const sequences = await client.query<{ name: string; last: string }>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences
       WHERE last_value IS NOT NULL`,
    );
    const { [MIGRATIONS]: migrations = [], ...data } = tables;
    return {
      migrations: migrations.map((row) => (JSON.parse(row) as { name: string }).name),
      tables: data,
      sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
      seen,
    };
  });

/** Makes a database that is as the installation left it: the tables of its release, with its rows. */
export async function restoreInstallation(installation: Installation): Promise<TestDatabase> {
  const database = await freshDatabase();
  await migrate(database.url, ofThen(installation.migrations));
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  // The sandbox keeps its tables by itself, without migrations.
  await migrateSandboxPac(pool);
  await pool.end();
  await connected(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f'`,
    );
    // After the tables that their rows point at.
    const last = new Set(rows.map(({ name }) => name));
    const tables = Object.entries(installation.tables);
    for (const [table, all] of tables.filter(([name]) => !last.has(name))) await fill(client, table, all);
    for (const [table, all] of tables.filter(([name]) => last.has(name))) await fill(client, table, all);
    for (const [sequence, value] of Object.entries(installation.sequences))
      await client.query('SELECT setval($1, $2)', [sequence, value]);
  });
  return database;
}

/** The migrations that had run, in the order of today's list. */
function ofThen(names: readonly string[]): Migration[] {
  const nameOf = (migration: Migration) => new migration().name ?? migration.name;
  const found = migrationsOf(allServices).filter((migration) => names.includes(nameOf(migration)));
  const missing = names.filter((name) => !found.some((migration) => nameOf(migration) === name));
  // A migration that has run somewhere stays as it is, for ever.
  if (missing.length > 0)
    throw new Error(`migrations that old databases have run are gone: ${missing.join(', ')}`);
  return found;
}

/** Migrations leave rows of their own: those that were there stand in their place. */
async function fill(client: pg.Client, table: string, rows: readonly string[]): Promise<void> {
  // Columns that are younger than the rows have their defaults, as in a table that was altered.
  const { rows: columns } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       AND $2::jsonb ? attname`,
    [table, rows[0] ?? '{}'],
  );
  const list = columns.map(({ name }) => name).join(', ');
  await client.query(`DELETE FROM ${table}`);
  for (const row of rows)
    await client.query(
      `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
       SELECT ${list} FROM json_populate_record(NULL::${table}, $1)`,
      [row],
    );
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
