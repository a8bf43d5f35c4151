import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, MAIN } from './build.mjs';
import { orFailure } from './failure.mjs';
import { ensureInstalled } from './install.mjs';
import { checkPort } from './port.mjs';
import { checkSettings } from './settings.mjs';

/** npm, and the shell that it runs scripts through: the processes that started us, as far as they can be seen. */
const starters = () => {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
};

/**
 * Asks ourselves to shut down when npm, which started us, is killed in a way that it cannot pass on (kill -9):
 * a service that nobody holds any more would keep its port and its data folder.
 */
export const endWithNpm = () => {
  if (!/^start(:|$)/.test(process.env.npm_lifecycle_event ?? '') || process.platform === 'win32') return;
  const first = starters();
  const timer = setInterval(() => {
    if (starters() === first) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
};

// Wrong settings and a port that is taken are told at once, before anything is installed, built or made.
const makeReady = async () => {
  checkSettings(process.env);
  await checkPort(process.env);
  await ensureInstalled();
};

/** What comes before the start (scripts/prestart.mjs). */
export const prepare = () => orFailure(makeReady);

/** Installs and builds where needed, then runs the service in this very process: signals just work. */
export const start = () =>
  orFailure(async () => {
    await makeReady();
    await ensureBuilt();
    endWithNpm();
    await import(pathToFileURL(MAIN).href);
  });
