import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readManifest, readTableFile } from '../directory.js';
import { fileOf, MANIFEST, manifestText, OWN_FILE, type Manifest, type ManifestEntry } from '../manifest.js';
import { specOf, TABLE_IDS, type TableId } from '../tables.js';
import type { Files } from './files.js';

/** A catalogue that is ready to be kept. */
export interface NewCatalogue {
  readonly id: TableId;
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly edition: string;
  readonly source: string;
  readonly rank: number;
}

const entryOf = ({ id, bytes, ...rest }: NewCatalogue): ManifestEntry => {
  const { name } = specOf(id);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    id,
    name,
    file: fileOf(name, sha256),
    rows: rest.rows,
    bytes: bytes.length,
    sha256,
    edition: rest.edition,
    source: rest.source,
    rank: rest.rank,
  };
};

const isKept = (folder: string, entry: ManifestEntry): boolean => {
  try {
    readTableFile(folder, entry);
    return true;
  } catch {
    return false;
  }
};

/** Written beside, kept by the disk, then given its name: there is the old file or the whole new one. */
function replace(folder: string, name: string, bytes: Uint8Array, files: Files): void {
  const part = join(folder, `${name}.part`);
  files.write(part, bytes);
  files.rename(part, join(folder, name));
}

/**
 * Keeps new catalogues in a folder beside those that it has. Whenever this is cut off, the folder is as it was
 * or as it will be: files are named by their content, and the manifest, which alone says what is loaded, takes
 * its place at once when all of them are there. The files of the edition before stay until the next time, for
 * a service that is using them.
 */
export function keepCatalogues(folder: string, news: readonly NewCatalogue[], files: Files): Manifest {
  files.makeFolder(folder);
  const before = readManifest(folder);
  const entries = new Map(before.catalogues.map((entry) => [entry.id, entry]));
  for (const catalogue of news) {
    const entry = entryOf(catalogue);
    if (!isKept(folder, entry)) replace(folder, entry.file, catalogue.bytes, files);
    entries.set(entry.id, entry);
  }
  const after: Manifest = {
    catalogues: TABLE_IDS.flatMap((id) => entries.get(id) ?? []),
  };
  files.syncFolder(folder);
  if (manifestText(after) !== manifestText(before)) {
    replace(folder, MANIFEST, Buffer.from(manifestText(after)), files);
    files.syncFolder(folder);
  }
  const needed = new Set([...before.catalogues, ...after.catalogues].map(({ file }) => file));
  for (const name of files.list(folder))
    if (OWN_FILE.test(name) && !needed.has(name)) files.remove(join(folder, name));
  return after;
}
