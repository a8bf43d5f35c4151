import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import type { Home } from './home.js';
import { errorCode } from './startup-error.js';

/** Where a server takes connections: on a socket in a folder that only its user can enter, or on a port. */
export type Listening =
  { readonly kind: 'socket'; readonly folder: string } | { readonly kind: 'tcp'; readonly port: number };

/** A part of the socket's name, which stands for a port. */
export const SOCKET_PORT = 5432;
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;
/** The longest path of a socket, without its final zero (sun_path of unix(7); shorter on BSD systems). */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;
/** Ports that are tried before the search for a free one is given up. */
const PORTS = 10;

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_PATH;

/**
 * Empties the home's own folder for the socket. What a killed server left there would stop the next one: its lock file
 * names a process, and another program may have that number by now.
 */
const ownFolder = async (home: Home): Promise<Listening | undefined> => {
  const folder = join(home.folder, 'socket');
  if (!fits(folder)) return undefined;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (home.account !== undefined) await chown(folder, home.account.uid, home.account.gid);
  return { kind: 'socket', folder };
};

/** A short path, for a data folder that lies too deep; `leave` removes it. */
const temporaryFolder = async (home: Home): Promise<Listening | undefined> => {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'timbra-db-'));
    if (!fits(folder)) {
      await rm(folder, { recursive: true });
      return undefined;
    }
    if (home.account !== undefined) await chown(folder, home.account.uid, home.account.gid);
    return { kind: 'socket', folder };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
};

/**
 * The places to listen at, best first, each made when its turn comes. A port is the last resort: every program of the
 * machine can take up its connections, without any password.
 * @param tcp only ports
 */
export async function* listeningPlaces(home: Home, tcp: boolean): AsyncGenerator<Listening> {
  if (!tcp)
    for (const make of [ownFolder, temporaryFolder]) {
      const place = await make(home);
      if (place !== undefined) yield place;
    }
  for (let attempt = 0; attempt < PORTS; attempt++) yield { kind: 'tcp', port: await freePort() };
}

/** Removes what a server that ended by itself has left where it listened. */
export const clear = async (place: Listening): Promise<void> => {
  if (place.kind === 'tcp') return;
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(place.folder, name), { force: true });
};

/** Removes what only this run needed. */
export const leave = async (home: Home, place: Listening): Promise<void> => {
  if (place.kind === 'socket' && !place.folder.startsWith(home.folder))
    await rm(place.folder, { recursive: true, force: true });
};

/** How node-postgres and psql are told the place: a socket's folder goes before the name of the host. */
export const databaseUrl = (
  place: Listening,
  {
    user,
    password,
    database,
  }: { readonly user: string; readonly password: string; readonly database: string },
): string => {
  const login = `postgresql://${user}:${password}@`;
  return place.kind === 'tcp'
    ? `${login}127.0.0.1:${place.port}/${database}`
    : `${login}localhost/${database}?host=${encodeURIComponent(place.folder)}`;
};
