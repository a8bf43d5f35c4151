import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtIn } from './built-in.js';
import { largeCatalogues } from './catalogues.js';
import { MANIFEST, parseManifest, type Manifest, type ManifestEntry } from './manifest.js';
import { isOlder, isSmall, useSmallCatalogues } from '../small/loaders.js';
import type { LargeCatalogues } from './port.js';
import { openTable, type Table } from './table.js';
import type { Held } from './typed.js';

/** The folder of catalogues can't be used as it is: the message says which file, and what to do. */
export class CatalogueFolderError extends Error {
  constructor(path: string, what: string) {
    super(`${path} ${what}. Load the catalogues again: npm run catalogues -- load <file or folder>.`);
    this.name = 'CatalogueFolderError';
  }
}

export interface CatalogueFolder {
  readonly catalogues: LargeCatalogues;
  /** The loaded catalogues; for the others, the built-in part. */
  readonly loaded: readonly ManifestEntry[];
  /** Reads everything now, so that a damaged file is found here and not at the first document that needs it. */
  readonly preload: () => void;
  /**
   * Makes the small catalogues of this process those of the folder, and those that it lacks the built-in ones: once,
   * before anything is judged. The names of those that are older than what is built in.
   */
  readonly useSmall: () => readonly string[];
}

const isAbsent = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';

/** The manifest of a folder; of a folder that has none, or is not there, an empty one. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return { catalogues: [] };
    throw error;
  }
  const manifest = parseManifest(text);
  if (!manifest) throw new CatalogueFolderError(path, 'is damaged, or of another version');
  return manifest;
}

/** Reads a catalogue's whole file and checks that it is the one that was loaded. */
export function readTableFile(folder: string, entry: ManifestEntry): Table {
  const path = join(folder, entry.file);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) throw new CatalogueFolderError(path, 'is missing');
    throw error;
  }
  if (createHash('sha256').update(bytes).digest('hex') !== entry.sha256)
    throw new CatalogueFolderError(path, 'is not as it was loaded');
  const table = openTable(bytes);
  if (table.name !== entry.name || table.rows !== entry.rows)
    throw new CatalogueFolderError(path, 'is not what the manifest says');
  return table;
}

/**
 * The large catalogues of a folder that the loader filled. Reads the manifest now and each catalogue when it is
 * first asked for; throws {@link CatalogueFolderError} for what is missing or changed.
 */
export function openCatalogueFolder(folder: string): CatalogueFolder {
  const { catalogues: loaded } = readManifest(folder);
  const held = new Map(
    loaded.map((entry): [string, Held] => {
      let table: Table | undefined;
      return [
        entry.id,
        { complete: true, rows: entry.rows, table: () => (table ??= readTableFile(folder, entry)) },
      ];
    }),
  );
  const small = loaded.flatMap((entry) => {
    const { id } = entry;
    const own = held.get(id);
    return own && isSmall(id) ? [{ id, entry, own }] : [];
  });
  return {
    catalogues: largeCatalogues((id) => held.get(id) ?? builtIn(id)),
    loaded,
    preload: () => {
      for (const { table } of held.values()) table().words?.();
    },
    useSmall: () => {
      const editions = new Map(
        small.map(({ entry, own }) => [entry.id, { table: own.table(), edition: entry.edition }]),
      );
      try {
        useSmallCatalogues(editions);
      } catch (error) {
        throw new CatalogueFolderError(
          folder,
          `can not be used: ${error instanceof Error ? error.message : ''}`,
        );
      }
      return small.filter(({ id, own }) => isOlder(id, own.table())).map(({ entry }) => entry.name);
    },
  };
}
