import { spawn, type ChildProcess } from 'node:child_process';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from './home.js';
import { clear, leave, listeningPlaces, type Listening } from './listening.js';
import { inUse } from './lock.js';
import { readPidFile } from './orphan.js';
import { asAccount, cleanEnvironment, shutDownServer } from './processes.js';
import type { Programs } from './programs.js';
import { serverSettings, type ServerNeeds } from './settings.js';
import { StartupError } from './startup-error.js';

/** Recovery after a crash replays the write-ahead log; a large one takes its time. */
const READY_DEADLINE_MS = 120_000;

/** Backends of a killed server end by themselves, which takes those a while that are at long work. */
const BACKENDS_DEADLINE_MS = 60_000;

export interface Server {
  readonly place: Listening;
  /** Settles with the exit code when the server process ends, for any reason. */
  readonly ended: Promise<number | null>;
  readonly pid: number;
}

/**
 * A helper that sleeps until our end of its input closes, which the system does when we end in any way, and
 * then asks the server for a fast shutdown. It is in a session of its own: Ctrl-C does not reach it.
 */
const watchOver = (serverPid: number, home: Home): ChildProcess => {
  const script = 'read -r _; kill -INT "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'timbra-watchdog', String(serverPid)], {
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...asAccount(home.account),
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  (watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  watchdog.unref();
  return watchdog;
};

interface LogMark {
  readonly file: string;
  readonly size: number;
}

const markLogs = async (home: Home): Promise<readonly LogMark[]> => {
  const logs = join(home.folder, 'logs');
  const names = await readdir(logs).catch(() => []);
  const marks = names.map(async (name) => ({
    file: join(logs, name),
    size: (await stat(join(logs, name))).size,
  }));
  return Promise.all(marks);
};

/** What the server said since: on its standard error until its collector runs, in its log files after. */
const readLogSince = async (home: Home, marks: readonly LogMark[]): Promise<string> => {
  const texts = [await readFile(join(home.folder, 'start.log'), 'utf8').catch(() => '')];
  for (const { file, size } of await markLogs(home)) {
    const before = marks.find((mark) => mark.file === file)?.size ?? 0;
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    texts.push(content.subarray(size < before ? 0 : before).toString());
  }
  return texts.join('\n');
};

/** What a server is started on, and how. */
export interface ServerFiles extends ServerNeeds {
  readonly dataDir: string;
  readonly home: Home;
  readonly programs: Programs;
}

type Attempt = { readonly server: Server } | { readonly failed: string };

const attemptStart = async (files: ServerFiles, place: Listening): Promise<Attempt> => {
  const { home, programs } = files;
  const data = join(home.folder, 'data');
  const marks = await markLogs(home);
  const output = await open(join(home.folder, 'start.log'), 'w', 0o600);
  const child = spawn(
    programs.postgres,
    ['-D', data, ...serverSettings(place, join(home.folder, 'logs'), files)],
    {
      cwd: '/',
      env: cleanEnvironment(),
      // A session of its own: Ctrl-C at the terminal reaches us, and we stop the server when all is drained.
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      ...asAccount(home.account),
    },
  );
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(-1));
  });
  await output.close();
  const pid = child.pid;
  if (pid === undefined) return { failed: `${programs.postgres} cannot be started` };
  child.unref();
  const watchdog = watchOver(pid, home);
  let over = false;
  void ended.then(() => {
    over = true;
    watchdog.kill('SIGKILL');
  });
  const deadline = performance.now() + READY_DEADLINE_MS;
  while (!over) {
    const file = await readPidFile(data);
    if (file.pid === pid && file.state === 'ready') return { server: { place, ended, pid } };
    if (performance.now() > deadline) await shutDownServer(pid, 5_000);
    await sleep(10);
  }
  return { failed: await readLogSince(home, marks) };
};

/** The most telling line of the server's log, without its time stamp. */
const reasonIn = (log: string): string => {
  const lines = log.split('\n').filter((line) => /\b(FATAL|PANIC|error while loading)\b/.test(line));
  const line = lines.at(-1) ?? log.trim().split('\n').at(-1) ?? '';
  return line.replace(/^.*?\b(FATAL|PANIC):\s*/, '').trim() || 'it gave no reason';
};

/** The server could not listen at a place, and may at another. */
const cannotListen = (reason: string): boolean =>
  ['could not bind', 'could not create any TCP/IP sockets', 'could not create any Unix-domain sockets'].some(
    (words) => reason.includes(words),
  ) ||
  (reason.includes('.s.PGSQL') && /could not (?:create|write) lock file/.test(reason)) ||
  (reason.includes('Unix-domain socket path') && reason.includes('is too long'));

const hasBackendsLeft = (reason: string): boolean =>
  reason.includes('pre-existing shared memory block') && reason.includes('is still in use');

/** Tries one place, for as long as what stands in the way passes by itself. */
const attemptAt = async (files: ServerFiles, place: Listening): Promise<Attempt> => {
  const deadline = performance.now() + BACKENDS_DEADLINE_MS;
  for (;;) {
    const attempt = await attemptStart(files, place);
    if ('server' in attempt || !hasBackendsLeft(attempt.failed) || performance.now() > deadline)
      return attempt;
    await sleep(200);
  }
};

const startupError = ({ dataDir, home }: ServerFiles, reason: string): StartupError =>
  /lock file "postmaster\.pid" already exists/.test(reason)
    ? inUse(dataDir)
    : new StartupError(
        `The database in ${join(home.folder, 'data')} cannot be started (${reasonIn(reason)}; see ${join(home.folder, 'logs')}): restore ${dataDir} from a backup, or delete it for a fresh start without its invoices.`,
      );

/**
 * Starts the server on a socket of its own, or where there can't be one on a port that is free, and waits until it
 * takes connections.
 * @param tcp on a port in any case
 * @throws {StartupError} with the server's own reason when it cannot start
 */
export const startServer = async (files: ServerFiles, tcp: boolean): Promise<Server> => {
  let reason = '';
  for await (const place of listeningPlaces(files.home, tcp)) {
    const attempt = await attemptAt(files, place);
    if ('server' in attempt) return attempt.server;
    await leave(files.home, place);
    reason = attempt.failed;
    if (!cannotListen(reason)) break;
  }
  throw startupError(files, reason);
};

/** Starts the server again where it was: its clients know that place. */
export const startServerAgain = async (files: ServerFiles, place: Listening): Promise<Server> => {
  await clear(place);
  const attempt = await attemptAt(files, place);
  if ('server' in attempt) return attempt.server;
  throw startupError(files, attempt.failed);
};
