import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, from a source as from what was compiled of it into dist. */
export const ROOT = up(import.meta.dirname);

function up(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('no package-lock.json above');
  return up(parent);
}
