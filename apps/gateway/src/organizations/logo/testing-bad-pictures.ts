import jpeg from 'jpeg-js';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { picture } from './testing-pictures.js';

/** A colour, as components. */
export const RED = [200, 30, 30, 255];
export const red32 = (): number => 0xc81e1eff;

/** A PNG of these pixels, each as `0xrrggbbaa`. */
export function png(width: number, height: number, pixel: (x: number, y: number) => number): Buffer {
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
/** A piece of a PNG. */
export const chunk = (type: string, data: Buffer, crc?: number): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc ?? crc32(body));
  return Buffer.concat([length, body, sum]);
};
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** A PNG that says this of itself, with this for its pixels. */
export function rawPng(
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
export const red = png(16, 8, red32);
export const photo = Buffer.from(
  jpeg.encode({ width: 32, height: 16, data: Buffer.alloc(32 * 16 * 4, Buffer.from(RED)) }, 90).data,
);

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
export const line = (length: number) => deflateSync(Buffer.alloc(length));

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
  ['a PNG that ends a line too early', rawPng(10, 10, line(409)), 'no_image'],
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
