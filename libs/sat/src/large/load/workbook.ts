import { read, type CellObject, type WorkBook } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import type { Cell, Sheet } from './cells.js';
import { LoadFailure } from './failure.js';

/** What a workbook may unfold to: the tax authority's are below 300 MB. */
const MOST_BYTES = 1_000_000_000;

/** An XLSX is an archive, which may be small and unpack to any size, so we check its own list of sizes first. */
function checkSize(bytes: Uint8Array, source: string): void {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return;
  let total = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        return false;
      },
    });
  } catch {
    throw new LoadFailure(`${source} is not a workbook, or damaged.`);
  }
  if (total > MOST_BYTES) throw new LoadFailure(`${source} unfolds to more than 1 GB.`);
}

function parse(bytes: Uint8Array, source: string): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
    });
  } catch (error) {
    throw new LoadFailure(
      `${source} can not be read as a workbook: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

const valueOf = (cell: CellObject | undefined): Cell =>
  typeof cell?.v === 'string' || (typeof cell?.v === 'number' && cell.t !== 'e')
    ? cell.v
    : cell?.t === 'b'
      ? Number(cell.v)
      : cell?.t === 'e'
        ? '#ERROR'
        : undefined;

/** The sheets of an XLS (BIFF8 and older) or XLSX workbook, in its order. */
export function readWorkbook(bytes: Uint8Array, source: string): readonly Sheet[] {
  checkSize(bytes, source);
  const book = parse(bytes, source);
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.map((name): Sheet => {
    const rows = (book.Sheets[name]?.['!data'] ?? []) as readonly (
      readonly (CellObject | undefined)[] | undefined
    )[];
    return {
      name,
      where: `${source}, sheet ${name}`,
      rows: rows.length,
      cells: (row) => Array.from(rows[row] ?? [], valueOf),
      from1904,
    };
  });
}
