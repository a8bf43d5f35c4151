import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from './embedded.js';
import { lockDataFolder } from './lock.js';
import { findRunningPostgres } from './running.js';
import { dataFolderError, errorCode, FolderInUse } from './startup-error.js';

/** The database of a data folder, for a program beside the service. */
export interface JoinedPostgres {
  readonly url: string;
  /** Nobody ran it: this process has started it. */
  readonly isOurs: boolean;
  /** Stops it where it is ours. */
  leave(): Promise<void>;
}

/** How long a service may take to start, or to stop, and another program to do its work. */
const PATIENCE_MS = 60_000;

/**
 * Opens the database of a data folder: the one of a service that runs, or else its own until it leaves. Programs do so one
 * after the other, since the first would take its database away from the second.
 * @throws {StartupError} as {@link startEmbeddedPostgres}
 */
export async function joinEmbeddedPostgres(folder: string): Promise<JoinedPostgres> {
  const dataDir = resolve(folder);
  const release = await takeTurn(dataDir);
  try {
    const { url, stop } = await openOrStart(dataDir);
    const leave = async (): Promise<void> => {
      await stop?.();
      await release();
    };
    return { url, isOurs: stop !== undefined, leave };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The database of a program that works beside services that run: one's own, or that of the data folder. */
export const joinDatabase = async ({
  databaseUrl: url,
  dataDir,
}: {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}): Promise<JoinedPostgres> =>
  url === undefined ? joinEmbeddedPostgres(dataDir) : { url, isOurs: false, leave: () => Promise.resolve() };

async function takeTurn(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o711 });
    const place = await realpath(join(dataDir, 'postgres'));
    return await lockDataFolder(join(place, 'programs.lock'), dataDir, PATIENCE_MS);
  } catch (error) {
    throw errorCode(error) === undefined ? error : dataFolderError(dataDir, error);
  }
}

async function openOrStart(dataDir: string): Promise<{ url: string; stop?: () => Promise<void> }> {
  for (const deadline = performance.now() + PATIENCE_MS; ;) {
    const running = await findRunningPostgres(dataDir);
    if (running !== undefined) return { url: running };
    try {
      return await startEmbeddedPostgres({ dataDir, patienceMs: 0 });
    } catch (error) {
      // A service that starts has the folder, and no database yet.
      if (!(error instanceof FolderInUse) || performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}
