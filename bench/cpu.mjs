import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports this many ticks a second to every program. */
const TICKS = 100;

/**
 * Fields behind the name in parentheses, which may hold anything: state, parent, ..., and from the 12th on utime, stime,
 * cutime and cstime.
 */
const fieldsOf = (file) => {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** `[parent, ticks]` of a process, user's and system's, with those of its children that ended; undefined when it is gone. */
const statOf = (pid) => {
  try {
    const fields = fieldsOf(`/proc/${pid}/stat`);
    return [Number(fields[1]), fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)];
  } catch {
    return undefined;
  }
};

/** Seconds of a processor that this process's main thread has used so far, user's and system's. Linux only. */
export const mainThreadSeconds = () => {
  const [user, system] = fieldsOf(`/proc/self/task/${process.pid}/stat`).slice(11, 13);
  return (Number(user) + Number(system)) / TICKS;
};

export const parentOf = (pid) => statOf(pid)?.[0];

/** Seconds of a processor that a process has used so far, with its children that ended; an error when it is gone. Linux only. */
export const secondsOf = (pid) => {
  const stat = statOf(pid);
  if (!stat) throw new Error(`process ${pid} is gone`);
  return stat[1] / TICKS;
};

/** Seconds of a processor that processes have used so far, with all that they started. Linux only. */
export const cpuSeconds = (pids) => {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = statOf(name);
        return stat ? [[Number(name), stat]] : [];
      }),
  );
  const isWanted = (pid) => pids.includes(pid) || (stats.has(pid) && isWanted(stats.get(pid)[0]));
  let ticks = 0;
  for (const [pid, [, used]] of stats) if (isWanted(pid)) ticks += used;
  return ticks / TICKS;
};
