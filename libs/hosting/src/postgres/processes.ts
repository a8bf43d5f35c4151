import { spawn } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A user of the operating system that a program is run as; undefined means: as ourselves. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** Programs we start see no variable of ours (the master key may be among them), and speak English. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

export const asAccount = (account: Account | undefined): { uid?: number; gid?: number } =>
  account === undefined ? {} : { uid: account.uid, gid: account.gid };

export interface Outcome {
  /** Exit code; -1 when a signal ended it or it could not be started. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end and gives its exit code and output; never rejects. */
export const run = (command: string, args: readonly string[], account?: Account): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...asAccount(account),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', (error) => resolve({ code: -1, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });

/** Sends a signal; true when the process was there to receive it. Signal 0 only asks. */
export const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
};

/**
 * What tells a process from a later one with the same number: boot and start time.
 * Undefined when no such process runs (a zombie does not).
 */
export const processIdentity = async (pid: number): Promise<string | undefined> => {
  if (process.platform !== 'linux') {
    const { code, stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
  }
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // After the parenthesised name: state is field 3, start time in ticks field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot.trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
};

/** Whether this process is the Postgres server of that data directory: a server works inside it. */
export const isServerOf = async (pid: number, directory: string): Promise<boolean> => {
  if (!signal(pid, 0)) return false;
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return cwd === directory && command.trim() === 'postgres';
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes('postgres') && stdout.includes(directory);
};

/** Waits until the process is gone; false when it still runs after `milliseconds`. */
export const waitForEnd = async (pid: number, milliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while ((await processIdentity(pid)) !== undefined) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
};

/**
 * Ends a Postgres server: fast shutdown (SIGINT: ends sessions, writes a checkpoint), after the deadline an
 * immediate one (SIGQUIT: recovers from its log at the next start), at last SIGKILL.
 */
export const shutDownServer = async (pid: number, fastMilliseconds = 30_000): Promise<void> => {
  signal(pid, 'SIGINT');
  if (await waitForEnd(pid, fastMilliseconds)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, 10_000)) return;
  signal(pid, 'SIGKILL');
  await waitForEnd(pid, 10_000);
};
