import { readManifest, readTableFile } from '../directory.js';
import { specOf } from '../tables.js';

/** Reads every catalogue of a folder whole: one sentence for each that can't be used. */
export function verifyCatalogues(folder: string): readonly string[] {
  const problems: string[] = [];
  for (const entry of readManifest(folder).catalogues) {
    try {
      const table = readTableFile(folder, entry);
      for (let row = 1; row < table.rows; row += 1)
        if (table.key(row) < table.key(row - 1))
          throw new Error(`${entry.name} is not in the order of its keys at row ${row}.`);
      if (specOf(entry.id).searched) table.words?.();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return problems;
}
