import type { ImageHead } from './picture.js';

const START_OF_SCAN = 0xda;
const END = 0xd9;
const EXIF = 0xe1;
/** Baseline, extended and progressive: what the library decodes. The others (lossless, arithmetic) are not used on the web. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** Grey, colour, and that of printers. */
const COMPONENTS = [1, 3, 4];
/** A progressive picture has some ten. Each passes over all pixels, and takes a few bytes to ask for. */
const MOST_SCANS = 40;

/** The head of a JPEG; undefined where it is cut off, has several pictures or very many scans, or is none. */
export function readJpegHead(bytes: Buffer): ImageHead | undefined {
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  let scans = 0;
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    // Any number of filling bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) return size && scans > 0 ? { type: 'image/jpeg', ...size, orientation } : undefined;
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || at + 2 + length > bytes.length || OTHER_FRAMES.includes(marker)) return undefined;
    if (FRAMES.includes(marker)) {
      if (size || data.length < 6 || data[0] !== 8 || !COMPONENTS.includes(data[5] ?? 0)) return undefined;
      size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) };
    }
    if (marker === EXIF) orientation = readOrientation(data) ?? orientation;
    at += 2 + length;
    if (marker !== START_OF_SCAN) continue;
    scans += 1;
    if (!size || scans > MOST_SCANS) return undefined;
    at = endOfScan(bytes, at);
  }
  return undefined;
}

/** Where the pixels of a scan end: at a marker that is neither an escaped byte nor one to start again from. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const ORIENTATION = 0x0112;

/** The orientation that a camera has written (EXIF, a small TIFF); undefined where there is none to be read. */
function readOrientation(exif: Buffer): number | undefined {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined;
  const tiff = exif.subarray(6);
  const order = tiff.toString('latin1', 0, 2);
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return undefined;
  const two = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  const entries = two(directory);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    if (at + 12 > tiff.length) return undefined;
    if (two(at) !== ORIENTATION) continue;
    const value = two(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
