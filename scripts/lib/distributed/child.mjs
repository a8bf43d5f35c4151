import { spawn } from 'node:child_process';

/** How much of a process's last output is kept, to say why it ended. */
const KEPT = 8_000;
/** How long the last output of a process that has ended may take to arrive. */
const OUTPUT_MS = 1_000;
/** How long a process that we have left by dying may take to end. */
const GRACE_MS = 20_000;

/** Sleeps until a line comes, which only we send: where we end before that, so does it. */
const ON_OUR_WORD = 'read -r go && exec "$@"';

/**
 * Sleeps until our end of its input closes, which the system does however we end. Then it asks the process to stop, and
 * after a while ends it with all of its group. The embedded PostgreSQL is watched over in the same way.
 */
const WATCH = `read -r word
kill -TERM "$1" 2>/dev/null
tenths=0
while kill -0 "$1" 2>/dev/null && [ $tenths -lt "$2" ]; do sleep 0.1; tenths=$((tenths + 1)); done
kill -s KILL -- "-$1" 2>/dev/null`;

const watchOver = (pid, graceMs) => {
  const args = [pid, Math.ceil(graceMs / 100)].map(String);
  const watchdog = spawn('/bin/sh', ['-c', WATCH, 'timbra-watchdog', ...args], {
    cwd: '/',
    // It needs no variable of ours: the master key may be among them.
    env: { PATH: process.env.PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => {});
  watchdog.stdin.on('error', () => {});
  return watchdog;
};

/** Calls `each` with every whole line of a stream, and with what is left when it ends. */
const byLines = (stream, each) => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach((line) => each(line));
  });
  stream.on('end', () => rest !== '' && each(rest));
};

const signal = (pid, name) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
};

/** How a process ended, in words. */
export const howItEnded = ({ code, by }) => (by === null ? `exit code ${code}` : by);

/**
 * Starts a process that ends when we do, in whatever way that is. It has a session of its own: Ctrl-C at the terminal
 * reaches us, and we stop what we started in order.
 * @param program `{ command, args, env, onLine, graceMs }`; `onLine(line, 'stdout' | 'stderr')` gets its output
 * @returns `{ pid, ended, output, printed, stop, kill }`: `ended` resolves with `{ code, by }` (a signal, or null),
 *   `printed(pattern)` with the match in its output or rejects when it ends before, `stop(ms)` asks it to end, and makes
 *   it after so long; both resolve when it has ended
 */
export const startChild = ({ command, args, env, onLine = () => {}, graceMs = GRACE_MS }) => {
  const child = spawn('/bin/sh', ['-c', ON_OUR_WORD, 'timbra-start', command, ...args], {
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  let output = '';
  const waiting = new Set();
  for (const name of ['stdout', 'stderr'])
    byLines(child[name], (line) => {
      output = `${output}${line}\n`.slice(-KEPT);
      onLine(line, name);
      waiting.forEach((look) => look(line));
    });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve({ code: -1, by: null });
    });
    child.once('close', (code, by) => resolve({ code, by }));
    // What it started, such as a browser, may keep its output open longer.
    child.once('exit', (code, by) => setTimeout(resolve, OUTPUT_MS, { code, by }).unref());
  });
  let over = false;
  void ended.then(() => (over = true));
  if (pid !== undefined) {
    const watchdog = watchOver(pid, graceMs);
    void ended.then(() => watchdog.kill('SIGKILL'));
    child.stdin.on('error', () => {});
    child.stdin.write('go\n');
  }
  const kill = () => {
    // The group: what the process started ends with it.
    if (pid !== undefined && !over) signal(-pid, 'SIGKILL');
    return ended;
  };
  return {
    pid,
    ended,
    output: () => output,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (text) => {
          const found = pattern.exec(text);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look(output);
        void ended.then((how) => reject(new Error(howItEnded(how))));
      }),
    stop: (ms) => {
      if (pid !== undefined && !over) signal(pid, 'SIGTERM');
      const timer = setTimeout(kill, ms);
      return ended.finally(() => clearTimeout(timer));
    },
    kill,
  };
};
