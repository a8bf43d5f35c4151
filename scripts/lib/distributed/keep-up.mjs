import { setTimeout as sleep } from 'node:timers/promises';
import { howItEnded } from './child.mjs';

/** The pauses before a process is started again, each time that it ends; the last one holds for all that follow. */
export const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** A process that has run for so long begins again with the first pause. */
export const STEADY_MS = 60_000;

const after = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {});

/**
 * Keeps a process up: once it has been, it is started again whenever it ends, after pauses that grow.
 * @param options `{ name, start, isUp, say, pause, now }`: `start()` gives a child (child.mjs), `isUp` the pattern that
 *   its output shows then; `say(sentence)` gets every end; `pause(ms, signal)` and `now()` (ms) are for specs
 * @returns `{ up, child, stop, kill }`: `up` resolves with the match of its first output, or rejects when it ends before
 *   or is stopped; `child()` is the one that runs; after `stop(ms)` or `kill()` none is started any more
 */
export const keepUp = ({ name, start, isUp, say, pause = after, now = () => performance.now() }) => {
  const stopping = new AbortController();
  let child = start();
  let startedAt = now();
  const up = child.printed(isUp);

  const run = async () => {
    await up;
    for (let failures = 0; ; failures += 1) {
      const how = await child.ended;
      if (stopping.signal.aborted) return;
      if (now() - startedAt > STEADY_MS) failures = 0;
      const ms = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
      say(`${name} ended (${howItEnded(how)}) and is started again in ${ms / 1_000} s.`);
      await pause(ms, stopping.signal);
      if (stopping.signal.aborted) return;
      child = start();
      startedAt = now();
      void child.printed(isUp).then(
        () => stopping.signal.aborted || say(`${name} is up again.`),
        () => {},
      );
    }
  };
  const running = run().catch(() => {});

  const end = async (finish) => {
    stopping.abort();
    await finish(child);
    await running;
  };
  return {
    name,
    up,
    child: () => child,
    stop: (ms) => end((one) => one.stop(ms)),
    kill: () => end((one) => one.kill()),
  };
};
