import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DATABASE, password, ROLE } from './cluster.js';
import { folderOf } from './home.js';
import { databaseUrl, type Listening } from './listening.js';
import { holderOf } from './lock.js';
import { readPidFile } from './orphan.js';
import { errorCode } from './startup-error.js';

/**
 * The address of the database with which another process of ours runs on this data folder: for an operator's command
 * beside it. Undefined where none runs, or while it starts or ends.
 * @throws {StartupError} if the database's password file is missing
 */
export const findRunningPostgres = async (dataDir: string): Promise<string | undefined> => {
  const place = await realpath(join(resolve(dataDir), 'postgres')).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (place === undefined || (await holderOf(join(place, 'lock'))) === undefined) return undefined;
  const server = await readPidFile(join(await folderOf(place), 'data'));
  if (server.state !== 'ready') return undefined;
  const listening: Listening =
    server.socketFolder === ''
      ? { kind: 'tcp', port: server.port }
      : { kind: 'socket', folder: server.socketFolder };
  return databaseUrl(listening, { user: ROLE, password: await password(place, true), database: DATABASE });
};
