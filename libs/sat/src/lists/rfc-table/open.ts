import { close, closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { HEADER_BYTES, INDEX_BYTES, MARK, ROWS_AT } from './format.js';
import { BEGINNINGS, numberRfc } from './number.js';

const readAt = promisify(read);
/** Rows that are read at once, 4 KB: what is more is halved first. */
const PAGE_ROWS = 1024;

/** A table of RFCs on the disk: 2.5 MB of it are in memory, whatever its size. */
export interface RfcTable {
  readonly rows: number;
  /** What the list says of an RFC (0 to 7), or undefined for one that it does not have. Mostly one or two reads. */
  find(rfc: string): Promise<number | undefined>;
  /** Closes its file, once nobody is reading any more. */
  close(): void;
}

/** Opens a table; undefined for a file that is none, was cut off or comes from another kind of machine. */
export function openRfcTable(path: string): RfcTable | undefined {
  const file = openSync(path, 'r');
  const [mark = 0, rows = 0, othersBytes = 0] = numbers(file, 3, 0);
  const size = ROWS_AT + rows * 4 + othersBytes;
  const isWhole = mark === MARK && fstatSync(file).size === size;
  const index = isWhole ? numbers(file, INDEX_BYTES / 4, HEADER_BYTES) : new Uint32Array(0);
  const others = isWhole ? readOthers(file, othersBytes, ROWS_AT + rows * 4) : undefined;
  if (!others || index[BEGINNINGS] !== rows) {
    closeSync(file);
    return undefined;
  }
  return new DiskTable(file, rows, index, others);
}

function numbers(file: number, count: number, at: number): Uint32Array {
  const found = new Uint32Array(count);
  readSync(file, found, 0, count * 4, at);
  return found;
}

function readOthers(file: number, length: number, at: number): ReadonlyMap<string, number> | undefined {
  const text = Buffer.alloc(length);
  readSync(file, text, 0, length, at);
  try {
    return new Map(Object.entries(JSON.parse(text.toString()) as Record<string, number>));
  } catch {
    return undefined;
  }
}

class DiskTable implements RfcTable {
  private reading = 0;
  private closing = false;

  constructor(
    private readonly file: number,
    private readonly numbered: number,
    private readonly index: Uint32Array,
    private readonly others: ReadonlyMap<string, number>,
  ) {}

  get rows(): number {
    return this.numbered + this.others.size;
  }

  async find(rfc: string): Promise<number | undefined> {
    const number = { beginning: 0, rest: 0 };
    if (!numberRfc(Buffer.from(rfc, 'latin1'), rfc.length, number)) return this.others.get(rfc);
    this.reading += 1;
    try {
      const from = this.index[number.beginning] ?? 0;
      return await this.search(number.rest, from, this.index[number.beginning + 1] ?? from);
    } finally {
      this.reading -= 1;
      this.closeIfDone();
    }
  }

  close(): void {
    this.closing = true;
    this.closeIfDone();
  }

  private closeIfDone(): void {
    if (!this.closing || this.reading > 0) return;
    this.closing = false;
    close(this.file, () => undefined);
  }

  /** Halves the rows of a beginning until they fit a page, and then looks there. */
  private async search(rest: number, from: number, to: number): Promise<number | undefined> {
    let [low, high] = [from, to];
    while (high - low > PAGE_ROWS) {
      const middle = (low + high) >>> 1;
      const [row = 0] = await this.page(middle, 1);
      if (row >>> 3 <= rest) low = middle;
      else high = middle;
    }
    const rows = await this.page(low, high - low);
    const found = rows.find((row) => row >>> 3 === rest);
    return found === undefined ? undefined : found & 7;
  }

  private async page(at: number, count: number): Promise<Uint32Array> {
    const rows = new Uint32Array(count);
    if (count > 0) await readAt(this.file, rows, 0, count * 4, ROWS_AT + at * 4);
    return rows;
  }
}
