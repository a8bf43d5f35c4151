import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serverAccount } from './account.js';
import { runningServer, stopOrphan } from './orphan.js';
import { run, type Account } from './processes.js';
import { errorCode, StartupError } from './startup-error.js';

/** Where the database of a data folder lies, and whose it is. */
export interface Home {
  /** Holds `data` (the server's data directory) and `logs`; the same as `<dataDir>/postgres` or relocated. */
  readonly folder: string;
  readonly account: Account | undefined;
}

/** Places that every user can enter and only root can write, for root's server, best first. */
const SHARED_FOLDERS = ['/var/lib/timbra', '/opt/timbra', '/var/tmp/timbra'] as const;
const POINTER = 'location.json';
const BACK_POINTER = 'belongs-to.json';
const ORPHAN_GRACE_MS = 7 * 24 * 3600 * 1000;

interface Pointer {
  readonly id: string;
  readonly folder: string;
}
interface BackPointer {
  readonly id: string;
  readonly pointer: string;
  /** Whether the pointer is on the system's own disk: then, if it is missing, it was deleted. */
  readonly onSystemDisk: boolean;
}

const readJson = async <T>(file: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The folder for what the server's own user must reach when it cannot enter ours. It must be root's and
 * closed to other writers: in a folder that somebody else prepared, root would run somebody else's programs.
 */
export const sharedFolder = async (): Promise<string> => {
  for (const folder of SHARED_FOLDERS) {
    try {
      await mkdir(folder, { mode: 0o755 }).then(
        () => chmod(folder, 0o755), // whatever our umask is
        (error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        },
      );
      const found = await lstat(folder);
      const closed = found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
      if (closed && (found.mode & 0o005) === 0o005) return folder;
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
    }
  }
  throw new StartupError(
    `Postgres refuses to run as root, and its own user can reach neither the data folder nor ${SHARED_FOLDERS.join(', ')}: set TIMBRA_DATA to a folder that other users can enter, or start Timbra as an ordinary user.`,
  );
};

/** Tries whether the account can own and use a private folder below this one: enter the path, write there. */
const canLiveIn = async (folder: string, account: Account): Promise<boolean> => {
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(probe, { mode: 0o700 });
    await chown(probe, account.uid, account.gid);
    const { code } = await run('/bin/sh', ['-c', 'cd "$1" && : > file', 'sh', probe], account);
    return code === 0;
  } catch (error) {
    if (errorCode(error) === 'EPERM') return false;
    throw error;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
};

const isOnSystemDisk = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).dev === (await stat('/')).dev;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || path === '/') throw error;
    return isOnSystemDisk(dirname(path));
  }
};

const backPointer = async (id: string, pointer: string): Promise<BackPointer> => ({
  id,
  pointer,
  onSystemDisk: await isOnSystemDisk(dirname(pointer)),
});

/** Whether the data folder of a relocated database was deleted, or deleted and created again. */
const isAbandoned = async ({ id, pointer, onSystemDisk }: BackPointer): Promise<boolean> => {
  const current = await readJson<Pointer>(pointer);
  if (current !== undefined) return current.id !== id;
  // On another disk a missing pointer proves nothing: the disk may not be mounted.
  return onSystemDisk && (await isOnSystemDisk(dirname(pointer)));
};

/** Removes relocated databases whose data folder was deleted, unless they were used in the last days. */
const removeOrphans = async (databases: string): Promise<void> => {
  for (const id of await readdir(databases).catch(() => [])) {
    const folder = join(databases, id);
    const back = await readJson<BackPointer>(join(folder, BACK_POINTER));
    if (back === undefined || !(await isAbandoned(back))) continue;
    const used = await stat(join(folder, 'data', 'global', 'pg_control')).catch(() => stat(folder));
    if (Date.now() - used.mtimeMs < ORPHAN_GRACE_MS) continue;
    if ((await runningServer(join(folder, 'data'))) !== undefined) continue;
    await rm(folder, { recursive: true, force: true });
  }
};

/** Where the database of a data folder lies that exists; nothing is made or moved. */
export const folderOf = async (place: string): Promise<string> =>
  (await readJson<Pointer>(join(place, POINTER)))?.folder ?? place;

/** Follows the data folder's pointer to its relocated database. */
const follow = async (dataDir: string, pointerFile: string, pointer: Pointer): Promise<string> => {
  const backFile = join(pointer.folder, BACK_POINTER);
  const back = await readJson<BackPointer>(backFile);
  if (back === undefined || back.id !== pointer.id) {
    throw new StartupError(
      `The database of the data folder ${dataDir} should be in ${pointer.folder} but is not there: bring it back, or delete the data folder for a fresh start without its invoices.`,
    );
  }
  if (back.pointer !== pointerFile) {
    const other = await readJson<Pointer>(back.pointer).catch(() => undefined);
    if (other?.id === pointer.id) {
      throw new StartupError(
        `The data folder ${dataDir} is a copy of ${dirname(dirname(back.pointer))}, and both point to the one database in ${pointer.folder}: delete the copy, or set TIMBRA_DATA to the original.`,
      );
    }
    await writeFile(backFile, JSON.stringify(await backPointer(pointer.id, pointerFile)));
  }
  return pointer.folder;
};

const relocate = async (place: string, account: Account, say: (text: string) => void): Promise<string> => {
  const databases = join(await sharedFolder(), 'databases');
  const id = randomBytes(12).toString('hex');
  const folder = join(databases, id);
  await mkdir(folder, { recursive: true });
  for (const path of [databases, folder]) await chmod(path, 0o711);
  if (!(await canLiveIn(folder, account))) {
    throw new StartupError(`Postgres's user ${account.name} cannot use ${folder}: set DATABASE_URL.`);
  }
  say(`The database goes to ${folder}: Postgres cannot run as root, and its user cannot enter ${place}`);
  const pointerFile = join(place, POINTER);
  await writeFile(join(folder, BACK_POINTER), JSON.stringify(await backPointer(id, pointerFile)));
  const data = join(place, 'data');
  if (await exists(data)) {
    await stopOrphan(data, say);
    await move(data, join(folder, 'data'));
  }
  const fresh = `${pointerFile}.new`;
  await writeFile(fresh, JSON.stringify({ id, folder } satisfies Pointer), { mode: 0o600 });
  await rename(fresh, pointerFile);
  return folder;
};

/** Moves a data directory, with its owner and modes, to another file system if need be. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    const { code, stderr } = await run('cp', ['-a', from, `${to}.new`]);
    if (code !== 0)
      throw new StartupError(`The database in ${from} cannot be moved to ${to}: ${stderr.trim()}.`);
    await rename(`${to}.new`, to);
    await rm(from, { recursive: true });
  }
};

/**
 * The place of this data folder's database: its `postgres` folder, if the server's user can work
 * there. Under root it often cannot (the folder is below /root): then the database is in a shared place
 * and `postgres/location.json` names it by a random id, so that deleting the data folder is a fresh start.
 * @param place `<dataDir>/postgres`, which exists, as a real path
 */
export const findHome = async (
  dataDir: string,
  place: string,
  onProgress: (message: string) => void,
): Promise<Home> => {
  const pointerFile = join(place, POINTER);
  const pointer = await readJson<Pointer>(pointerFile);
  if (pointer !== undefined) {
    const folder = await follow(dataDir, pointerFile, pointer);
    // Tidying up must never keep the service from starting.
    await removeOrphans(dirname(folder)).catch(() => undefined);
    return { folder, account: await serverAccount(join(folder, 'data')) };
  }
  const account = await serverAccount(join(place, 'data'));
  if (account === undefined || (await canLiveIn(place, account))) return { folder: place, account };
  return { folder: await relocate(place, account, onProgress), account };
};
