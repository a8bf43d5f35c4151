import { contentOf, entriesOf, UnreadablePackage, type ZipEntry, type ZipSource } from './zip-source.js';

export interface PartLimits {
  /** Of the whole package: files, and their bytes as they say to unpack to. */
  readonly entries: number;
  readonly unpacked: number;
  /** Of each part: files, and bytes as they lie in it; a file that is longer by itself is a part by itself. */
  readonly partEntries: number;
  readonly partBytes: number;
}

const MB = 1024 * 1024;
export const PART_LIMITS: PartLimits = {
  ...{ entries: 100_000, unpacked: 2048 * MB },
  ...{ partEntries: 1_000, partBytes: 4 * MB },
};

/** It holds more than is read, where half of a day might not. */
export class TooLargePackage extends UnreadablePackage {}

const LOCAL_OFFSET = 42;

/**
 * A package (ZIP) as several smaller ones, with its files in their order, as they are packed: who imports them has no more of it in
 * memory than one. Nothing is unpacked, and nothing of what a file says of itself is believed but where it lies.
 * @throws {UnreadablePackage} where the ZIP is found to be wrong, as where two files say to lie in one place
 */
export async function* partsOf(zip: ZipSource, limits = PART_LIMITS): AsyncGenerator<Buffer> {
  let [files, heads]: [Buffer[], Buffer[]] = [[], []];
  let [size, packed, unpacked] = [0, 0, 0];
  const part = (): Buffer => {
    const whole = zipOf(files, heads, size);
    [files, heads, size] = [[], [], 0];
    return whole;
  };
  for await (const entry of entriesOf(zip, limits.entries)) {
    packed += entry.size;
    unpacked += entry.unpacked;
    // What overlaps unpacks to more than a ZIP of its size could.
    if (packed > zip.size) throw new UnreadablePackage('files of it overlap');
    if (unpacked > limits.unpacked) throw new TooLargePackage('it unpacks to more than is read');
    if (files.length >= limits.partEntries || (size > 0 && size + entry.size > limits.partBytes))
      yield part();
    const file = await recordOf(zip, entry);
    const head = Buffer.from(entry.head);
    head.writeUInt32LE(size, LOCAL_OFFSET);
    files.push(file);
    heads.push(head);
    size += file.length;
  }
  if (files.length > 0) yield part();
}

/** A file with its local head. */
async function recordOf(zip: ZipSource, entry: ZipEntry): Promise<Buffer> {
  const { end } = await contentOf(zip, entry);
  return zip.read(entry.at, end - entry.at);
}

function zipOf(files: readonly Buffer[], heads: readonly Buffer[], directoryAt: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(heads.length, 8);
  end.writeUInt16LE(heads.length, 10);
  end.writeUInt32LE(
    heads.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(directoryAt, 16);
  return Buffer.concat([...files, ...heads, end]);
}
