import { join } from 'node:path';
import { readManifest } from '../directory.js';
import type { ManifestEntry } from '../manifest.js';
import { isOlder, isSmall, SMALL_LOADERS } from '../../small/loaders.js';
import { encodeTable, openTable } from '../table.js';
import { specOf, type TableId } from '../tables.js';
import { LoadFailure } from './failure.js';
import { realFiles, type Files } from './files.js';
import { withLock } from './lock.js';
import { gatherRows } from './rows.js';
import { inputsOf } from './inputs.js';
import type { Source } from './sources.js';
import { keepCatalogues, type NewCatalogue } from './store.js';

export { LoadFailure } from './failure.js';

/** How far a load is: with a file, before a catalogue of it is known, or with a catalogue's rows. */
export interface LoadProgress {
  readonly file: string;
  readonly catalogue?: string;
  /** Rows read, of `total`. */
  readonly done: number;
  readonly total: number;
}

export interface LoadOptions {
  /** A workbook, a table, a database, an archive, or a folder of them. */
  readonly from: string;
  /** The folder of catalogues. */
  readonly to: string;
  /** Also load what has fewer than half of the rows of what it replaces, or comes from a lesser source. */
  readonly force?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly files?: Files;
}

export interface LoadReport {
  /** What is loaded now, and how many rows it had before. */
  readonly loaded: readonly (ManifestEntry & { readonly before?: ManifestEntry })[];
  /** What a better source has already, as sentences. */
  readonly skipped: readonly string[];
}

/** Loads the catalogues of a workbook or table, or of all in a folder: all of them, or none (LoadFailure). */
export function loadCatalogues({
  from,
  to,
  force = false,
  onProgress,
  files = realFiles,
}: LoadOptions): LoadReport {
  const inputs = inputsOf(from);
  files.makeFolder(to);
  return withLock(join(to, 'lock'), () => {
    const before = new Map(readManifest(to).catalogues.map((entry) => [entry.id, entry]));
    const news = new Map<TableId, NewCatalogue>();
    const skipped: string[] = [];
    for (const { file, read } of inputs) {
      onProgress?.({ file, done: 0, total: 0 });
      for (const source of read()) {
        const rival = news.get(source.id) ?? (force ? undefined : before.get(source.id));
        if (isLesser(source, rival, news.has(source.id))) {
          skipped.push(`${specOf(source.id).name} of ${source.file}: that of ${rival?.source} goes before.`);
          continue;
        }
        const catalogue = build(source, before.get(source.id), force, onProgress);
        if (isBehind(catalogue) && !force)
          skipped.push(
            `${specOf(source.id).name} of ${source.file}: the built-in edition is newer (--force loads it).`,
          );
        else news.set(source.id, catalogue);
      }
    }
    if (news.size === 0 && skipped.length === 0)
      throw new LoadFailure(`${from} holds none of the catalogues.`);
    const { catalogues } = keepCatalogues(to, [...news.values()], files);
    const loaded = catalogues
      .filter(({ id }) => news.has(id))
      .map((entry) => {
        const old = before.get(entry.id);
        return old ? { ...entry, before: old } : entry;
      });
    return { loaded, skipped };
  });
}

/** Whether another source of a shared catalogue goes before; two of the same rank in one load are a mistake. */
function isLesser(
  { id, file, rank }: Source,
  rival: { readonly source: string; readonly rank: number } | undefined,
  sameLoad: boolean,
): boolean {
  if (!rival) return false;
  if (sameLoad && rival.rank === rank)
    throw new LoadFailure(`${rival.source} and ${file} both hold ${specOf(id).name}: load one of them.`);
  return rival.rank < rank;
}

/** Whether a small catalogue is of an edition before the one that is built in. */
const isBehind = ({ id, bytes }: NewCatalogue): boolean => isSmall(id) && isOlder(id, openTable(bytes));

/** A row of a small catalogue that can't be read would be found at the next start of the service: we look now. */
function checkSmall({ id, bytes, source }: NewCatalogue): void {
  if (!isSmall(id)) return;
  try {
    SMALL_LOADERS[id].check(openTable(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LoadFailure(`${source}: ${specOf(id).name} can not be used: ${reason}`);
  }
}

function build(
  { id, file, sheets, isTsv, rank }: Source,
  before: ManifestEntry | undefined,
  force: boolean,
  onProgress: LoadOptions['onProgress'],
): NewCatalogue {
  const spec = specOf(id);
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
  const { columns, edition } = gatherRows(spec, sheets, isTsv, (done) =>
    onProgress?.({ file, catalogue: spec.name, done: Math.min(done, total), total }),
  );
  const rows = columns.get('key')?.length ?? 0;
  if (rows === 0) throw new LoadFailure(`${file}: ${spec.name} has no rows.`);
  const rowsBefore = before?.rows ?? (isSmall(id) ? SMALL_LOADERS[id].builtIn.rows : 0);
  if (rows * 2 < rowsBefore && !force)
    throw new LoadFailure(
      `${file}: ${spec.name} has ${rows} rows, fewer than half of the ${rowsBefore} that are ` +
        `${before ? 'loaded' : 'built in'}; if that is right, load it with --force.`,
    );
  onProgress?.({ file, catalogue: spec.name, done: total, total });
  const bytes = encodeTable(spec.name, columns, spec.searched);
  const catalogue = { id, bytes, rows, edition, source: file, rank };
  checkSmall(catalogue);
  return catalogue;
}
