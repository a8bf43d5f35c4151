import { DamagedCatalogue, packBlocks, unpackBlocks, type BlockArray, type Unpacked } from './blocks.js';
import { indexWords, type WordIndex } from './word-index.js';

/** How a column is stored: by the number of its value, as texts of one length, or as texts of any. */
type ColumnKind =
  | { readonly kind: 'dict'; readonly values: readonly string[] }
  | { readonly kind: 'fixed'; readonly width: number }
  | { readonly kind: 'text' };
type ColumnHeader = ColumnKind & { readonly name: string };

interface Header {
  readonly table: string;
  readonly columns: readonly ColumnHeader[];
  readonly rows: number;
}

/** Texts of a catalogue by row; `key` first, by whose bytes the rows are sorted. */
export type Columns = ReadonlyMap<string, readonly string[]>;

/** A catalogue's rows, read in place: nothing is converted to text before it is needed. */
export interface Table {
  /** The tax authority's name, such as c_ClaveProdServ. */
  readonly name: string;
  readonly rows: number;
  readonly key: (row: number) => string;
  readonly text: (column: string, row: number) => string;
  /** The first row whose key is not less than the text, which may be a prefix of keys. */
  readonly seek: (key: string) => number;
  readonly keyIs: (row: number, key: string) => boolean;
  /** Whether a row's key begins with an ASCII text in small letters, whatever the case of the key. */
  readonly keyStarts: (row: number, small: string) => boolean;
  /** Words of labels and similar words, where the catalogue is made to be searched. */
  readonly words: (() => WordIndex) | undefined;
}

const encodeColumn = (
  name: string,
  values: readonly string[],
  blocks: Map<string, BlockArray>,
): ColumnHeader => {
  const numbers = new Map<string, number>();
  for (const value of values)
    if (!numbers.has(value) && numbers.size <= 0x1000) numbers.set(value, numbers.size);
  if (numbers.size <= 0x1000 && name !== 'key') {
    const codes = values.map((value) => numbers.get(value) ?? 0);
    blocks.set(name, numbers.size <= 0x100 ? Uint8Array.from(codes) : Uint16Array.from(codes));
    return { name, kind: 'dict', values: [...numbers.keys()] };
  }
  const bytes = Buffer.from(values.join(''), 'utf8');
  const lengths = values.map((value) => Buffer.byteLength(value));
  blocks.set(name, new Uint8Array(bytes));
  const width = lengths[0] ?? 0;
  if (lengths.every((length) => length === width)) return { name, kind: 'fixed', width };
  const ends = new Uint32Array(values.length + 1);
  lengths.forEach((length, row) => (ends[row + 1] = (ends[row] ?? 0) + length));
  blocks.set(`${name}.ends`, ends);
  return { name, kind: 'text' };
};

/**
 * Bytes of a table whose rows are sorted by the bytes of their keys.
 * @param searched whether words of `label` and `similares` are to be indexed
 */
export function encodeTable(table: string, columns: Columns, searched: boolean): Uint8Array {
  const blocks = new Map<string, BlockArray>();
  const rows = columns.get('key')?.length ?? 0;
  const headers = [...columns]
    .filter(([name]) => !(searched && name === 'similares'))
    .map(([name, values]) => encodeColumn(name, values, blocks));
  if (searched) indexWords(columns.get('label') ?? [], columns.get('similares') ?? [], blocks);
  return packBlocks({ table, rows, columns: headers } satisfies Header, blocks);
}

interface Column {
  readonly text: (row: number) => string;
  readonly start: (row: number) => number;
  readonly bytes: Uint8Array;
}

function openColumn(header: ColumnHeader, rows: number, file: Unpacked): Column {
  const { name } = header;
  const short = () => new DamagedCatalogue(`${name} is too short`);
  if (header.kind === 'dict') {
    const codes = file.numbers(name);
    if (codes.length !== rows) throw short();
    const { values } = header;
    return { text: (row) => values[codes[row] ?? 0] ?? '', start: () => 0, bytes: new Uint8Array() };
  }
  const bytes = file.u8(name);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start: (row: number) => number;
  if (header.kind === 'fixed') {
    const { width } = header;
    start = (row) => row * width;
  } else {
    const ends = file.u32(`${name}.ends`);
    if (ends.length !== rows + 1) throw short();
    start = (row) => ends[row] ?? 0;
  }
  if (bytes.length !== start(rows)) throw short();
  return { text: (row) => buffer.toString('utf8', start(row), start(row + 1)), start, bytes };
}

/** Bytes of UTF-8 as a text of as many characters: what {@link Table} compares keys by. */
const byteText = (key: string): string =>
  // eslint-disable-next-line no-control-regex
  /^[\x00-\x7f]*$/.test(key) ? key : Buffer.from(key, 'utf8').toString('latin1');

/** Opens bytes of {@link encodeTable}; throws DamagedCatalogue for others. */
export function openTable(bytes: Uint8Array): Table {
  const file = unpackBlocks(bytes);
  const { table: name, rows, columns: headers } = file.header as unknown as Header;
  if (typeof name !== 'string' || !Number.isSafeInteger(rows) || !Array.isArray(headers))
    throw new DamagedCatalogue('its header lacks something');
  const columns = new Map(headers.map((header) => [header.name, openColumn(header, rows, file)]));
  const keys = columns.get('key');
  if (!keys) throw new DamagedCatalogue('it has no keys');
  const { bytes: keyBytes, start } = keys;

  /** Less than, equal to or greater than zero, as the row's key stands to the text. */
  const compare = (row: number, key: string): number => {
    const from = start(row);
    const length = start(row + 1) - from;
    const common = Math.min(length, key.length);
    for (let i = 0; i < common; i += 1) {
      const difference = (keyBytes[from + i] ?? 0) - key.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - key.length;
  };
  return {
    name,
    rows,
    key: keys.text,
    text: (column, row) => columns.get(column)?.text(row) ?? '',
    seek: (text) => {
      const key = byteText(text);
      let low = 0;
      let high = rows;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(middle, key) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    keyIs: (row, key) => row < rows && compare(row, byteText(key)) === 0,
    keyStarts: (row, small) => {
      const from = start(row);
      if (start(row + 1) - from < small.length) return false;
      for (let i = 0; i < small.length; i += 1) {
        const byte = keyBytes[from + i] ?? 0;
        if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) !== small.charCodeAt(i)) return false;
      }
      return true;
    },
    words: lazyWords(file, headers, rows),
  };
}

function lazyWords(file: Unpacked, headers: readonly ColumnHeader[], rows: number): Table['words'] {
  if (!(file.header['blocks'] as { name: string }[]).some(({ name }) => name === 'words')) return undefined;
  if (!headers.some(({ name }) => name === 'label'))
    throw new DamagedCatalogue('it has words without labels');
  let index: WordIndex | undefined;
  const array = (name: string, length: number): BlockArray => {
    const numbers = file.numbers(name);
    if (numbers.length !== length) throw new DamagedCatalogue(`${name} is too short`);
    return numbers;
  };
  return () => {
    if (!index) {
      const words = Buffer.from(file.u8('words')).toString('utf8').split('\n');
      const labelEnds = array('label.wordEnds', rows + 1);
      const similarEnds = array('similares.wordEnds', rows + 1);
      const labels = array('label.words', labelEnds[rows] ?? 0);
      const similar = array('similares.words', similarEnds[rows] ?? 0);
      index = { words, labels, labelEnds, similar, similarEnds };
    }
    return index;
  };
}
