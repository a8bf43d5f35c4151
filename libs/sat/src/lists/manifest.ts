import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIST_IDS, type ListId } from './port.js';

/** A file that a list was loaded from, as it was then. */
export interface Source {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** What a folder of lists says of one that is loaded. */
export interface ListManifest {
  readonly id: ListId;
  /** Each load makes a file of its own, so that the one in use is never overwritten. */
  readonly file: string;
  readonly rows: number;
  /** Rows of the sources that could not be used. */
  readonly leftOut: number;
  /** The day that the list says it is of, YYYY-MM-DD; null for lists that don't say it. */
  readonly updatedOn: string | null;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  readonly sources: readonly Source[];
}

const FORMAT = 1;

export const manifestFile = (id: ListId): string => `${id}.json`;
export const dataFile = (id: ListId, generation: string): string =>
  `${id}.${generation}.${id === '69b' ? 'rows.json' : 'bin'}`;
/** Every name that loads give to files of a list: what else is in the folder is not theirs to remove. */
export const isOwnFile = (id: ListId, name: string): boolean =>
  name.startsWith(`${id}.`) &&
  /^\w+\.[0-9a-f]{16}\.(rows\.json|bin)(\.part)?(\.runs)?$|\.json\.part$/.test(name);

export const manifestText = (manifest: ListManifest): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;

/** The manifest of a list that is loaded in a folder; undefined where it is not, or what is there is damaged. */
export function readListManifest(folder: string, id: ListId): ListManifest | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestFile(id)), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const found = JSON.parse(text) as Partial<ListManifest> & { format?: number };
    const isWhole =
      found.format === FORMAT &&
      found.id === id &&
      LIST_IDS.includes(id) &&
      typeof found.file === 'string' &&
      isOwnFile(id, found.file) &&
      Number.isSafeInteger(found.rows) &&
      Array.isArray(found.sources);
    return isWhole ? (found as ListManifest) : undefined;
  } catch {
    return undefined;
  }
}
