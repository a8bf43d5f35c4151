import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { LoadUnderWay } from './failure.js';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
};

/** The process that holds a lock, if it is still there. */
function holderOf(path: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    // Our own number is left over from a process that had it before us, as in containers.
    return Number.isNaN(pid) || pid === process.pid || !isAlive(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

/** Takes a lock that no other process may have; that of a dead process is taken over. What is given back releases it. */
export function takeLock(path: string): () => void {
  const holder = holderOf(path);
  if (holder !== undefined)
    throw new LoadUnderWay(`Another load is under way (process ${holder}, ${path}): let it finish.`);
  rmSync(path, { force: true });
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch {
    throw new LoadUnderWay(`Another load has just begun (${path}): let it finish.`);
  }
  writeSync(file, `${process.pid}\n`);
  return () => {
    closeSync(file);
    rmSync(path, { force: true });
  };
}

/** Runs an action that no other process may run for the same path. */
export function withLock<T>(path: string, action: () => T): T {
  const release = takeLock(path);
  try {
    return action();
  } finally {
    release();
  }
}
