import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long those of an earlier run that were asked to end may take: they are told so by their watchdogs already. */
const PATIENCE_MS = 10_000;

/**
 * The processes that a run has started, in a file of its data folder: where all are killed but some, the next start finds
 * them, and ends them before it starts its own.
 * @param system `{ identityOf(pid), signal(pid, name), waitForEnd(pid, ms) }`: an identity tells a process from a later
 *   one of the same number (libs/hosting/src/postgres/processes.ts)
 */
export const leftoversOf = (dataDir, { identityOf, signal, waitForEnd }) => {
  const file = join(dataDir, 'processes.json');
  const running = new Map();
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify([...running.values()]), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // None, or one that a power cut left half written: then nothing of it runs either.
      return [];
    }
  };
  const stillThere = async () => {
    const found = [];
    for (const one of read()) if ((await identityOf(one.pid)) === one.identity) found.push(one);
    return found;
  };
  return {
    /** Ends what an earlier run has left; gives their names. */
    async end() {
      const left = await stillThere();
      for (const { pid } of left) signal(pid, 'SIGTERM');
      await Promise.all(
        left.map(async ({ pid }) => {
          if (await waitForEnd(pid, PATIENCE_MS)) return;
          signal(pid, 'SIGKILL');
          await waitForEnd(pid, PATIENCE_MS);
        }),
      );
      return left.map(({ name }) => name);
    },
    /** Notes a process until it ends. */
    async note(name, { pid, ended }) {
      if (pid === undefined) return;
      const identity = await identityOf(pid);
      if (identity === undefined) return;
      running.set(pid, { name, pid, identity });
      save();
      void ended.then(() => {
        running.delete(pid);
        save();
      });
    },
    /** Nothing runs any more. */
    clear: () => rmSync(file, { force: true }),
  };
};
