import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isServerOf, shutDownServer, signal } from './processes.js';

/** First line: the server's process; eighth: its state ("ready" when it takes connections). */
export const readPidFile = async (data: string): Promise<{ pid: number; state: string }> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return { pid: Number.parseInt(lines[0] ?? ''), state: (lines[7] ?? '').trim() };
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
