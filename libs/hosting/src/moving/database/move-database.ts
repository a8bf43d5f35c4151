import type pg from 'pg';
import { ensureRoles } from '../../owners/roles.js';
import { createPool } from '../../postgres/pool.js';
import { StartupError } from '../../postgres/startup-error.js';
import { migrate, type Migration } from '../../runtime/migrate.js';
import { APPLICATION, within, withClient } from '../client.js';
import { identityOf, requireInstallation, requireRelease } from '../installation.js';
import {
  copiedTables,
  forgetCopied,
  mark,
  noteCopied,
  refuseHalfMoved,
  removeMark,
  type Content,
} from '../mark.js';
import type { OnStep } from '../steps.js';
import { lockTables, refuseWhileRunning, takeTurn } from '../stopped.js';
import { contentOf, copyRows, copySequences, isSame, sequencesOf } from './contents.js';
import { refuseForeign } from './foreign.js';
import { tablesOf, tablesToMove, type Table } from './tables.js';

export interface DatabaseMove {
  /** The installation's database, and an empty one that it goes to. */
  readonly from: string;
  readonly to: string;
  readonly migrations: readonly Migration[];
  /** Makes the tables that no migration makes: the sandbox's. */
  readonly makeTables: (pool: pg.Pool) => Promise<void>;
  readonly onStep: OnStep;
}

export interface DatabaseMoved {
  readonly tables: number;
  readonly rows: number;
  /** False: the target's user may not make roles, so services will work as that user. */
  readonly roles: boolean;
}

/** Locks what is read: nothing changes in the installation until its move has ended. */
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Copies a whole installation to another database: every table in one snapshot, compared by count and hash. Can be broken off
 * at any moment and run again: tables that are there already are compared, not copied. Nothing starts on the target until
 * all of it is there. The installation is only read.
 * @throws {StartupError}
 */
export async function moveDatabase(move: DatabaseMove): Promise<DatabaseMoved> {
  return withClient(move.from, (from) =>
    withClient(move.to, async (to) => {
      await takeTurn(from);
      await requireRelease(from, move.migrations);
      await refuseHalfMoved(async (sql) => (await from.query(sql)).rows);
      await refuseWhileRunning(from);
      const identity = await identityOf(from);
      if (identity === (await identityOf(to)))
        throw new StartupError('The installation is in the database of TO_DATABASE_URL already.');
      await takeTurn(to);
      await refuseForeign(to);
      await mark(to, { kind: 'database', what: `from ${identity}` });
      move.onStep({ kind: 'marked' });
      const roles = await prepare(move);
      move.onStep({ kind: 'prepared' });
      const tables = tablesToMove(await tablesOf(from), await tablesOf(to));
      return within(from, BEGIN_READING, async () => {
        // Before the snapshot is taken: a process that nobody has seen writes nothing until the end.
        await lockTables(
          from,
          tables.map(({ name }) => name),
          'SHARE',
        );
        await refuseWhileRunning(from);
        const rows = await copyTables(from, to, tables, move.onStep);
        await copySequences(from, to);
        await to.query('ANALYZE');
        move.onStep({ kind: 'verified' });
        await removeMark(to);
        return { tables: tables.length, rows, roles };
      });
    }),
  );
}

/** Makes the tables of this release, and the services' roles. */
async function prepare({ to, migrations, makeTables }: DatabaseMove): Promise<boolean> {
  await migrate(to, migrations, { moving: true });
  const pool = createPool(to, { applicationName: APPLICATION, max: 1 });
  try {
    await makeTables(pool);
    return await ensureRoles(pool, true);
  } finally {
    await pool.end();
  }
}

async function copyTables(
  from: pg.Client,
  to: pg.Client,
  tables: readonly Table[],
  onStep: OnStep,
): Promise<number> {
  const copied = await copiedFrom(from, to, tables);
  let rows = 0;
  for (const table of tables) {
    const content = copied.get(table.name) ?? (await contentOf(from, table));
    const isThere = copied.has(table.name);
    if (isThere) requireSame(table, content, await contentOf(to, table));
    else
      await within(to, 'BEGIN', async () => {
        await copyRows(from, to, table);
        requireSame(table, content, await contentOf(to, table));
        await noteCopied(to, table.name, content);
      });
    rows += Number(content.rows);
    onStep({ kind: 'table', name: table.name, rows: content.rows, copied: !isThere });
  }
  return rows;
}

/**
 * What an earlier run has copied. Where there is nothing, or where somebody has worked with the installation since, the
 * tables are emptied: the first run too finds rows in them, which the migrations put there.
 */
async function copiedFrom(
  from: pg.Client,
  to: pg.Client,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, Content>> {
  const copied = await copiedTables(to);
  let isCurrent = copied.size > 0;
  for (const table of tables) {
    const before = copied.get(table.name);
    if (before && isCurrent) isCurrent = isSame(before, await contentOf(from, table));
  }
  if (isCurrent) return copied;
  await within(to, 'BEGIN', async () => {
    await to.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    await forgetCopied(to);
  });
  return new Map();
}

/** @throws {StartupError} */
function requireSame({ name }: Table, content: Content, there: Content): void {
  if (isSame(content, there)) return;
  throw new StartupError(
    `The table ${name} has ${content.rows} rows in the installation and ${there.rows} in the target, and they are not the same: drop the target's database, make it again, and begin again.`,
  );
}

/**
 * Compares two databases and changes nothing: for a target that nobody has worked on yet.
 * @returns what differs, in sentences
 */
export async function checkDatabase({ from: fromUrl, to: toUrl, onStep }: DatabaseMove): Promise<string[]> {
  return withClient(fromUrl, (from) =>
    withClient(toUrl, async (to) => {
      await Promise.all([from, to].map(requireInstallation));
      await Promise.all([from, to].map((client) => client.query(BEGIN_READING)));
      const tables = tablesToMove(await tablesOf(from), await tablesOf(to));
      const differences: string[] = [];
      for (const table of tables) {
        const [one, other] = [await contentOf(from, table), await contentOf(to, table)];
        if (isSame(one, other)) onStep({ kind: 'table', name: table.name, rows: one.rows, copied: false });
        else differences.push(`${table.name} differs: ${one.rows} rows, and ${other.rows} in the target`);
      }
      const [ones, others] = [await sequencesOf(from), await sequencesOf(to)];
      for (const { name, last } of ones)
        if (others.find((other) => other.name === name)?.last !== last)
          differences.push(`the sequence ${name} is elsewhere`);
      return differences;
    }),
  );
}
