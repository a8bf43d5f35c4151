import type pg from 'pg';
import { StartupError } from '../../postgres/startup-error.js';
import { within, withinEach } from '../client.js';
import { identityOf, requireInstallation, requireRelease } from '../installation.js';
import {
  copiedTables,
  findMark,
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
import { withPairs, type Pair, type Part } from './parts.js';
import { tablesOf, tablesToMove, type Table } from './tables.js';

export interface DatabaseMove {
  /** The database that all services share, and those of services that go along: the shared one first. */
  readonly parts: readonly Part[];
  readonly onStep: OnStep;
}

export interface DatabaseMoved {
  readonly tables: number;
  readonly rows: number;
  /** False: the user of a target may not make roles, so services will work as that user. */
  readonly roles: boolean;
}

/** Locks what is read: nothing changes in the installation until its move has ended. */
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Copies a whole installation to other databases: every table in one snapshot, compared by count and hash. Can be broken off
 * at any moment and run again: tables that are there already are compared, not copied. Nothing starts on the targets until
 * all of it is there. The installation is only read.
 * @throws {StartupError}
 */
export async function moveDatabase({ parts, onStep }: DatabaseMove): Promise<DatabaseMoved> {
  return withPairs(parts, async (pairs) => {
    for (const { part, from } of pairs) {
      await takeTurn(from);
      await requireRelease(from, part.migrations, part.variable);
      await refuseHalfMoved(async (sql) => (await from.query(sql)).rows);
      await refuseWhileRunning(from);
    }
    await refuseSame(pairs);
    await markTargets(pairs);
    onStep({ kind: 'marked' });
    const roles: boolean[] = [];
    for (const { part } of pairs) roles.push(await part.prepare(part.to));
    onStep({ kind: 'prepared' });
    const sources = pairs.map(({ from }) => from);
    const whole = await Promise.all(
      pairs.map(async (pair) => ({ ...pair, tables: await tablesOfBoth(pair) })),
    );
    return withinEach(sources, BEGIN_READING, async () => {
      // Before a snapshot is taken, so the first that is asked: a process that nobody has seen writes nothing until the end.
      for (const { from, tables } of whole)
        await lockTables(
          from,
          tables.map(({ name }) => name),
          'SHARE',
        );
      for (const from of sources) await refuseWhileRunning(from);
      let [rows, tables] = [0, 0];
      for (const one of whole) {
        rows += await copyTables(one, onStep);
        tables += one.tables.length;
        await copySequences(one.from, one.to, one.part.service);
        await one.to.query('ANALYZE');
      }
      onStep({ kind: 'verified' });
      for (const { part, from, to } of pairs) await part.adopt(from, to);
      // That of the shared one last: as long as it is there nothing starts, and the move can be run again.
      for (const { to } of pairs.toReversed()) await removeMark(to);
      return { tables, rows, roles: roles.every(Boolean) };
    });
  });
}

/** @throws {StartupError} a target is a database of the installation, or that of another target */
async function refuseSame(pairs: readonly Pair[]): Promise<void> {
  const taken = new Set(await Promise.all(pairs.map(({ from }) => identityOf(from))));
  const sources = taken.size;
  for (const [index, { part, to }] of pairs.entries()) {
    taken.add(await identityOf(to));
    if (taken.size === sources + index + 1) continue;
    throw new StartupError(
      `The installation is in the database of TO_${part.variable} already, or another TO_DATABASE_URL names it too.`,
    );
  }
}

/** Marks the targets before anything is written to one. @throws {StartupError} one is not empty */
async function markTargets(pairs: readonly Pair[]): Promise<void> {
  for (const { to } of pairs) await takeTurn(to);
  const [shared] = pairs;
  // A run that died between two marks has left complete targets without one, on which nothing could start.
  const isContinued = shared !== undefined && (await findMark(shared.to)) !== undefined;
  for (const { part, from, to } of pairs)
    if (!(isContinued && (await part.isCopy(from, to)))) await refuseForeign(to, `TO_${part.variable}`);
  for (const { from, to } of pairs)
    await mark(to, { kind: 'database', what: `from ${await identityOf(from)}` });
}

/** The tables that move, or are compared. @throws {StartupError} the two sides have not the same */
async function tablesOfBoth({ part, from, to }: Pair): Promise<readonly Table[]> {
  const ours = ({ name }: Table): boolean => part.has(name);
  return tablesToMove((await tablesOf(from)).filter(ours), (await tablesOf(to)).filter(ours));
}

async function copyTables(
  { part, from, to, tables }: Pair & { readonly tables: readonly Table[] },
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
    onStep({ kind: 'table', of: part.service, name: table.name, rows: content.rows, copied: !isThere });
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
 * Compares the databases of both sides and changes nothing: for targets that nobody has worked on yet.
 * @returns what differs, in sentences
 */
export async function checkDatabase({ parts, onStep }: DatabaseMove): Promise<string[]> {
  return withPairs(parts, async (pairs) => {
    const differences: string[] = [];
    for (const pair of pairs) differences.push(...(await differencesOf(pair, onStep)));
    return differences;
  });
}

async function differencesOf(pair: Pair, onStep: OnStep): Promise<string[]> {
  const { part, from, to } = pair;
  await Promise.all([from, to].map(requireInstallation));
  await Promise.all([from, to].map((client) => client.query(BEGIN_READING)));
  const differences: string[] = [];
  for (const table of await tablesOfBoth(pair)) {
    const { name } = table;
    const [one, other] = [await contentOf(from, table), await contentOf(to, table)];
    if (isSame(one, other)) onStep({ kind: 'table', of: part.service, name, rows: one.rows, copied: false });
    else differences.push(`${name} differs: ${one.rows} rows, and ${other.rows} in the target`);
  }
  const [ones, others] = [await sequencesOf(from, part.service), await sequencesOf(to, part.service)];
  for (const { name, last } of ones)
    if (others.find((other) => other.name === name)?.last !== last)
      differences.push(`the sequence ${name} is elsewhere`);
  return differences;
}
