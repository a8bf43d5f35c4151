import { basename } from 'node:path';
import { unzipSync } from 'fflate';
import { LoadFailure } from './failure.js';

const MOST_BYTES = 1_000_000_000;
const MOST_FILES = 500;

/** The files of an archive, by the last part of their names; folders and what operating systems add are left out. */
export function unzip(bytes: Uint8Array, source: string): readonly { name: string; bytes: Uint8Array }[] {
  let total = 0;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isWanted = !name.endsWith('/') && !name.startsWith('__MACOSX/');
        if (isWanted) [total, count] = [total + originalSize, count + 1];
        if (total > MOST_BYTES || count > MOST_FILES)
          throw new LoadFailure(`${source} unfolds to more than 1 GB, or than ${MOST_FILES} files.`);
        return isWanted;
      },
    });
    return Object.entries(files).map(([name, one]) => ({ name: basename(name), bytes: one }));
  } catch (error) {
    if (error instanceof LoadFailure) throw error;
    throw new LoadFailure(`${source} is not an archive, or damaged.`);
  }
}
