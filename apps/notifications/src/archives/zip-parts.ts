import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** A file of a ZIP. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly modified: Date;
}

/** Whole entries of a ZIP in a row, and their records of the central directory, with offsets from the part's start. */
export interface ZipPart {
  readonly bytes: Buffer;
  readonly directory: Buffer;
}

/** ZIP 2.0: deflate; 4.5: files and numbers beyond 32 bits (ZIP64). Names are UTF-8 (general purpose bit 11). */
const VERSION = 20;
const VERSION_64 = 45;
const UTF8 = 0x0800;
const DEFLATED = 8;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const RECORD_BYTES = 46;
const NAME_LENGTH = 28;
const EXTRA_LENGTH = 30;
const OFFSET = 42;

/**
 * Compresses files into a part of a ZIP (APPNOTE 6.3, 4.3). Parts made one after the other, at other times and
 * by other processes, followed by their {@link zipEnd}, are the ZIP: no process needs all of it in memory.
 */
export async function zipPart(entries: readonly ZipEntry[]): Promise<ZipPart> {
  const bytes: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, modified } of entries) {
    const fileName = Buffer.from(name);
    const packed = await deflate(content);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    describe(header, 4, { packed, content, fileName, modified });
    const record = Buffer.alloc(RECORD_BYTES);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(VERSION, 4);
    describe(record, 6, { packed, content, fileName, modified });
    record.writeUInt32LE(offset, OFFSET);
    bytes.push(header, fileName, packed);
    directory.push(record, fileName);
    offset += header.length + fileName.length + packed.length;
  }
  return { bytes: Buffer.concat(bytes), directory: Buffer.concat(directory) };
}

/** What local header and directory record say alike, from "version needed" to "extra field length". */
function describe(
  target: Buffer,
  at: number,
  file: { packed: Buffer; content: Buffer; fileName: Buffer; modified: Date },
): void {
  target.writeUInt16LE(VERSION, at);
  target.writeUInt16LE(UTF8, at + 2);
  target.writeUInt16LE(DEFLATED, at + 4);
  target.writeUInt32LE(dosTime(file.modified), at + 6);
  target.writeUInt32LE(crc32(file.content), at + 10);
  target.writeUInt32LE(file.packed.length, at + 14);
  target.writeUInt32LE(file.content.length, at + 18);
  target.writeUInt16LE(file.fileName.length, at + 22);
}

/** Date and time as MS-DOS had them, from 1980 on, in steps of two seconds; read as UTC. */
function dosTime(date: Date): number {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const years = Math.min(127, Math.max(0, date.getUTCFullYear() - 1980));
  const day = (years << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return day * 0x10000 + time;
}

/** The end of a ZIP: the central directory over all parts, in their order, and what closes it. */
export function zipEnd(parts: readonly { readonly size: number; readonly directory: Buffer }[]): Buffer {
  const records: Buffer[] = [];
  let start = 0;
  for (const { size, directory } of parts) {
    for (let at = 0; at < directory.length;) {
      const end = at + RECORD_BYTES + directory.readUInt16LE(at + NAME_LENGTH);
      records.push(placeRecord(directory.subarray(at, end), start));
      at = end;
    }
    start += size;
  }
  const size = records.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...records, closing(records.length, size, start)]);
}

/** A record with its offset in the whole file; beyond 4 GB it goes into a ZIP64 extra field. */
function placeRecord(record: Buffer, start: number): Buffer {
  const offset = start + record.readUInt32LE(OFFSET);
  const copy = Buffer.from(record);
  if (offset < MAX_32) {
    copy.writeUInt32LE(offset, OFFSET);
    return copy;
  }
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  copy.writeUInt16LE(VERSION_64, 6);
  copy.writeUInt32LE(MAX_32, OFFSET);
  copy.writeUInt16LE(extra.length, EXTRA_LENGTH);
  return Buffer.concat([copy, extra]);
}

function closing(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (entries < MAX_16 && offset + size < MAX_32) return end;
  const zip64 = Buffer.alloc(76);
  zip64.writeUInt32LE(0x06064b50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(VERSION_64, 12);
  zip64.writeUInt16LE(VERSION_64, 14);
  zip64.writeBigUInt64LE(BigInt(entries), 24);
  zip64.writeBigUInt64LE(BigInt(entries), 32);
  zip64.writeBigUInt64LE(BigInt(size), 40);
  zip64.writeBigUInt64LE(BigInt(offset), 48);
  zip64.writeUInt32LE(0x07064b50, 56);
  zip64.writeBigUInt64LE(BigInt(offset + size), 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([zip64, end]);
}
