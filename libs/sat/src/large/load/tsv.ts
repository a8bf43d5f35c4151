import { gunzipSync } from 'node:zlib';
import type { Sheet } from './cells.js';
import { LoadFailure } from './failure.js';

const MOST_BYTES = 500_000_000;
const GZIP = [0x1f, 0x8b] as const;

/** A tab-separated table in UTF-8, gzipped or not; its first line names the columns. */
export function readTsv(bytes: Uint8Array, source: string): Sheet {
  let text: string;
  try {
    const plain =
      bytes[0] === GZIP[0] && bytes[1] === GZIP[1]
        ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
        : bytes;
    text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    throw new LoadFailure(
      `${source} can not be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const lines = text.split(/\r?\n/);
  return {
    name: source.replace(/\.tsv(\.gz)?$/i, ''),
    where: source,
    rows: lines.length,
    cells: (row) => (lines[row] ?? '').split('\t'),
    from1904: false,
  };
}
