import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './processes.js';
import { errorCode, FolderInUse } from './startup-error.js';

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

const readHolder = async (file: string): Promise<Holder | undefined> => {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' && typeof value.identity === 'string'
      ? { pid: value.pid, identity: value.identity }
      : undefined;
  } catch {
    return undefined;
  }
};

/** The number of the process that holds a data folder's lock; undefined where none does that still runs. */
export const holderOf = async (file: string): Promise<number | undefined> => {
  const holder = await readHolder(file);
  return holder !== undefined && (await processIdentity(holder.pid)) === holder.identity
    ? holder.pid
    : undefined;
};

/**
 * Makes this process the only one to use a data folder, until the returned function is called or the process
 * ends: a lock whose holder is gone (kill -9) counts for nothing. Postgres's own lock in the data directory
 * stands behind it, should two processes take over the same dead lock in the same moment.
 * @throws {StartupError} when another process holds it, and still does after `patienceMs`
 */
export const lockDataFolder = async (
  file: string,
  dataDir: string,
  patienceMs: number,
): Promise<() => Promise<void>> => {
  const mine: Holder = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? 'unknown' };
  const deadline = performance.now() + patienceMs;
  let unreadable = 0;
  for (;;) {
    try {
      await writeFile(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      return () => rm(file, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const holder = await readHolder(file);
    if (holder === undefined && unreadable++ < 10) {
      // Another process has just created it and not written yet.
      await sleep(20);
      continue;
    }
    if (holder !== undefined && (await processIdentity(holder.pid)) === holder.identity) {
      // It may just be shutting down, for us to take its place.
      if (performance.now() > deadline) throw inUse(dataDir, holder.pid);
      await sleep(100);
      continue;
    }
    await rm(file, { force: true });
  }
};

/** The sentence for a second instance on one data folder. */
export const inUse = (dataDir: string, pid?: number): FolderInUse =>
  new FolderInUse(
    `The data folder ${dataDir} is in use by another running Timbra${pid === undefined ? '' : ` (process ${pid})`}: stop that one, or set TIMBRA_DATA to another folder.`,
  );
