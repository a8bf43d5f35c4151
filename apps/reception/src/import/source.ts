import { RandomAccessReader } from 'yauzl';
import { Readable } from 'node:stream';
import type { ZipSource } from '#pac';

/** Pieces that are in memory: of the directory at the end of a ZIP, and of where its files are read. */
const KEPT = 3;

/** How a file lies in pieces: of one size, but for the last. */
interface Pieces {
  readonly size: number;
  readonly pieceSize: number;
}

/**
 * A file that lies in pieces: no more than a few of them are in memory.
 * @param fetch a piece by its number from 0; what it throws, a read throws
 * @throws in a read: also where a piece is shorter than it should be
 */
export function sourceInPieces(
  fetch: (piece: number) => Promise<Buffer>,
  { size, pieceSize }: Pieces,
): ZipSource {
  const kept = new Map<number, Promise<Buffer>>();
  const piece = (number: number): Promise<Buffer> => {
    const found = kept.get(number) ?? fetch(number);
    // The last one asked for is the last one let go.
    kept.delete(number);
    kept.set(number, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size);
      const parts: Buffer[] = [];
      for (let at = start; at < end;) {
        const number = Math.floor(at / pieceSize);
        const part = (await piece(number)).subarray(at - number * pieceSize, end - number * pieceSize);
        if (part.length === 0) throw new Error(`piece ${number} of a file is too short`);
        parts.push(part);
        at += part.length;
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    },
  };
}

/** The same where nobody knows its size; undefined where its last piece is there no more. */
export async function sourceOfPieces(
  fetch: (piece: number) => Promise<Buffer | undefined>,
  { pieces, pieceSize }: { readonly pieces: number; readonly pieceSize: number },
): Promise<ZipSource | undefined> {
  const last = await fetch(pieces - 1);
  if (!last) return undefined;
  const size = (pieces - 1) * pieceSize + last.length;
  const fetchThere = async (piece: number): Promise<Buffer> => {
    const bytes = await fetch(piece);
    if (!bytes) throw new Error(`piece ${piece} of a file is gone`);
    return bytes;
  };
  return sourceInPieces(fetchThere, { size, pieceSize });
}

/** A source as yauzl reads one. */
export class SourceReader extends RandomAccessReader {
  constructor(private readonly source: ZipSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { source } = this;
    return Readable.from(
      (async function* () {
        yield await source.read(start, end - start);
      })(),
    );
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.source.read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        process.nextTick(callback, bytes.length === length ? null : new Error('the file ends before'));
      },
      (error: unknown) => process.nextTick(callback, error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
