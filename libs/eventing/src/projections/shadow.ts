import type pg from 'pg';
import { writePosition, type Position } from '#kernel';
import { inTransaction, type Queryable } from '../transaction.js';
import type { Projection } from './projection.js';

/** The place where a read model is rebuilt: a table of the same kind and its own checkpoint. */
export interface Shadow {
  readonly table: string;
  readonly checkpoint: string;
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

const LOCK_NOT_AVAILABLE = '55P03';
const TAKE_OVER_ATTEMPTS = 20;

/**
 * Makes an empty shadow of the projection's table, with its constraints and indexes; what an interrupted
 * rebuild left is dropped. Not taken along: foreign keys and triggers, which read models have not.
 */
export async function createShadow(pool: pg.Pool, projection: Projection): Promise<Shadow> {
  const shadow = { table: `${projection.table}__rebuild`, checkpoint: `${projection.name}__rebuild` };
  await inTransaction(pool, async (tx) => {
    await tx.query(`DROP TABLE IF EXISTS ${shadow.table}`);
    await tx.query('DELETE FROM platform.checkpoints WHERE name = $1', [shadow.checkpoint]);
    await tx.query(`CREATE TABLE ${shadow.table} (LIKE ${projection.table} INCLUDING ALL)`);
    for (const grant of await grantsOf(tx, projection.table))
      await tx.query(`${grant.replace('$table', shadow.table)}`);
    const options = await storageOptions(tx, projection.table);
    if (options) await tx.query(`ALTER TABLE ${shadow.table} SET (${options})`);
    for (const { name, target } of await sampledMore(tx, projection.table))
      await tx.query(`ALTER TABLE ${shadow.table} ALTER COLUMN ${name} SET STATISTICS ${target}`);
  });
  return shadow;
}

/** What LIKE does not take along: who may use the table, as statements about `$table`. */
async function grantsOf(tx: Queryable, table: string): Promise<string[]> {
  const { rows } = await tx.query<{ statement: string }>(
    `SELECT format('GRANT %s ON $table TO %s', string_agg(privilege_type, ', '), grantee::regrole) AS statement
     FROM pg_class, aclexplode(relacl) WHERE oid = $1::regclass AND grantee NOT IN (0, relowner) GROUP BY grantee`,
    [table],
  );
  return rows.map(({ statement }) => statement);
}

/** Nor this: how the table is stored, as `name=value, ...`. */
async function storageOptions(tx: Queryable, table: string): Promise<string | null | undefined> {
  const { rows } = await tx.query<{ options: string | null }>(
    `SELECT array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = $1::regclass`,
    [table],
  );
  return rows[0]?.options;
}

/** Nor this: columns of which the planner's statistics are to be of another size. */
async function sampledMore(tx: Queryable, table: string): Promise<{ name: string; target: number }[]> {
  const { rows } = await tx.query<{ name: string; target: number }>(
    `SELECT quote_ident(attname) AS name, attstattarget::int AS target FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0`,
    [table],
  );
  return rows;
}

/**
 * Puts the shadow in the place of the projection's table, checkpoint and names of indexes included, after
 * `catchUp` has folded the last events into it while writers are locked out. Readers wait only for the change of
 * names; a reader that takes long makes it wait and try again, rather than everybody behind that reader.
 */
export async function takeOver(
  pool: pg.Pool,
  projection: Projection,
  shadow: Shadow,
  catchUp: () => Promise<Position>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await inTransaction(pool, async (tx) => {
        // Table before checkpoint, as the runner's statement takes them: the other order could deadlock.
        await tx.query(`LOCK TABLE ${projection.table} IN SHARE ROW EXCLUSIVE MODE`);
        const position = await catchUp();
        await tx.query(`SET LOCAL lock_timeout = '1s'`);
        await swapTables(tx, projection.table, shadow.table);
        await replaceCheckpoints(tx, projection.name, position);
        await tx.query('DELETE FROM platform.checkpoints WHERE name = $1', [shadow.checkpoint]);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === TAKE_OVER_ATTEMPTS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
}

async function swapTables(tx: Queryable, table: string, shadow: string): Promise<void> {
  const [oldIndexes, newIndexes] = [await indexesOf(tx, table), await indexesOf(tx, shadow)];
  const schema = table.includes('.') ? `${table.split('.')[0]}.` : '';
  // With the views that stand for it where it was in the release before (owners/schemas.ts): nothing reads them any more.
  await tx.query(`DROP TABLE ${table} CASCADE`);
  await tx.query(`ALTER TABLE ${shadow} RENAME TO ${table.slice(schema.length)}`);
  for (const { name, definition } of oldIndexes) {
    const at = newIndexes.findIndex((index) => index.definition === definition);
    const [twin] = at < 0 ? [] : newIndexes.splice(at, 1);
    // The index of a primary key or unique constraint takes the constraint's name along.
    if (twin) await tx.query(`ALTER INDEX ${schema}"${twin.name}" RENAME TO "${name}"`);
  }
}

/** A table's indexes, with what they are apart from their own and the table's name. */
async function indexesOf(tx: Queryable, table: string): Promise<Index[]> {
  const { rows } = await tx.query<Index>(
    `SELECT c.relname AS name,
            i.indisunique || ' ' || i.indisprimary || substring(pg_get_indexdef(i.indexrelid) FROM ' USING .*') AS definition
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass ORDER BY c.oid`,
    [table],
  );
  return rows;
}

/**
 * Puts the checkpoint where the rebuild has come to. The live runner keeps rows in memory: the next generation makes it
 * forget them also where the position stays the same. The places of its lanes (`<name>@...`) move along.
 */
async function replaceCheckpoints(tx: Queryable, name: string, position: Position): Promise<void> {
  await tx.query(
    `INSERT INTO platform.checkpoints (name, position, generation) VALUES ($1, $2, 1)
     ON CONFLICT (name) DO UPDATE
     SET position = excluded.position, generation = checkpoints.generation + 1, updated_at = now()`,
    [name, writePosition(position)],
  );
  // Lanes keep rows too. Where they read on in their logs, the owner says.
  await tx.query(
    `UPDATE platform.checkpoints
     SET position = $2, generation = generation + 1, log_offset = NULL, updated_at = now()
     WHERE starts_with(name, $1 || '@')`,
    [name, writePosition(position)],
  );
}
