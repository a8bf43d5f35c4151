import { createInflateRaw } from 'node:zlib';

/** A file of a package: its name, which is text and no more, and its bytes as they are unpacked. */
export interface PackageFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

export interface StreamLimits {
  readonly entries: number;
  /** Of all files that are read together, unpacked. */
  readonly bytes: number;
}

/** A million rows of metadata have some 300 MB; of files of that size only a piece is in memory at a time. */
export const STREAM_LIMITS: StreamLimits = { entries: 100_000, bytes: 1024 * 1024 * 1024 };

/** The package is none, is cut short, or holds more than the limits. */
export class UnreadablePackage extends Error {}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const PIECE = 64 * 1024;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly size: number;
  readonly at: number;
}

/**
 * The files of a package (ZIP) whose names end so (`.txt`), one after the other, each unpacked while it is read: for metadata, which
 * may have 300 MB. Throws UnreadablePackage, where the ZIP is found to be wrong.
 */
export function* filesOf(zip: Buffer, ending: string, limits = STREAM_LIMITS): Generator<PackageFile> {
  let left = limits.bytes;
  const count = (size: number): void => {
    left -= size;
    if (left < 0) throw new UnreadablePackage('it unpacks to more than is read');
  };
  for (const entry of entriesOf(zip, limits.entries)) {
    if (!entry.name.toLowerCase().endsWith(ending)) continue;
    if (entry.encrypted) throw new UnreadablePackage('a file of it is encrypted');
    yield { name: entry.name, bytes: unpacked(zip, entry, count) };
  }
}

/** The directory at the end of a ZIP (APPNOTE 4.3.12, 4.3.16). */
function* entriesOf(zip: Buffer, most: number): Generator<Entry> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES > zip.length || zip.readUInt32LE(end) !== END_SIGNATURE)
    throw new UnreadablePackage('it is no ZIP');
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (entries > most) throw new UnreadablePackage('it has too many files');
  for (let number = 0; number < entries; number += 1) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new UnreadablePackage('its directory is cut short');
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place));
    const begin = at + ENTRY_BYTES;
    const next = begin + Number(name) + Number(extra) + Number(comment);
    yield {
      name: zip.toString('utf8', begin, begin + Number(name)),
      method: zip.readUInt16LE(at + 10),
      encrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      size: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    };
    at = next;
  }
}

async function* unpacked(zip: Buffer, entry: Entry, count: (size: number) => void): AsyncGenerator<Buffer> {
  const { at, size, method } = entry;
  if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_SIGNATURE)
    throw new UnreadablePackage('a file of it is not where it should be');
  const begin = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (begin + size > zip.length) throw new UnreadablePackage('a file of it is cut short');
  const content = zip.subarray(begin, begin + size);
  if (method === 0) {
    count(content.length);
    yield content;
    return;
  }
  if (method !== 8) throw new UnreadablePackage('a file of it is packed in an unknown way');
  const inflate = createInflateRaw({ chunkSize: PIECE });
  inflate.end(content);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      count(piece.length);
      yield piece;
    }
  } catch (error) {
    throw error instanceof UnreadablePackage ? error : new UnreadablePackage('a file of it does not unpack');
  } finally {
    inflate.destroy();
  }
}
