import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import forge from 'node-forge';
import { openListFolder } from '../folder.js';
import { listBench, lrfcText, type ListBench } from '../testing.js';

let bench: ListBench;
beforeEach(() => {
  bench = listBench();
});
afterEach(() => {
  bench.remove();
});

const rows = ['EKU9003173C9|0|0', 'H&E951128469|1|0', 'CACX7605101P8|0|1', 'IAÑL750210963|1|1'];
const ask = async (...rfcs: string[]) => {
  const lists = openListFolder(bench.folder);
  const answers = await Promise.all(rfcs.map((rfc) => lists.registered(rfc)));
  lists.close();
  return answers;
};

/** A DER element. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const digits = Buffer.from(content.length.toString(16).padStart(8, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x84]), digits, content]);
};

/** As the tax authority signs its lists, with a signature that nobody asks for. */
const signed = (content: Uint8Array): Buffer => {
  const oid = (hex: string) => Buffer.from(hex, 'hex');
  const data = der(0x30, oid('06092a864886f70d010701'), der(0xa0, der(0x04, content)));
  const body = der(0x30, Buffer.from([2, 1, 1]), der(0x31), data, der(0x31, Buffer.from('signature')));
  return der(0x30, oid('06092a864886f70d010702'), der(0xa0, body));
};

describe('the list of registered taxpayers', () => {
  it('is told of each RFC with its two flags', async () => {
    const { rows: count, leftOut } = await bench.load('lrfc', [bench.file('l_RFC_1.txt', lrfcText(...rows))]);
    expect([count, leftOut]).toEqual([4, 0]);
    expect(await ask('EKU9003173C9', 'H&E951128469', 'CACX7605101P8', 'IAÑL750210963')).toEqual([
      { sncf: false, subcontratacion: false },
      { sncf: true, subcontratacion: false },
      { sncf: false, subcontratacion: true },
      { sncf: true, subcontratacion: true },
    ]);
    expect(await ask('EKU9003173C8', 'AAA010101AAA', 'no RFC', '')).toEqual([null, null, null, null]);
  });

  it('says nothing while it is not loaded', async () => {
    expect(await ask('EKU9003173C9')).toEqual([undefined]);
  });

  it('comes in several files, packed and signed in either order', async () => {
    const [a, b, c, d] = rows.map((row) => Buffer.from(lrfcText(row), 'latin1'));
    await bench.load('lrfc', [
      bench.file('1.txt.gz', a ?? ''),
      bench.file('2.txt.gz', signed(b ?? Buffer.of())),
      bench.file('3.p7m', signed(gzipSync(c ?? ''))),
      bench.file('4.txt', d ?? ''),
    ]);
    expect(await ask(...rows.map((row) => row.slice(0, -4)))).not.toContain(null);
  });

  it('takes a signature that another program has made, in pieces', async () => {
    const p7 = forge.pkcs7.createSignedData();
    p7.content = forge.util.createBuffer(lrfcText(...rows), 'raw');
    const bytes = Buffer.from(forge.asn1.toDer(p7.toAsn1()).getBytes(), 'latin1');
    await bench.load('lrfc', [bench.file('l_RFC.p7m.gz', bytes)]);
    expect(await ask('H&E951128469')).toEqual([{ sncf: true, subcontratacion: false }]);
  });

  it('has an RFC once that comes twice, and also one that no taxpayer should have', async () => {
    const file = bench.file('l.txt', lrfcText('EKU9003173C9|0|0', 'EKU9003173C9|0|1', 'ABC001332XX9|1|0'));
    expect(await bench.load('lrfc', [file])).toMatchObject({ rows: 2 });
    expect(await ask('EKU9003173C9', 'ABC001332XX9')).toEqual([
      { sncf: false, subcontratacion: true },
      { sncf: true, subcontratacion: false },
    ]);
  });

  it.each([
    ['a row that is too long', lrfcText('A'.repeat(65)), /l\.txt: Row 2 is longer/],
    ['no row break in gigabytes', 'R'.repeat(100_000), /l\.txt: Row 1 is longer/],
    ['UTF-8', Buffer.from(lrfcText('IAÑL750210963|1|1')), /Row 2 is in UTF-8/],
    ['UTF-16', Buffer.from(`\ufeff${lrfcText(...rows)}`, 'utf16le'), /Row 1 is none of L_RFC/],
    ['another file', '<html>\n<body>not found</body>\n', /Row 1 is none of L_RFC/],
    ['rows without flags', lrfcText(...Array<string>(20).fill('EKU9003173C9')), /Row 12 is none/],
    ['other flags', lrfcText(...Array<string>(20).fill('EKU9003173C9|2|x')), /Row 12 is none/],
    ['nothing', '', /It has no rows/],
    ['a header alone', lrfcText(), /It has no rows/],
  ])('is not %s, and what was loaded stays', async (_what, content, problem) => {
    await bench.load('lrfc', [bench.file('good.txt', lrfcText(...rows))]);
    await expect(bench.load('lrfc', [bench.file('l.txt', content)])).rejects.toThrow(problem);
    expect(await ask('EKU9003173C9')).toEqual([{ sncf: false, subcontratacion: false }]);
  });

  it('is not a file that is cut off, damaged or missing', async () => {
    const whole = gzipSync(Buffer.from(lrfcText(...rows), 'latin1'));
    const cut = bench.file('cut', whole.subarray(0, whole.length - 12));
    await expect(bench.load('lrfc', [cut])).rejects.toThrow(/^cut: It is damaged or cut off/);
    const broken = bench.file('broken', Buffer.concat([whole.subarray(0, 15), Buffer.alloc(40, 7)]));
    await expect(bench.load('lrfc', [broken])).rejects.toThrow(/^broken: It is damaged or cut off/);
    const unsigned = bench.file('p7', signed(Buffer.from(lrfcText(...rows))).subarray(0, 90));
    await expect(bench.load('lrfc', [unsigned])).rejects.toThrow(/^p7: Its signature \(CMS\) is damaged/);
    await expect(bench.load('lrfc', [join(bench.folder, 'none')])).rejects.toThrow(/^none: It can't be read/);
  });

  it('is not packed again and again', async () => {
    let packed = Buffer.from(lrfcText(...rows), 'latin1');
    for (let i = 0; i < 5; i += 1) packed = gzipSync(packed);
    await expect(bench.load('lrfc', [bench.file('l', packed)])).rejects.toThrow(/packed too many times/);
  });

  it('is not replaced by a part of it, unless that is meant', async () => {
    await bench.load('lrfc', [bench.file('whole.txt', lrfcText(...rows))]);
    const part = bench.file('part.txt', lrfcText('EKU9003173C9|0|0'));
    await expect(bench.load('lrfc', [part])).rejects.toThrow(/has 1 rows, and 4 are loaded.*--force/);
    expect(await bench.load('lrfc', [part], { force: true })).toMatchObject({ rows: 1 });
  });

  it('replaces the former one while it is asked, and leaves nothing of it', async () => {
    await bench.load('lrfc', [bench.file('a.txt', lrfcText('EKU9003173C9|0|0'))]);
    const lists = openListFolder(bench.folder);
    const asked = lists.registered('EKU9003173C9');
    await bench.load('lrfc', [bench.file('b.txt', lrfcText('CACX7605101P8|0|0'))]);
    expect(await lists.registered('EKU9003173C9')).not.toBeNull();
    expect(lists.refresh()).toMatchObject([{ id: 'lrfc', rows: 1 }]);
    expect(lists.refresh()).toEqual([]);
    expect(await asked).not.toBeNull();
    expect([await lists.registered('EKU9003173C9'), await lists.registered('CACX7605101P8')]).toMatchObject([
      null,
      { sncf: false },
    ]);
    lists.close();
    expect(readdirSync(bench.folder)).toHaveLength(2);
  });

  it('is loaded again after a load that died, by one process at a time', async () => {
    const file = bench.file('a.txt', lrfcText(...rows));
    await bench.load('lrfc', [file]);
    writeFileSync(join(bench.folder, 'lrfc.0123456789abcdef.bin.part'), 'x');
    writeFileSync(join(bench.folder, 'lrfc.0123456789abcdef.bin.part.runs'), 'x');
    writeFileSync(join(bench.folder, 'lrfc.lock'), '1\n');
    await expect(bench.load('lrfc', [file])).rejects.toThrow(/Another load is under way \(process 1/);
    rmSync(join(bench.folder, 'lrfc.lock'));
    await bench.load('lrfc', [file]);
    expect(readdirSync(bench.folder)).toHaveLength(2);
  });

  it('is not used where its file is not whole', async () => {
    const { file } = await bench.load('lrfc', [bench.file('a.txt', lrfcText(...rows))]);
    writeFileSync(join(bench.folder, file), 'cut');
    expect(await ask('EKU9003173C9')).toEqual([undefined]);
  });
});
