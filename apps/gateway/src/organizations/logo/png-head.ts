import { inflateSync } from 'node:zlib';
import type { ImageHead } from './picture.js';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE = 8;
/** Length, type and checksum. */
const FRAME = 12;
const HEADER = 13;
/** Hundreds of thousands of empty chunks are no picture. */
const MOST_CHUNKS = 5_000;

/** The head of a PNG; undefined where it is cut off, moves (APNG) or is none. */
export function readPngHead(bytes: Buffer): ImageHead | undefined {
  const chunks = readChunks(bytes)?.chunks;
  const [first] = chunks ?? [];
  if (!chunks || first?.type !== 'IHDR' || first.data.length !== HEADER) return undefined;
  if (chunks.some(({ type }) => type === 'acTL')) return undefined;
  return {
    type: 'image/png',
    width: first.data.readUInt32BE(0),
    height: first.data.readUInt32BE(4),
    orientation: 1,
  };
}

interface Chunks {
  readonly chunks: readonly Chunk[];
  /** Bytes of the picture: what comes after them is none of it. */
  readonly end: number;
}

/** The chunks up to the end of the picture; undefined where that is missing. */
function readChunks(bytes: Buffer): Chunks | undefined {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE; at + FRAME <= bytes.length && chunks.length < MOST_CHUNKS;) {
    const length = bytes.readUInt32BE(at);
    if (at + FRAME + length > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    if (type === 'IEND') return { chunks, end: at + FRAME + length };
    at += FRAME + length;
  }
  return undefined;
}

/** Samples of a pixel, by colour type: grey, colour, palette, and the first two with opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The passes of an interlaced picture (Adam7): where each begins and how far apart its pixels are. */
const PASSES = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
] as const;
const WHOLE = [{ x: 0, y: 0, across: 1, down: 1 }] as const;
/** Some programs write more than they announce. */
const MOST_TOO_MUCH = 64 * 1024;

/** Bytes of a picture's lines, as its head announces them; undefined for a head that no picture has. */
function announcedBytes(head: Buffer): number | undefined {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlace = 0] = head.subarray(8);
  const samples = SAMPLES[color];
  if (samples === undefined || interlace > 1) return undefined;
  return (interlace === 1 ? PASSES : WHOLE).reduce((sum, { x, y, across, down }) => {
    const columns = Math.max(0, Math.ceil((width - x) / across));
    const lines = Math.max(0, Math.ceil((height - y) / down));
    return columns === 0 ? sum : sum + lines * (1 + Math.ceil((columns * samples * depth) / 8));
  }, 0);
}

/**
 * The picture without what comes after it, where it has all pixels that its head announces and not many more. The library
 * looks at neither: it unpacks an interlaced picture without a limit (half a megabyte can be five hundred), and takes what
 * is missing from memory that others have used.
 */
export function pictureOf(bytes: Buffer): Buffer | undefined {
  const { chunks, end } = readChunks(bytes) ?? { chunks: [], end: 0 };
  const announced = chunks[0] && announcedBytes(chunks[0].data);
  if (announced === undefined) return undefined;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  try {
    const lines = inflateSync(Buffer.concat(packed), { maxOutputLength: announced + MOST_TOO_MUCH });
    return lines.length >= announced ? bytes.subarray(0, end) : undefined;
  } catch {
    return undefined;
  }
}
