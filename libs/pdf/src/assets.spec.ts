import { describe, expect, it } from '@jest/globals';
import qrcode from 'qrcode';
import { logoUri, MAX_LOGO_BYTES } from './logo.js';
import { QR_SIDE_MM, qrPath } from './qr.js';

describe('QR', () => {
  const url = `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=3F2B7A10-9C4E-4D81-B7A5-6E0D9C1F2A34&re=PCN160101AB1&rr=CPH010203XY9&tt=22040.75&fe=l12345w==`;

  it('draws exactly the dark modules, inside of a quiet zone of four', () => {
    const { size, path } = qrPath(url);
    const { modules } = qrcode.create(url, { errorCorrectionLevel: 'M' });
    expect(size).toBe(modules.size + 8);
    const dark = new Set<string>();
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let i = 0; i < Number(width); i += 1) dark.add(`${Number(x) + i - 4},${Number(y) - 4}`);
    }
    const expected = [...modules.data.keys()].filter((i) => modules.data[i]);
    expect(dark.size).toBe(expected.length);
    expect(expected.every((i) => dark.has(`${i % modules.size},${Math.floor(i / modules.size)}`))).toBe(true);
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
