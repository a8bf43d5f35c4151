import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';

/** What the loader does to the folder of catalogues: a port, so that every step can be made to fail. */
export interface Files {
  readonly makeFolder: (path: string) => void;
  /** Names in a folder. */
  readonly list: (folder: string) => readonly string[];
  /** Writes a file whole and has the disk keep it. */
  readonly write: (path: string, bytes: Uint8Array) => void;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  /** Has the disk keep the folder's names. */
  readonly syncFolder: (folder: string) => void;
}

export const realFiles: Files = {
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o755 }),
  list: (folder) => readdirSync(folder),
  write: (path, bytes) => {
    const file = openSync(path, 'w', 0o644);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  syncFolder: (folder) => {
    // Windows has no such thing as an open folder.
    if (process.platform === 'win32') return;
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
};
