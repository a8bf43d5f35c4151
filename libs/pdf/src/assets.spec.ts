import { describe, expect, it } from '@jest/globals';
import jsqr from 'jsqr';
import { logoUri, MAX_LOGO_BYTES } from './logo.js';
import { QR_SIDE_MM, qrPath } from './qr.js';

describe('QR', () => {
  const url = `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34&re=PCN160101AB1&rr=CPH010203XY9&tt=22040.75&fe=l12345w==`;

  /** What is drawn, in pixels, four for each module. */
  const raster = ({ size, path }: ReturnType<typeof qrPath>) => {
    const side = 4 * size;
    const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
      for (let row = 4 * Number(y); row < 4 * Number(y) + 4; row += 1)
        for (let column = 4 * Number(x); column < 4 * (Number(x) + Number(width)); column += 1)
          pixels.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
    return { pixels, side };
  };

  it.each([
    ['an address', url],
    ['one with every letter that a name may have', `${url}&name=ÁÉÍÓÚÜÑ-áéíóúüñ&x=${'z'.repeat(120)}`],
    ['a short text', 'short'],
  ])('is read by another library: %s', (_, text) => {
    const { pixels, side } = raster(qrPath(text));
    expect(jsqr.default(pixels, side, side)?.data).toBe(text);
  });

  it('leaves a quiet zone of four modules', () => {
    const { size, path } = qrPath(url);
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) => run.slice(1).map(Number));
    const [xs, ys, ends] = [runs.map(([x]) => x!), runs.map(([, y]) => y!), runs.map(([x, , w]) => x! + w!)];
    expect([Math.min(...xs), Math.min(...ys)]).toEqual([4, 4]);
    expect([Math.max(...ends), Math.max(...ys) + 1]).toEqual([size - 4, size - 4]);
  });

  it('has error correction M, as small as it can be', () => {
    // Version 9 has room for 180 bytes at M (ISO/IEC 18004, table 7), and 53 modules a side.
    expect(qrPath('a'.repeat(180)).size - 8).toBe(53);
    expect(qrPath('a'.repeat(181)).size - 8).toBe(57);
  });

  it.each([url, 'short'])('is printed at 2.75 cm or more without its quiet zone: %s', (text) => {
    const { size, sideMm } = qrPath(text);
    const codeMm = (Number(sideMm) * (size - 8)) / size;
    expect(codeMm).toBeCloseTo(QR_SIDE_MM, 1);
    expect(codeMm).toBeGreaterThanOrEqual(27.5);
  });
});

describe('logo', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const jpeg = Buffer.from('ffd8ffe000104a46', 'hex');

  it('is known by its first bytes', () => {
    expect(logoUri(png)).toBe(`data:image/png;base64,${png.toString('base64')}`);
    expect(logoUri(new Uint8Array(jpeg))).toMatch(/^data:image\/jpeg;base64,/);
  });

  it.each([
    ['nothing', undefined],
    ['an empty file', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', Buffer.from('<script>')],
    ['GIF', Buffer.from('GIF89a')],
    ['what is too large', Buffer.concat([png, Buffer.alloc(MAX_LOGO_BYTES)])],
  ])('is not %s', (_what, bytes) => {
    expect(logoUri(bytes)).toBeUndefined();
  });
});
