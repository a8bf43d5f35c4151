import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LoadFailure } from '../large/load/failure.js';
import { realFiles, type Files } from '../large/load/files.js';
import { takeLock } from '../large/load/lock.js';
import { readEfos } from './efos/read.js';
import { readLco } from './lco/certificates.js';
import { readLrfc } from './lrfc/rows.js';
import { dataFile, isOwnFile, manifestFile, manifestText, readListManifest } from './manifest.js';
import type { ListManifest, Source } from './manifest.js';
import type { ListId } from './port.js';
import { EFOS_LIMITS, LCO_LIMITS, LRFC_LIMITS } from './read/limits.js';
import { readListFile, type OnProgress } from './read/list-file.js';
import { RfcTableBuilder } from './rfc-table/build.js';

export interface LoadOptions {
  readonly id: ListId;
  /** All files of the list: together they take the place of what was loaded before. */
  readonly from: readonly string[];
  readonly to: string;
  readonly now: Date;
  /** Takes also a list that is older, or less than half as long, as the one that it replaces. */
  readonly force?: boolean;
  readonly onProgress?: OnProgress | undefined;
  readonly files?: Files;
}

interface Loaded {
  readonly rows: number;
  readonly leftOut: number;
  readonly updatedOn: string | null;
}

/** A file as it is on the disk now. */
export function sourceOf(path: string): Source {
  try {
    const { size, mtimeMs } = statSync(path);
    return { path, size, modifiedMs: mtimeMs };
  } catch (error) {
    throw new LoadFailure(`${basename(path)}: It can't be read (${(error as { code?: string }).code}).`);
  }
}

/**
 * Loads a list into a folder, in place of what was loaded of it. Whenever it fails or is cut off, what was loaded before stays in
 * use: the new file is written beside, and the manifest that names it takes its place by a rename, when the disk has the file. It
 * may be run again at any time. Fails with a LoadFailure, one sentence for the operator.
 */
export async function loadList(options: LoadOptions): Promise<ListManifest> {
  const { id, from, to, now, force = false, files = realFiles } = options;
  if (from.length === 0) throw new LoadFailure('No files are given.');
  files.makeFolder(to);
  const release = takeLock(join(to, `${id}.lock`));
  try {
    const before = readListManifest(to, id);
    removeLeftovers(to, id, before, files);
    const sources = from.map(sourceOf);
    const file = dataFile(id, randomBytes(8).toString('hex'));
    const part = join(to, `${file}.part`);
    const loaded = await (id === '69b' ? loadEfos : loadTable)(options, part, files);
    if (!force) refuseDoubtful(loaded, before);
    files.rename(part, join(to, file));
    const manifest: ListManifest = { id, file, ...loaded, loadedAt: now.toISOString(), sources };
    replaceManifest(to, manifest, files);
    removeLeftovers(to, id, manifest, files);
    return manifest;
  } finally {
    release();
  }
}

async function loadTable({ id, from, onProgress }: LoadOptions, part: string): Promise<Loaded> {
  const table = new RfcTableBuilder(part);
  const [read, limits] = id === 'lrfc' ? [readLrfc, LRFC_LIMITS] : [readLco, LCO_LIMITS];
  let leftOut = 0;
  try {
    for (const path of from) {
      const found = await read(basename(path), readListFile(path, limits, onProgress), table);
      if (found.rows === 0) throw new LoadFailure(`${basename(path)}: It has no rows.`);
      leftOut += found.leftOut;
    }
    return { rows: table.finish(), leftOut, updatedOn: null };
  } finally {
    table.dispose();
  }
}

async function loadEfos({ from, onProgress }: LoadOptions, part: string, files: Files): Promise<Loaded> {
  const [path = '', ...more] = from;
  if (more.length > 0)
    throw new LoadFailure('The list of article 69-B is one file: Listado_completo_69-B.csv.');
  const list = await readEfos(basename(path), readListFile(path, EFOS_LIMITS, onProgress));
  files.write(part, Buffer.from(JSON.stringify(list)));
  return { rows: list.entries.length, leftOut: list.leftOut, updatedOn: list.updatedOn };
}

/** A part of a list, or an edition of long ago, is more often a mistake than what is wanted. */
function refuseDoubtful({ rows, updatedOn }: Loaded, before: ListManifest | undefined): void {
  if (!before) return;
  if (rows * 2 < before.rows)
    throw new LoadFailure(
      `It has ${rows} rows, and ${before.rows} are loaded: give all files of the list, or use --force.`,
    );
  if (updatedOn !== null && before.updatedOn !== null && updatedOn < before.updatedOn)
    throw new LoadFailure(
      `It is of ${updatedOn}, and the one of ${before.updatedOn} is loaded: use --force to go back.`,
    );
}

function replaceManifest(folder: string, manifest: ListManifest, files: Files): void {
  const path = join(folder, manifestFile(manifest.id));
  files.syncFolder(folder);
  files.write(`${path}.part`, Buffer.from(manifestText(manifest)));
  files.rename(`${path}.part`, path);
  files.syncFolder(folder);
}

/** What loads that died have left, and generations that are no longer used: who has one open goes on reading it. */
function removeLeftovers(folder: string, id: ListId, kept: ListManifest | undefined, files: Files): void {
  for (const name of files.list(folder))
    if (isOwnFile(id, name) && name !== kept?.file) files.remove(join(folder, name));
}
