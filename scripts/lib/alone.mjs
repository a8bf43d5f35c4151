import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nothing that is done alone takes longer: then its process is gone, and its number is somebody else's. */
const LONGEST_MS = 10 * 60_000;

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Whether somebody holds the file. One who was killed holds nothing; one who has just made it may not have written yet. */
const isHeld = async (file) => {
  try {
    const age = Date.now() - (await stat(file)).mtimeMs;
    const pid = Number(await readFile(file, 'utf8'));
    return pid > 0 ? isRunning(pid) && age < LONGEST_MS : age < 1_000;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
};

/** Runs the action while this process holds a file; waits while another one does. Gives what the action gives. */
export const alone = async (file, action) => {
  await mkdir(dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isHeld(file)) await sleep(100);
    else await rm(file, { force: true });
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
};
