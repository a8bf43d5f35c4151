import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isServerOf, shutDownServer, signal } from './processes.js';

/** What a server writes of itself into its data directory. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket; empty without one. */
  readonly socketFolder: string;
  /** "ready" when it takes connections. */
  readonly state: string;
}

/** Reads `postmaster.pid`: its first line is the process, its fourth the port, its fifth the socket, its eighth the state. */
export const readPidFile = async (data: string): Promise<PidFile> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', , , port = '', socketFolder = '', , , state = ''] = text.split('\n');
  return {
    pid: Number.parseInt(pid),
    port: Number.parseInt(port),
    socketFolder: socketFolder.trim(),
    state: state.trim(),
  };
};

/** The process that serves this data directory right now, if there is one. */
export const runningServer = async (data: string): Promise<number | undefined> => {
  const { pid } = await readPidFile(data);
  return pid > 0 && (await isServerOf(pid, await realpath(data))) ? pid : undefined;
};

/**
 * Stops a server that outlived its Timbra (kill -9 of both the process and its watchdog), so that ours can
 * start. Then removes a lock file whose number still answers: another program has it by now, or it is a
 * zombie (a container without an init keeps them), and Postgres would stop at either. That no backend is left
 * it checks by its shared memory, not by this file.
 */
export const stopOrphan = async (data: string, onProgress: (message: string) => void): Promise<void> => {
  const running = await runningServer(data);
  if (running !== undefined) {
    onProgress('Stopping the database server that an earlier run left behind');
    await shutDownServer(running);
  }
  const { pid } = await readPidFile(data);
  if (pid > 0 && signal(pid, 0)) await rm(join(data, 'postmaster.pid'), { force: true });
};
