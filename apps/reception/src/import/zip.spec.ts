import { describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { zipInMemory, type ZipSource } from '#pac';
import { MOST_XML_BYTES } from './limits.js';
import { sourceOfPieces } from './source.js';
import { isXml } from './text.js';
import { unpackZipped } from './unpack.js';
import { BadZip, filesOf, isZip, type ZippedFile } from './zip.js';

const text = (content: string): Uint8Array => Buffer.from(content);
const zipOf = (files: Readonly<Record<string, Uint8Array>>): Buffer => Buffer.from(zipSync(files));
async function all(source: ZipSource): Promise<ZippedFile[]> {
  const files: ZippedFile[] = [];
  for await (const file of filesOf(source)) files.push(file);
  return files;
}
const saidOf = async (source: ZipSource) =>
  (await all(source)).map((file) => {
    if ('code' in file) return [file.name, file.code];
    const unpacked = unpackZipped(file.bytes, file.zipped);
    if (typeof unpacked === 'string') return [file.name, unpacked];
    return [file.name, isXml(unpacked) ? Buffer.from(unpacked).toString() : 'no XML'];
  });
const said = (zip: Buffer) => saidOf(zipInMemory(zip));
const codeOf = (zip: Buffer) =>
  all(zipInMemory(zip)).then(
    () => 'read',
    (error: unknown) => (error instanceof BadZip ? error.code : error),
  );

/** Changes what the central directory and the local head say of the first entry: offsets by PKWARE's APPNOTE, 4.3. */
function patched(
  zip: Buffer,
  change: (at: { central: number; local: number }, bytes: Buffer) => void,
): Buffer {
  const bytes = Buffer.from(zip);
  change({ central: bytes.indexOf(Buffer.from('PK\x01\x02')), local: 0 }, bytes);
  return bytes;
}

describe('the files of a ZIP', () => {
  it('come in its order, under their names as texts, without what is nobody’s', async () => {
    const zip = zipOf({
      '../../etc/passwd.xml': text('<a/>'),
      '/absoluto.xml': text('<b/>'),
      'C:\\windows\\c.xml': text('<c/>'),
      'niña\u202Elmx.xml': text('\ufeff <d/>'),
      '__MACOSX/._a.xml': text('x'),
      'carpeta/.DS_Store': text('x'),
      'carpeta/Thumbs.db': text('x'),
      '._a.xml': text('x'),
    });
    expect(await said(zip)).toEqual([
      ['../../etc/passwd.xml', '<a/>'],
      ['/absoluto.xml', '<b/>'],
      ['C:\\windows\\c.xml', '<c/>'],
      ['niñalmx.xml', '\ufeff <d/>'],
    ]);
  });

  it.each([1, 7, 64, 1_000])('are the same where it lies in pieces of %i bytes', async (pieceSize) => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${n}.xml`, text(`<a n="${n}"/>`)]),
    );
    const zip = zipOf(files);
    const pieces = Math.ceil(zip.length / pieceSize);
    const fetched: number[] = [];
    const source = await sourceOfPieces(
      async (piece) => {
        fetched.push(piece);
        return Promise.resolve(zip.subarray(piece * pieceSize, (piece + 1) * pieceSize));
      },
      { pieces, pieceSize },
    );
    expect(await saidOf(source as ZipSource)).toEqual(await said(zip));
    // Read once through, beside the directory: none is fetched for each file anew.
    if (pieceSize === 1_000) expect(fetched.length).toBeLessThan(10);
  });

  it('are none where a piece is gone', async () => {
    const zip = zipOf({ 'a.xml': text('<a/>'), 'b.xml': text('<b/>') });
    const fetch = (gone: number) => (piece: number) =>
      Promise.resolve(piece === gone ? undefined : zip.subarray(piece * 50, (piece + 1) * 50));
    const pieces = Math.ceil(zip.length / 50);
    expect(await sourceOfPieces(fetch(pieces - 1), { pieces, pieceSize: 50 })).toBeUndefined();
    const holed = await sourceOfPieces(fetch(0), { pieces, pieceSize: 50 });
    await expect(saidOf(holed as ZipSource)).rejects.toThrow(BadZip);
  });

  it('that are no XML, or a ZIP again, are told and passed over', async () => {
    const inner = zipSync({ 'a.xml': text('<a/>') });
    expect(await said(zipOf({ 'a.pdf': text('%PDF'), 'b.zip': inner, 'c.xml': text('') }))).toEqual([
      ['a.pdf', 'no XML'],
      ['b.zip', 'no XML'],
      ['c.xml', 'no XML'],
    ]);
  });

  it('are none of what is too long, packed too well, or encrypted', async () => {
    const long = zipOf({ 'a.xml': Buffer.alloc(MOST_XML_BYTES + 1, '<a>'), 'b.xml': text('<b/>') });
    expect(await said(long)).toEqual([
      ['a.xml', 'invoice_import_too_large'],
      ['b.xml', '<b/>'],
    ]);
    const bomb = zipOf({ 'a.xml': Buffer.alloc(MOST_XML_BYTES, ' ') });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await said(bomb)).toEqual([['a.xml', 'invoice_import_too_large']]);
    const encrypted = patched(zipOf({ 'a.xml': text('<a/>') }), ({ central, local }, bytes) => {
      bytes.writeUInt16LE(1, central + 8);
      bytes.writeUInt16LE(1, local + 6);
    });
    expect(await said(encrypted)).toEqual([['a.xml', 'invoice_import_encrypted']]);
  });

  it('that lie about their size are damaged, and never unpacked beyond what they say', async () => {
    const zip = zipOf({ 'a.xml': Buffer.alloc(4 * 1024 * 1024, '<a b="1"/>') });
    const lying = patched(zip, ({ central }, bytes) => bytes.writeUInt32LE(20_000, central + 24));
    const before = process.memoryUsage().arrayBuffers;
    expect(await said(lying)).toEqual([['a.xml', 'invoice_import_zip_invalid']]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024);
    const shorter = patched(zipOf({ 'a.xml': text('<a/>') }), ({ central }, bytes) =>
      bytes.writeUInt32LE(5, central + 24),
    );
    expect(await said(shorter)).toEqual([['a.xml', 'invoice_import_zip_invalid']]);
  });

  it('are refused as a whole where its end counts fewer than there are', async () => {
    const zip = zipOf({ 'a.xml': text('<a/>'), 'b.xml': text('<b/>') });
    const end = zip.indexOf(Buffer.from('PK\x05\x06'));
    for (const count of [0, 1]) {
      const lying = Buffer.from(zip);
      lying.writeUInt16LE(count, end + 8);
      lying.writeUInt16LE(count, end + 10);
      expect(await codeOf(lying)).toBe('invoice_import_zip_invalid');
    }
    const remark = Buffer.concat([zip, Buffer.from('facturas de noviembre')]);
    remark.writeUInt16LE(21, end + 20);
    expect(await said(remark)).toEqual(await said(zip));
  });

  it('are refused as a whole where there are too many, or they come to too much', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}`, text('')]));
    expect(await codeOf(zipOf(many))).toBe('invoice_import_too_large');
    // Of one file a hundred and fifty times: the central directory may say so.
    const one = Buffer.alloc(MOST_XML_BYTES - 1, 'x');
    for (let at = 0; at < one.length; at += 40) one.write(String(at * 7919), at);
    const zip = zipSync({ 'a.xml': one });
    const overlapping = repeatFirst(Buffer.from(zip), 150);
    expect(await codeOf(overlapping)).toBe('invoice_import_too_large');
  });

  it('are refused as a whole where the ZIP is cut, empty of a directory, or none', async () => {
    const zip = zipOf({ 'a.xml': text('<a/>'), 'b.xml': text('<b/>') });
    for (const bytes of [
      zip.subarray(0, -1),
      zip.subarray(0, 40),
      Buffer.from('PK\x03\x04'),
      Buffer.from('x'),
    ])
      expect(await codeOf(bytes)).toBe('invoice_import_zip_invalid');
    expect(await said(Buffer.from(zipSync({})))).toEqual([]);
    const broken = patched(zip, ({ central }, bytes) => bytes.write('XX', central));
    expect(await codeOf(broken)).toBe('invoice_import_zip_invalid');
    expect([isZip(zip), isZip(Buffer.from('<a/>')), isZip(Buffer.from('PK'))]).toEqual([true, false, false]);
  });
});

/** A ZIP whose directory names its first file so many times: each time the same bytes are unpacked. */
function repeatFirst(zip: Buffer, times: number): Buffer {
  const central = zip.indexOf(Buffer.from('PK\x01\x02'));
  const end = zip.indexOf(Buffer.from('PK\x05\x06'));
  const entry = zip.subarray(central, end);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(times, 8);
  tail.writeUInt16LE(times, 10);
  tail.writeUInt32LE(entry.length * times, 12);
  return Buffer.concat([zip.subarray(0, central), ...Array.from({ length: times }, () => entry), tail]);
}
