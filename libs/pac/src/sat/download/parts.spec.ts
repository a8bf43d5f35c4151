import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { partsOf, TooLargePackage } from './parts.js';
import { UnreadablePackage, zipInMemory, type ZipSource } from './zip-source.js';

const LIMITS = { entries: 1_000, unpacked: 100_000_000, partEntries: 10, partBytes: 20_000 };
const filesOfZip = (count: number, size = 1_000) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${n}-ñ.xml`, new Uint8Array(randomBytes(size))] as const),
  );
async function parted(zip: Buffer | ZipSource, limits = LIMITS): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(Buffer.isBuffer(zip) ? zipInMemory(zip) : zip, limits)) parts.push(part);
  return parts;
}

describe('a package in parts', () => {
  it('has all of its files, in their order, packed or not', async () => {
    const files = { ...filesOfZip(25), 'long.xml': strToU8('<a>'.repeat(50_000)) };
    for (const level of [0, 6] as const) {
      const parts = await parted(Buffer.from(zipSync(files, { level })));
      expect(parts.length).toBeGreaterThan(2);
      const found = parts.flatMap((part) => Object.entries(unzipSync(part)));
      expect(found.map(([name]) => name)).toEqual(Object.keys(files));
      for (const [name, bytes] of found)
        expect(Buffer.from(bytes).equals(files[name as keyof typeof files])).toBe(true);
    }
  });

  it('is read by places, some thousand bytes at a time', async () => {
    const zip = Buffer.from(zipSync(filesOfZip(200, 5_000)));
    let longest = 0;
    const source = zipInMemory(zip);
    const read: ZipSource['read'] = (at, length) => {
      longest = Math.max(longest, length);
      return source.read(at, length);
    };
    const parts = await parted({ size: zip.length, read });
    expect(parts.every((part) => part.length < 30_000)).toBe(true);
    // The end of it, with room for the longest comment.
    expect(longest).toBeLessThan(70_000);
  });

  it('whose directory is longer than what is read of it at once is read whole', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`${'x'.repeat(100)}${n}.xml`, new Uint8Array(1)] as const),
    );
    const parts = await parted(Buffer.from(zipSync(many)), {
      ...LIMITS,
      entries: 10_000,
      partEntries: 1_000,
    });
    expect(parts.flatMap((part) => Object.keys(unzipSync(part)))).toEqual(Object.keys(many));
  });

  it('that says more than is read is not', async () => {
    const zip = Buffer.from(zipSync(filesOfZip(20)));
    await expect(parted(zip, { ...LIMITS, entries: 19 })).rejects.toThrow(UnreadablePackage);
    await expect(parted(zip, { ...LIMITS, unpacked: 19_999 })).rejects.toThrow(TooLargePackage);
  });

  it('whose files lie over one another is not read', async () => {
    const zip = Buffer.from(zipSync(filesOfZip(10, 3_000), { level: 0 }));
    const directory = zip.readUInt32LE(zip.length - 22 + 16);
    // Each says to begin where the first does, and to be as long as all.
    for (let at = directory; zip.readUInt32LE(at) === 0x02014b50; at += 46 + zip.readUInt16LE(at + 28)) {
      zip.writeUInt32LE(0, at + 42);
      zip.writeUInt32LE(25_000, at + 20);
    }
    await expect(parted(zip)).rejects.toThrow(UnreadablePackage);
  });

  const good = Buffer.from(zipSync(filesOfZip(3)));
  const damaged = (place: number, value: number): Buffer => {
    const copy = Buffer.from(good);
    copy.writeUInt32LE(value, place < 0 ? copy.length + place : place);
    return copy;
  };
  it.each([
    ['empty', Buffer.alloc(0)],
    ['a page', Buffer.from('<html>')],
    ['cut at its end', good.subarray(0, good.length - 30)],
    ['cut at its beginning', good.subarray(200)],
    ['of a directory that lies elsewhere', damaged(-6, 0xfffffff0)],
    ['of a directory in its own end', damaged(-6, good.length - 22)],
    ['of a file without a head', damaged(0, 0)],
  ])('%s is not read', async (_, zip) => {
    await expect(parted(zip)).rejects.toThrow(UnreadablePackage);
  });
});
