/** The package is none, is cut short, or holds more than the limits. */
export class UnreadablePackage extends Error {}

/** Where a ZIP is read from, place by place: it need not be in memory. */
export interface ZipSource {
  readonly size: number;
  /** So many bytes from a place on; beyond `size` fewer, or an error. */
  read(at: number, length: number): Promise<Buffer>;
}

export const zipInMemory = (zip: Buffer): ZipSource => ({
  size: zip.length,
  read: (at, length) => Promise.resolve(zip.subarray(at, at + length)),
});

/** A file of a ZIP, as its directory has it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  /** As it lies in the ZIP, and unpacked: what it declares. */
  readonly size: number;
  readonly unpacked: number;
  /** Where its local head is. */
  readonly at: number;
  /** Its head in the directory, as it is. */
  readonly head: Buffer;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A head has name, extra field and comment of 64 KB each at most; those of documents have some hundred bytes. */
const WINDOW = 256 * 1024;
const LONGEST_COMMENT = 64 * 1024;

/** The directory at the end of a ZIP (APPNOTE 4.3.12, 4.3.16), a window of it in memory at a time. ZIP64 is not read. */
export async function* entriesOf(zip: ZipSource, most: number): AsyncGenerator<ZipEntry> {
  const tailAt = Math.max(0, zip.size - END_BYTES - LONGEST_COMMENT);
  const tail = await zip.read(tailAt, zip.size - tailAt);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END)
    throw new UnreadablePackage('it is no ZIP');
  const entries = tail.readUInt16LE(end + 10);
  if (entries > most) throw new UnreadablePackage('it has too many files');
  let at = tail.readUInt32LE(end + 16);
  let [window, windowAt]: [Buffer, number] = [Buffer.alloc(0), at];
  for (let number = 0; number < entries; number += 1) {
    if (at + ENTRY_BYTES > windowAt + window.length || headBytes(window, at - windowAt) === undefined) {
      if (at >= zip.size) throw new UnreadablePackage('its directory is cut short');
      [window, windowAt] = [await zip.read(at, Math.min(WINDOW, zip.size - at)), at];
    }
    const length = headBytes(window, at - windowAt);
    if (length === undefined || window.readUInt32LE(at - windowAt) !== ENTRY)
      throw new UnreadablePackage('its directory is cut short');
    const head = window.subarray(at - windowAt, at - windowAt + length);
    yield {
      name: head.toString('utf8', ENTRY_BYTES, ENTRY_BYTES + head.readUInt16LE(28)),
      method: head.readUInt16LE(10),
      encrypted: (head.readUInt16LE(8) & 1) === 1,
      ...{ size: head.readUInt32LE(20), unpacked: head.readUInt32LE(24), at: head.readUInt32LE(42), head },
    };
    at += length;
  }
}

/** How long a head of the directory is; undefined where it is not whole in a window. */
function headBytes(window: Buffer, at: number): number | undefined {
  if (at + ENTRY_BYTES > window.length) return undefined;
  const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => window.readUInt16LE(at + place));
  const length = ENTRY_BYTES + name + extra + comment;
  return at + length > window.length ? undefined : length;
}

/** The place of a file's packed bytes, behind its local head. */
export async function contentOf(
  zip: ZipSource,
  { at, size }: ZipEntry,
): Promise<{ readonly begin: number; readonly end: number }> {
  const isThere = at + LOCAL_BYTES <= zip.size;
  const head = isThere ? await zip.read(at, LOCAL_BYTES) : undefined;
  if (head?.readUInt32LE(0) !== LOCAL) throw new UnreadablePackage('a file of it is not where it should be');
  const begin = at + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (begin + size > zip.size) throw new UnreadablePackage('a file of it is cut short');
  return { begin, end: begin + size };
}
