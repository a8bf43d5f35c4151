import { chmod, stat } from 'node:fs/promises';
import type { Home } from './home.js';
import { errorCode } from './startup-error.js';

/** Only ours; or others may pass through to what is theirs, and see nothing of what lies there. */
export type Openness = 'private' | 'passable';

const ALLOWED: Readonly<Record<Openness, number>> = { private: 0o700, passable: 0o711 };

/**
 * Takes from a folder the rights that others have beyond that; it never gives any. One that belongs to another user (a
 * mounted volume) stays as it is.
 */
export const tighten = async (folder: string, openness: Openness): Promise<void> => {
  const { mode } = await stat(folder);
  const tightened = mode & (0o7000 | ALLOWED[openness]);
  if (tightened === (mode & 0o7777)) return;
  await chmod(folder, tightened).catch((error: unknown) => {
    if (errorCode(error) !== 'EPERM' && errorCode(error) !== 'EROFS') throw error;
  });
};

/** Closes the data folder to other users: but for the database's own, where it lives there, nobody needs to enter. */
export const closeToOthers = async (parts: {
  readonly dataDir: string;
  readonly place: string;
  readonly home: Home;
}): Promise<void> => {
  const { dataDir, place, home } = parts;
  const passed = home.account !== undefined && home.folder === place;
  for (const folder of [dataDir, place]) await tighten(folder, passed ? 'passable' : 'private');
};
