import { performance } from 'node:perf_hooks';
import { secondsOf } from './cpu.mjs';

const LOOK_MS = 5;
/** What a process that did nothing for a while may use at once, in seconds of a processor. */
const BURST = 0.05;

/**
 * Gives each process this share of a core and no more: whoever has used more is put to sleep (SIGSTOP) until it is within its share
 * again. So a part that costs little can be what limits the rate on a machine with few cores. Linux only.
 *
 * @param {number[]} pids of the processes, without those that they start
 * @param {number} share of one core, 0.1 for a tenth
 * @returns `end`, which wakes all of them
 */
export const limitProcessors = (pids, share) => {
  const limited = pids.map((pid) => ({ pid, used: secondsOf(pid), credit: BURST, sleeps: false }));
  let looked = performance.now();
  const look = () => {
    const now = performance.now();
    const earned = ((now - looked) / 1_000) * share;
    looked = now;
    for (const one of limited) {
      const used = secondsOf(one.pid);
      one.credit = Math.min(one.credit + earned - (used - one.used), BURST);
      one.used = used;
      const sleeps = one.credit < 0;
      if (sleeps !== one.sleeps) process.kill(one.pid, sleeps ? 'SIGSTOP' : 'SIGCONT');
      one.sleeps = sleeps;
    }
  };
  const timer = setInterval(look, LOOK_MS);
  const end = () => {
    clearInterval(timer);
    process.off('exit', end);
    for (const { pid } of limited) process.kill(pid, 'SIGCONT');
  };
  // Who sleeps would not see that the benchmark is gone.
  process.on('exit', end);
  return { end };
};
