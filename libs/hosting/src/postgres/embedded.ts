import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DATABASE, ensureCluster, ensureDatabase, ROLE } from './cluster.js';
import { findHome, sharedFolder } from './home.js';
import { databaseUrl, leave } from './listening.js';
import { lockDataFolder } from './lock.js';
import { closeToOthers } from './modes.js';
import { stopOrphan } from './orphan.js';
import { findPrograms } from './programs.js';
import { keepUp, type RestartLimit } from './restarts.js';
import { startServer, startServerAgain } from './server.js';
import { dataFolderError, errorCode, StartupError } from './startup-error.js';

export interface EmbeddedPostgresOptions {
  /** The service's data folder; the database goes to its `postgres` folder. Made when missing. */
  readonly dataDir: string;
  /** Told, in a few words, what is being done whenever it takes a moment. */
  readonly onProgress?: (message: string) => void;
  /** How often a server that ended by itself is started again, at the same place; default: never. */
  readonly restarts?: RestartLimit;
  /** Told, in a sentence or two, that the server ended without being asked to, and is started again. */
  readonly onRestart?: (message: string) => void;
  /** Told, in one sentence, that the server ended without being asked to, and stays so. */
  readonly onCrash?: (message: string) => void;
  /** On a port of 127.0.0.1 even where there can be a private socket: for tests that step in between. */
  readonly tcp?: boolean;
  /** How long to wait for another process that holds the data folder to end; default 3000. */
  readonly patienceMs?: number;
  /** Connections that the server takes; default 100, which is enough for one process. */
  readonly maxConnections?: number;
  /** False gives up safety against power cuts for speed: for tests. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /**
   * `postgresql://timbra:...@localhost/timbra?host=<folder of its socket>`; where the system allows no such socket,
   * `postgresql://timbra:...@127.0.0.1:<port>/timbra` with another port at each start. Restarts keep it.
   */
  readonly url: string;
  /** Shuts the server down in an orderly way and waits for it. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres server that comes from npm on the data folder's own database, which it makes at the
 * first start. Ends with this process, however it ends; a server that survived anyway is stopped first.
 * @throws {StartupError} one sentence for the user: folder not writable or in use, database damaged, of
 *   another version, no way to run it on this system
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const dataDir = resolve(options.dataDir);
  let release: (() => Promise<void>) | undefined;
  try {
    await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o711 });
    const place = await realpath(join(dataDir, 'postgres'));
    release = await lockDataFolder(join(place, 'lock'), dataDir, options.patienceMs ?? 3_000);
    return await startLocked({ ...options, dataDir }, place, release);
  } catch (error) {
    await release?.().catch(() => undefined);
    throw errorCode(error) === undefined ? error : dataFolderError(dataDir, error);
  }
};

const startLocked = async (
  options: EmbeddedPostgresOptions,
  place: string,
  release: () => Promise<void>,
): Promise<EmbeddedPostgres> => {
  const { dataDir, onProgress = () => undefined, durable = true, maxConnections } = options;
  const home = await findHome(dataDir, place, onProgress);
  const copiesIn = async (): Promise<string> =>
    home.account === undefined ? place : join(await sharedFolder(), 'programs');
  const programs = await findPrograms(home.account, copiesIn, onProgress);
  const password = await ensureCluster({ dataDir, place, home, programs, durable }, onProgress);
  await stopOrphan(join(home.folder, 'data'), onProgress);
  await closeToOthers({ dataDir, place, home });
  onProgress('Starting the database');
  const files = { dataDir, home, programs, durable, maxConnections };
  const server = await startServer(files, options.tcp ?? false);

  let stopped: Promise<void> | undefined;
  const end = keepUp(server, {
    limit: options.restarts ?? NEVER,
    again: () => startServerAgain(files, server.place),
    onRestart: options.onRestart ?? (() => undefined),
    onLost: async (message) => {
      if (stopped !== undefined) return;
      await leave(home, server.place);
      await release();
      options.onCrash?.(message);
    },
  });
  const stop = (): Promise<void> =>
    (stopped ??= end()
      .then(() => leave(home, server.place))
      .then(() => release()));
  try {
    await ensureDatabase(server.place, password);
  } catch (error) {
    await stop();
    throw new StartupError(
      `The database of ${dataDir} started but cannot be used (${error instanceof Error ? error.message : 'no reason given'}): restore the data folder from a backup, or delete it for a fresh start without its invoices.`,
    );
  }
  return { url: databaseUrl(server.place, { user: ROLE, password, database: DATABASE }), stop };
};

const NEVER: RestartLimit = { most: 0, withinMs: 0 };
