import { createInflateRaw } from 'node:zlib';
import { contentOf, entriesOf, UnreadablePackage, type ZipEntry, type ZipSource } from './zip-source.js';

/** A file of a package: its name, which is text and no more, and its bytes as they are unpacked. */
export interface PackageFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

export interface StreamLimits {
  readonly entries: number;
  /** Of all files that are read together, unpacked. */
  readonly bytes: number;
}

/** A million rows of metadata have some 300 MB; of files of that size only a piece is in memory at a time. */
export const STREAM_LIMITS: StreamLimits = { entries: 100_000, bytes: 1024 * 1024 * 1024 };

const PIECE = 64 * 1024;

/**
 * The files of a package (ZIP) whose names end so (`.txt`), one after the other, each unpacked while it is read: for metadata, which
 * may have 300 MB. Throws UnreadablePackage, where the ZIP is found to be wrong.
 */
export async function* filesOf(
  zip: ZipSource,
  ending: string,
  limits = STREAM_LIMITS,
): AsyncGenerator<PackageFile> {
  let left = limits.bytes;
  const count = (size: number): void => {
    left -= size;
    if (left < 0) throw new UnreadablePackage('it unpacks to more than is read');
  };
  for await (const entry of entriesOf(zip, limits.entries)) {
    if (!entry.name.toLowerCase().endsWith(ending)) continue;
    if (entry.encrypted) throw new UnreadablePackage('a file of it is encrypted');
    yield { name: entry.name, bytes: unpacked(zip, entry, count) };
  }
}

async function* unpacked(
  zip: ZipSource,
  entry: ZipEntry,
  count: (size: number) => void,
): AsyncGenerator<Buffer> {
  const { method } = entry;
  if (method !== 0 && method !== 8) throw new UnreadablePackage('a file of it is packed in an unknown way');
  const content = piecesOf(zip, entry);
  if (method === 0) {
    for await (const piece of content) {
      count(piece.length);
      yield piece;
    }
    return;
  }
  const inflate = createInflateRaw({ chunkSize: PIECE });
  const feed = (async (): Promise<void> => {
    for await (const piece of content) {
      if (inflate.destroyed) return;
      if (!inflate.write(piece))
        await new Promise((resolve) => inflate.once('drain', resolve).once('close', resolve));
    }
    inflate.end();
  })().catch((error: Error) => void inflate.destroy(error));
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      count(piece.length);
      yield piece;
    }
  } catch (error) {
    throw isOurs(error) ? error : new UnreadablePackage('a file of it does not unpack');
  } finally {
    inflate.destroy();
    await feed;
  }
}

/** zlib's own errors are the package's fault; those of whoever reads it are not. */
const isOurs = (error: unknown): boolean =>
  error instanceof UnreadablePackage ||
  !(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'));

async function* piecesOf(zip: ZipSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { begin, end } = await contentOf(zip, entry);
  for (let at = begin; at < end; at += PIECE) yield await zip.read(at, Math.min(PIECE, end - at));
}
