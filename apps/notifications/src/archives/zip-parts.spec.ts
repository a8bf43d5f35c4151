import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { zipEnd, zipPart, type ZipEntry } from './zip-parts.js';

const modified = new Date('2026-11-21T18:30:14Z');
const entry = (name: string, content: Buffer | string): ZipEntry => ({
  name,
  content: Buffer.from(content),
  modified,
});

/** A whole ZIP out of parts of these entries. */
async function zipOf(parts: readonly (readonly ZipEntry[])[]): Promise<Buffer> {
  const made = await Promise.all(parts.map(zipPart));
  const end = zipEnd(made.map(({ bytes, directory }) => ({ size: bytes.length, directory })));
  return Buffer.concat([...made.map(({ bytes }) => bytes), end]);
}

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('parts of a ZIP', () => {
  const parts = [
    [entry('a.xml', '<a/>'), entry('ñandú é.xml', 'x'.repeat(100_000))],
    [],
    [entry('vacío.xml', ''), entry('b.bin', randomBytes(70_000))],
  ];

  it('put together are one ZIP with every file in it', async () => {
    const files = unzipSync(await zipOf(parts));
    expect(Object.keys(files)).toEqual(parts.flat().map(({ name }) => name));
    for (const { name, content } of parts.flat())
      expect(Buffer.from(files[name] ?? []).equals(content)).toBe(true);
  });

  it('are compressed, and the same for the same files', async () => {
    const [one, two] = [await zipOf(parts), await zipOf(parts)];
    expect(one.equals(two)).toBe(true);
    expect(one.length).toBeLessThan(75_000);
  });

  it('without any file are an empty ZIP', async () => {
    expect(unzipSync(await zipOf([]))).toEqual({});
  });

  (hasPython ? it : it.skip)('are read by another program, dates and checksums too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'));
    try {
      writeFileSync(join(folder, 'few.zip'), await zipOf(parts));
      // More than 65535 entries need ZIP64.
      const thousand = await zipPart(Array.from({ length: 1_000 }, (_, n) => entry(`${n}.xml`, '')));
      const many = Array.from({ length: 70 }, () => thousand);
      const end = zipEnd(many.map(({ bytes, directory }) => ({ size: bytes.length, directory })));
      writeFileSync(join(folder, 'many.zip'), Buffer.concat([...many.map(({ bytes }) => bytes), end]));
      const script = `
import sys, zipfile
few = zipfile.ZipFile(sys.argv[1]); assert few.testzip() is None
many = zipfile.ZipFile(sys.argv[2])
print(few.getinfo('a.xml').date_time, few.namelist()[1], len(many.namelist()), many.read('999.xml'))`;
      const out = execFileSync('python3', ['-c', script, join(folder, 'few.zip'), join(folder, 'many.zip')], {
        encoding: 'utf8',
        env: { ...process.env, PYTHONIOENCODING: 'utf8' },
      });
      expect(out.trim()).toBe(`(2026, 11, 21, 18, 30, 14) ñandú é.xml 70000 b''`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('beyond 4 GB have their offsets in ZIP64 fields', async () => {
    const { directory } = await zipPart([entry('a.xml', 'a')]);
    const five = 5 * 2 ** 30;
    const end = zipEnd([
      { size: five, directory },
      { size: 100, directory },
    ]);
    const second = end.subarray(46 + 5);
    expect(second.readUInt32LE(42)).toBe(0xffffffff);
    expect(second.readUInt16LE(46 + 5)).toBe(1);
    expect(second.readBigUInt64LE(46 + 5 + 4)).toBe(BigInt(five));
    const closing = end.subarray(end.length - 98);
    expect(closing.readUInt32LE(0)).toBe(0x06064b50);
    expect(closing.readBigUInt64LE(24)).toBe(2n);
    expect(closing.readBigUInt64LE(48)).toBe(BigInt(five + 100));
    // Its locator says where it begins.
    expect(closing.readBigUInt64LE(64)).toBe(BigInt(five + 100 + end.length - 98));
  });
});
