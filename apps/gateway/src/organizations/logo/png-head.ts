import { inflateSync } from 'node:zlib';
import type { ImageHead } from './image-head.js';

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

/**
 * The picture without what comes after it, where its data is no longer than its head says; a line has at most 8 bytes a pixel, and Adam7 has less than
 * two lines for each. The library unpacks an interlaced picture without a limit: half a megabyte can be five hundred.
 */
export function pictureOf(bytes: Buffer, { width, height }: ImageHead): Buffer | undefined {
  const { chunks, end } = readChunks(bytes) ?? { chunks: [], end: 0 };
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const most = (width * 8 + 2) * (height + 8) * 2;
  try {
    inflateSync(Buffer.concat(packed), { maxOutputLength: most });
    return bytes.subarray(0, end);
  } catch {
    return undefined;
  }
}
