import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that has grown beyond it becomes `<name>.log.1`, in the place of the one before. */
const LARGEST_BYTES = 10 * 1024 * 1024;
const WARN = 40;
/** How long the screen does not repeat the same warning of a process; its file has every one. */
const REPEATED_MS = 60_000;
const MOST_REMEMBERED = 100;

const sizeOf = (file) => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};

/**
 * A line of a process's log that a person should see, a warning or worse: `{ what, text }`, of which `what` is the same
 * each time that it happens again. Undefined for all other lines.
 */
export const warningIn = (line) => {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line);
    if (!(level >= WARN) || !(msg || err?.message)) return undefined;
    const reason = err?.message && !msg?.includes(err.message) ? [err.message] : [];
    return { what: msg ?? err.message, text: [...(msg ? [msg] : []), ...reason].join(': ') };
  } catch {
    return undefined;
  }
};

/** Why a process ended, by its last output: its last sentence or error, be there a stack behind it; else its last line. */
export const reasonIn = (output) => {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /^[A-Z]/.test(line) && !line.startsWith('Node.js v')) ?? lines.at(-1);
};

/**
 * Keeps what processes print in files, one for each (`<folder>/invoicing.log`), and shows only their warnings. A disk
 * that is full takes nothing from anybody: the file misses lines.
 * @returns `writerOf(name)`: gets each line of a process
 */
export const openLogs = (folder, show, { largest = LARGEST_BYTES, now = () => performance.now() } = {}) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name) => join(folder, `${name}.log`);
  const writerOf = (name) => {
    const file = fileOf(name);
    let size = sizeOf(file);
    /** When each warning was last shown. */
    const shownAt = new Map();
    const showOnce = ({ what, text }) => {
      const at = now();
      if (at - (shownAt.get(what) ?? -Infinity) < REPEATED_MS) return;
      // Some warnings name a document, so that each is another one.
      if (shownAt.size > MOST_REMEMBERED) shownAt.clear();
      shownAt.set(what, at);
      show(name, text);
    };
    return (line) => {
      try {
        if (size > largest) {
          renameSync(file, `${file}.1`);
          size = 0;
        }
        appendFileSync(file, `${line}\n`, { mode: 0o600 });
        size += Buffer.byteLength(line) + 1;
      } catch {
        // Nothing can be said where nothing can be written.
      }
      const warning = warningIn(line);
      if (warning !== undefined) showOnce(warning);
    };
  };
  return { fileOf, writerOf };
};
