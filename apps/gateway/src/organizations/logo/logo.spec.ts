import { describe, expect, it } from '@jest/globals';
import jpeg from 'jpeg-js';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { readImageHead } from './image-head.js';
import { makeLogo, type MadeLogo } from './logo.worker.js';
import { scaleDown, setUpright } from './pixels.js';
import { picture } from './testing-pictures.js';

const RED = [200, 30, 30, 255];
const red32 = () => 0xc81e1eff;

function png(width: number, height: number, pixel: (x: number, y: number) => number): Buffer {
  const made = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) made.data.writeInt32BE(pixel(x, y) | 0, (y * width + x) * 4);
  return PNG.sync.write(made);
}
/** The checksum of a chunk; Node has it from version 22 on. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
const chunk = (type: string, data: Buffer, crc?: number): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc ?? crc32(body));
  return Buffer.concat([length, body, sum]);
};
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** A PNG that says this of itself, with this for its pixels. */
function rawPng(
  width: number,
  height: number,
  idat: Buffer,
  over: { interlace?: number; crc?: number } = {},
) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, over.interlace ?? 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head, over.crc),
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const red = png(16, 8, red32);
const photo = Buffer.from(
  jpeg.encode({ width: 32, height: 16, data: Buffer.alloc(32 * 16 * 4, Buffer.from(RED)) }, 90).data,
);

const made = (file: Buffer): MadeLogo => {
  const logo = makeLogo(file);
  if (typeof logo === 'string') throw new Error(logo);
  return logo;
};
/** Colour and opacity of a pixel of a logo. */
function pixelOf({ bytes, type }: MadeLogo, x: number, y: number): number[] {
  const content = Buffer.from(bytes);
  const { data, width } = type === 'image/png' ? PNG.sync.read(content) : jpeg.decode(content);
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}
const near = (pixel: readonly number[], expected: readonly number[], off: number) =>
  expect(pixel.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= off)).toBe(true);

describe('a logo', () => {
  it('stays what it is, made anew', () => {
    const logo = made(red);
    expect(logo).toMatchObject({ type: 'image/png', width: 16, height: 8 });
    expect(pixelOf(logo, 3, 3)).toEqual(RED);
    expect(made(photo)).toMatchObject({ type: 'image/jpeg', width: 32, height: 16 });
  });

  it.each(['progressive', 'palette', 'cmyk'] as const)('may be %s', (name) =>
    near(pixelOf(made(picture(name)), 4, 4), RED, name === 'palette' ? 40 : 12),
  );
  it('may be grey', () => near(pixelOf(made(picture('grey')), 4, 4), [81, 81, 81, 255], 3));

  it('is set upright, as the camera was held', () => {
    const logo = made(picture('turned'));
    expect([logo.width, logo.height]).toEqual([8, 16]);
    near(pixelOf(logo, 4, 3), [255, 0, 0, 255], 12);
    near(pixelOf(logo, 4, 12), [0, 0, 255, 255], 12);
  });

  it('is at most 800 pixels wide or high, and keeps its shape', () => {
    expect(made(png(1000, 250, red32))).toMatchObject({ width: 800, height: 200 });
    expect(made(png(3, 1200, red32))).toMatchObject({ width: 2, height: 800 });
  });

  it('is small enough for every mail, also of noise', () => {
    let seed = 1;
    const next = () => (seed = (seed * 16807) % 2147483647);
    const logo = made(png(450, 450, next));
    expect(logo.bytes.byteLength).toBeLessThanOrEqual(256 * 1024);
  });

  it('has nothing of the file but its pixels', () => {
    const secret = 'somebody was at 19.4326,-99.1332';
    const text = chunk('tEXt', Buffer.from(`Comment\0${secret}`));
    const zip = Buffer.from(`PK\x03\x04${secret}<script>alert(1)</script>`);
    const file = Buffer.concat([red.subarray(0, 33), text, red.subarray(33), zip]);
    expect(Buffer.from(made(file).bytes).equals(Buffer.from(made(red).bytes))).toBe(true);
    const comment = Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, secret.length + 2]),
      Buffer.from(secret),
      photo.subarray(2),
      zip,
    ]);
    expect(Buffer.from(made(comment).bytes).includes('somebody')).toBe(false);
    expect(Buffer.from(made(comment).bytes).includes('PK')).toBe(false);
  });

  it('is made to the same bytes every time', () =>
    expect(Buffer.from(made(photo).bytes).equals(Buffer.from(made(photo).bytes))).toBe(true));
});

const scans = (count: number) => {
  const at = photo.indexOf(Buffer.from([0xff, 0xda]));
  const scan = photo.subarray(at, photo.length - 2);
  return Buffer.concat([photo.subarray(0, at), ...Array<Buffer>(count).fill(scan), photo.subarray(-2)]);
};
const jpegOf = (width: number, height: number) => {
  const large = Buffer.from(photo);
  const at = large.indexOf(Buffer.from([0xff, 0xc0]));
  large.writeUInt16BE(height, at + 5);
  large.writeUInt16BE(width, at + 7);
  return large;
};
const line = (length: number) => deflateSync(Buffer.alloc(length));

/** Files that are no logo, each with what is wrong. */
export const badPictures: readonly (readonly [name: string, file: Buffer, problem: string])[] = [
  ['nothing', Buffer.alloc(0), 'no_image'],
  ['one byte', Buffer.from([0x89]), 'no_image'],
  ['text', Buffer.from('logo'), 'no_image'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'no_image'],
  ['SVG after an XML head', Buffer.from('<?xml version="1.0"?><!DOCTYPE svg><svg/>'), 'no_image'],
  ['HTML', Buffer.from('<!doctype html><img src=x>'), 'no_image'],
  ['GIF', picture('gif'), 'no_image'],
  ['WebP', picture('webp'), 'no_image'],
  ['BMP', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0'), 'no_image'],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0'), 'no_image'],
  ['PDF', Buffer.from('%PDF-1.7'), 'no_image'],
  ['ZIP', Buffer.from('PK\x03\x04'), 'no_image'],
  ['an icon', Buffer.from([0, 0, 1, 0, 1, 0]), 'no_image'],
  ['AVIF', Buffer.from('\0\0\0\x1cftypavif'), 'no_image'],
  ['PNG’s first bytes', SIGNATURE, 'no_image'],
  ['a PNG that is cut off', red.subarray(0, -20), 'no_image'],
  ['a PNG without its end', red.subarray(0, -12), 'no_image'],
  ['a PNG without pixels', rawPng(10, 10, Buffer.alloc(0)), 'no_image'],
  ['a PNG with too few pixels', rawPng(10, 10, line(100)), 'no_image'],
  ['a PNG whose pixels are no deflate', rawPng(10, 10, Buffer.from('pixels')), 'no_image'],
  ['a PNG with a wrong checksum', rawPng(10, 10, line(410), { crc: 1 }), 'no_image'],
  ['a PNG of nothing', rawPng(0, 10, line(10)), 'no_image'],
  ['a PNG that moves', picture('animated'), 'no_image'],
  [
    'a PNG of very many chunks',
    Buffer.concat([
      red.subarray(0, 33),
      ...Array<Buffer>(6000).fill(chunk('tEXt', Buffer.alloc(0))),
      red.subarray(33),
    ]),
    'no_image',
  ],
  [
    'a PNG of a length beyond the file',
    Buffer.concat([SIGNATURE, Buffer.from('ffffffff49484452', 'hex'), Buffer.alloc(20)]),
    'no_image',
  ],
  ['a PNG of a billion pixels', rawPng(30_000, 30_000, line(1000)), 'too_many_pixels'],
  ['a PNG of a very long line', rawPng(1_000_000, 2, line(1000)), 'too_many_pixels'],
  ['a PNG of four billion lines', rawPng(1, 0xffffffff, line(1000)), 'too_many_pixels'],
  ['a PNG that unpacks to 300 MB', rawPng(10, 10, line(300_000_000), { interlace: 1 }), 'no_image'],
  ['JPEG’s first bytes', Buffer.from([0xff, 0xd8, 0xff]), 'no_image'],
  ['a JPEG that is cut off', photo.subarray(0, -30), 'no_image'],
  ['a JPEG without its end', photo.subarray(0, -2), 'no_image'],
  ['a JPEG without a picture', Buffer.concat([photo.subarray(0, 2), photo.subarray(-2)]), 'no_image'],
  ['a JPEG of nothing', jpegOf(0, 16), 'no_image'],
  ['a JPEG of four billion pixels', jpegOf(65_535, 65_535), 'too_many_pixels'],
  ['a JPEG of very many scans', scans(1000), 'no_image'],
  [
    'a lossless JPEG',
    Buffer.from(photo.toString('latin1').replace('\xff\xc0', '\xff\xc3'), 'latin1'),
    'no_image',
  ],
];

describe('what is no logo', () => {
  it.each(badPictures.map(([name, file, problem]) => ({ name, file, problem })))(
    '$name: $problem',
    ({ file, problem }) => expect(makeLogo(file)).toBe(problem),
  );

  it('takes neither time nor memory, however large a picture it says to be', () => {
    const bombs = badPictures.filter(
      ([name, , problem]) => problem === 'too_many_pixels' || /300 MB|scans/.test(name),
    );
    expect(bombs.length).toBeGreaterThan(5);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    for (const [, file] of bombs) makeLogo(file);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('is never a fault: every file that is cut off or damaged is a picture or a problem', () => {
    let seed = 7;
    const next = (most: number) => (seed = (seed * 16807) % 2147483647) % most;
    for (const file of [
      red,
      photo,
      picture('progressive'),
      picture('cmyk'),
      picture('turned'),
      picture('palette'),
    ])
      for (let n = 0; n < 100; n += 1) {
        const damaged = Buffer.from(n % 3 === 0 ? file.subarray(0, next(file.length)) : file);
        for (let byte = 0; byte < 3 && damaged.length > 0; byte += 1)
          damaged[next(damaged.length)] = next(256);
        const result = makeLogo(damaged);
        if (typeof result !== 'string') expect(result.width * result.height).toBeGreaterThan(0);
      }
  });
});

describe('pixels', () => {
  it('are mixed by how much of them is in the result, and edges do not get dark', () => {
    const data = Uint8Array.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0]);
    const { width, height, data: mixed } = scaleDown({ width: 2, height: 2, data }, 1);
    expect([width, height, ...mixed]).toEqual([1, 1, 255, 0, 0, 128]);
  });

  it('are set upright from each of the eight ways to hold a camera', () => {
    // The letters of a picture that is read "abc" / "def" once it is upright.
    const taken: Record<number, readonly [width: number, letters: string]> = {
      1: [3, 'abcdef'],
      2: [3, 'cbafed'],
      3: [3, 'fedcba'],
      4: [3, 'defabc'],
      5: [2, 'adbecf'],
      6: [2, 'cfbead'],
      7: [2, 'fcebda'],
      8: [2, 'daebfc'],
    };
    for (const [orientation, [width, letters]] of Object.entries(taken)) {
      const data = Uint8Array.from([...letters].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 255]));
      const upright = setUpright({ width, height: 6 / width, data }, Number(orientation));
      const read = String.fromCharCode(...upright.data.filter((_, index) => index % 4 === 0));
      expect([orientation, upright.width, read]).toEqual([orientation, 3, 'abcdef']);
    }
  });

  it('are counted before anything is decoded', () =>
    expect(readImageHead(rawPng(4000, 4000, line(100)))).toBe('too_many_pixels'));
});
